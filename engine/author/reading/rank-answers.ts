import type { Place } from '../draft';
import { firstClass, nameScore } from './answer-names';
import { answerScore, isEcho } from './answer-score';
import { leavesOf } from './leaves';
import { areLines, Lists } from './lists';
import { formatPath, valuesAt } from './path';
import { isOneValue, type Reply } from './reply';
import { streamPlaces } from './stream-places';

/** A place where the answer may stand, and what stands there in the reply. */
export interface AnswerCandidate {
  place: Place;
  text: string;
  score: number;
}

/** One reply, and the goal that it answers. */
export interface AnsweredGoal {
  reply: Reply;
  goal: string;
}

/** Scores from here on may be an answer. */
const plausible = 40;
/** From here on it may be one when nothing else can be. */
const fair = 20;
const unlikely = -10;
/** So far must the first be ahead of the next that says something else: of several goals, and of one alone. */
const clearLead = 20;
const firstLead = 35;
/** Most that a person is asked about. */
const mostOffered = 8;

/**
 * Where the answer may stand, likeliest first, by the newest of the replies. What is the same for different goals is rather
 * a state than an answer.
 * @param replies at least one; several must be of the same agent.
 */
export function rankAnswers(replies: readonly AnsweredGoal[]): AnswerCandidate[] {
  const newest = replies.at(-1);
  if (!newest) return [];
  const { reply } = newest;
  if (reply.format === 'text') {
    const text = String(reply.value).trim();
    if (text === '' || reply.odd === 'a web page') return [];
    const [first = '', ...others] = text.split('\n');
    const repeats = others.length > 0 && isEcho(first, newest.goal); // then not all of it was said by the agent
    return [{ place: { path: [] }, text, score: reply.odd === undefined && !repeats ? plausible + clearLead : 0 }];
  }
  const ranked = placesOf(replies, newest)
    .map(({ place, bonus }) => candidate(place, bonus, newest, replies.slice(0, -1)))
    .filter(({ score }) => score > -50)
    .sort((a, b) => b.score - a.score);
  // The same text in two places is no contradiction: the first is kept.
  return ranked.filter(({ text }, index) => ranked.findIndex((other) => other.text === text) === index);
}

function placesOf(replies: readonly AnsweredGoal[], newest: AnsweredGoal): RatedPlace[] {
  const { reply, goal } = newest;
  const same = replies.map((one) => one.reply).filter(({ format }) => format === reply.format);
  if (!isOneValue(reply)) {
    const events = same.map(({ value }) => asList(value));
    return streamPlaces(events, new Lists(events.flat(), goal), reply.format === 'coded-lines');
  }
  return valuePlaces(
    reply.value,
    new Lists(
      same.map(({ value }) => value),
      goal,
    ),
  );
}

/**
 * The answer, when one candidate is likely enough and clearly ahead of all others.
 * @param compared whether replies to different goals were looked at; before that the lead has to be larger.
 */
export function clearAnswer(candidates: readonly AnswerCandidate[], compared = false): AnswerCandidate | undefined {
  const [first, second] = candidates;
  if (!first) return undefined;
  const lead = first.score - (second?.score ?? 0);
  if (first.score >= plausible && lead >= (compared || (second?.score ?? 0) <= 0 ? clearLead : firstLead)) return first;
  // Less likely by its name or looks, and still the only text that can be meant.
  return first.score >= fair && (!second || second.score <= unlikely) ? first : undefined;
}

/** Those that a person may be asked about, likeliest first. */
export function plausibleAnswers(candidates: readonly AnswerCandidate[]): AnswerCandidate[] {
  return candidates.filter(({ score }) => score > -30).slice(0, mostOffered);
}

function candidate(
  place: Place,
  bonus: number,
  { reply, goal }: AnsweredGoal,
  earlier: readonly AnsweredGoal[],
): AnswerCandidate {
  const text = textAt(reply, place);
  const constant = earlier.some((other) => other.goal !== goal && isSame(textAt(other.reply, place), text));
  const score = answerScore(place.path, text, formatPath(place.path), goal) + bonus - (constant ? 40 : 0);
  return { place, text, score };
}

/** Whether two texts are the same but for times, counts and other numbers in their words. */
function isSame(one: string, other: string): boolean {
  const shape = (text: string) =>
    text.replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?/g, '#').replaceAll(/\d+(?:[.,:]\d+)*/g, '#');
  return one === other || (/\p{L}{2}/u.test(one) && shape(one) === shape(other));
}

/** The text at a place, as the generated script will have it. */
export function textAt(reply: Reply, { path, where, take, lines }: Place): string {
  const { value } = reply;
  const isEvents = reply.format !== 'text' && !isOneValue(reply);
  const from = isEvents
    ? asList(value).filter((event) => !where || valuesAt(event, where.path).includes(where.is))
    : [value];
  const pieces = texts(from.flatMap((one) => valuesAt(one, path)));
  if (isEvents && take === 'last') return pieces.filter((piece) => piece !== '').at(-1) ?? '';
  return lines ? pieces.filter((piece) => piece.trim() !== '').join('\n') : pieces.join('');
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** A place, and what speaks for it beside its name and its text. */
export interface RatedPlace {
  place: Place;
  bonus: number;
}

/** Every text of a value, and numbers that are called an answer; elements of one kind in a list are taken together. */
function valuePlaces(value: unknown, lists: Lists): RatedPlace[] {
  const found = new Map<string, RatedPlace>();
  for (const { path, value: leaf } of leavesOf(value)) {
    if (typeof leaf !== 'string' && !(typeof leaf === 'number' && nameScore(path) >= firstClass)) continue;
    const general = lists.general(path, value);
    if (!general) continue;
    const lines = areLines(general, texts(valuesAt(value, general))) ? { lines: true as const } : {};
    found.set(formatPath(general), { place: { path: general, ...lines }, bonus: 0 });
  }
  return [...found.values()];
}
