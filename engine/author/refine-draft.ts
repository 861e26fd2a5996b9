import type { Draft, Exchange, Path, Place, Reading, Target } from './draft';
import { callParts, findCalls } from './reading/calls';
import { findHandle } from './reading/handle';
import { findJob } from './reading/job';
import { areLines } from './reading/lists';
import { programError } from './reading/odd-text';
import { errorIn, failureIn, outline } from './reading/outline';
import { valuesAt } from './reading/path';
import {
  type AnswerCandidate,
  type AnsweredGoal,
  clearAnswer,
  plausibleAnswers,
  rankAnswers,
  textAt,
} from './reading/rank-answers';
import { isOneValue, type Reply, readReply } from './reading/reply';
import { findUsage } from './reading/usage';
import { hasSlot, keepsHistory, withHandle, withHandleHeader } from './slots';

/** Where a person says that something stands (`--answer`, `--conversation`, `--usage`, `--calls`). */
export interface ReadingHints {
  answer?: Path;
  conversation?: Path;
  /** The object that has both counts. */
  usage?: Path;
  /** The list of calls. */
  calls?: Path;
}

/** What a reply says of the draft that brought it. */
export type Refinement =
  /** The draft reads the answer; `handle` when later turns can send one back. */
  | { kind: 'reads'; draft: Draft; answer: AnswerCandidate }
  /** The agent is reached in another way: try again. */
  | { kind: 'again'; draft: Draft; why: string }
  /** Several places may hold the answer, or none surely does. */
  | { kind: 'unclear'; candidates: AnswerCandidate[]; holds: string[] }
  /** It answered, and not with an answer. */
  | { kind: 'failed'; why: string };

export interface Observed {
  exchange: Exchange;
  goal: string;
}

/**
 * Looks at what came back for a draft and makes a better one of it. Nothing is guessed: what is not clear is said.
 * @param seen replies to the same draft, newest last; with several goals, what never changes is told from an answer.
 */
export function refineDraft(
  draft: Draft,
  seen: readonly [...Observed[], Observed],
  hints: ReadingHints = {},
): Refinement {
  const { exchange } = seen[seen.length - 1] as Observed; // the tuple has a last element
  const { target } = draft;
  const { status } = exchange;
  if (target.kind === 'http' && status !== undefined && status >= 300 && status < 400)
    return redirected(draft, exchange);
  if (status !== undefined && status >= 400) return { kind: 'failed', why: `the agent answered with status ${status}` };
  const replies = seen.map(({ exchange: one, goal }) => ({ reply: readReply(one, target.kind), goal }));
  const { reply } = replies.at(-1) as AnsweredGoal; // as many as were seen
  const candidates = rankAnswers(replies);
  const chosen = hints.answer
    ? hinted(reply, hints.answer)
    : clearAnswer(candidates, new Set(seen.map(({ goal }) => goal)).size > 1);
  if (target.kind === 'http' && !target.job && !hints.answer) {
    const job = findJob(reply, exchange, target.call.url);
    if (job && (exchange.status === 202 || !chosen))
      return {
        kind: 'again',
        draft: { ...draft, target: { ...target, job } },
        why: 'the reply is a job: its end has to be waited for',
      };
  }
  const failure = hints.answer ? undefined : (saidFailure(reply) ?? failedProgram(reply, target));
  if (failure !== undefined) return { kind: 'failed', why: failure };
  const error = errorIn(reply);
  if (error !== undefined && !chosen) return { kind: 'failed', why: `the agent answered with an error: ${error}` };
  if (!chosen)
    return {
      kind: 'unclear',
      candidates: plausibleAnswers(candidates),
      holds: reply.odd === undefined ? outline(reply) : [reply.odd],
    };
  return { kind: 'reads', draft: withReading(draft, reply, exchange, chosen.place, hints), answer: chosen };
}

function saidFailure(reply: Reply): string | undefined {
  const failure = failureIn(reply);
  return failure === undefined ? undefined : `the agent answered with an error: ${failure}`;
}

/** Why a reply is a failure that its sender does not call one by a status or an exit code. */
function failedProgram(reply: Reply, target: Target): string | undefined {
  if (target.kind !== 'command' || reply.format !== 'text') return undefined;
  const error = programError(String(reply.value));
  return error === undefined ? undefined : `the program printed an error instead of an answer: ${error}`;
}

/** The draft that reads the answer at a place that a person has chosen. */
export function readAt(draft: Draft, exchange: Exchange, place: Place, hints: ReadingHints = {}): Draft {
  return withReading(draft, readReply(exchange, draft.target.kind), exchange, place, hints);
}

function hinted(reply: Reply, path: Path): AnswerCandidate | undefined {
  for (const place of placesFor(reply, path)) {
    const text = textAt(reply, place).trim();
    if (text !== '') return { place, text, score: 100 };
  }
  return undefined;
}

/** A path that a person gives leads into the value; of an event, into its data, which may be left out. */
function placesFor(reply: Reply, path: Path): Place[] {
  const { format } = reply;
  if (format === 'text') return [{ path }];
  if (isOneValue(reply)) {
    const found = valuesAt(reply.value, path).filter((value) => typeof value === 'string');
    return [{ path, ...(areLines(path, found) && { lines: true as const }) }];
  }
  const inData = (format === 'sse' || format === 'coded-lines') && path[0] !== 'data';
  const paths = inData ? [['data', ...path] as Path, path] : [path];
  return paths.map((one) => ({ path: one, take: 'join' }));
}

function withReading(draft: Draft, reply: Reply, exchange: Exchange, answer: Place, hints: ReadingHints): Draft {
  const usage = hints.usage ? usageAt(reply, hints.usage) : findUsage(reply);
  const calls = hints.calls ? callsAt(reply, hints.calls) : findCalls(reply);
  const base = { format: reply.format, answer, ...(usage && { usage }), ...(calls && { calls }) };
  const talk = conversationOf(draft.target, reply, exchange, hints.conversation);
  return {
    ...draft,
    target: talk?.target ?? draft.target,
    reading: { ...base, ...(talk && { conversation: talk.from }) },
  };
}

function usageAt(reply: Reply, path: Path): Reading['usage'] {
  const found = findUsage(reply);
  const inside = (place: Place): boolean => path.every((part, index) => place.path[index] === part);
  return found && inside(found.input) && inside(found.output) ? found : undefined;
}

function callsAt(reply: Reply, path: Path): Reading['calls'] {
  const found = findCalls(reply);
  const [place] = placesFor(reply, path);
  if (!place) return undefined;
  const [shown] = isOneValue(reply) ? valuesAt(reply.value, path) : [];
  const parts = found ?? (Array.isArray(shown) ? callParts(shown) : undefined);
  return { ...(parts ?? { name: ['name'], arguments: ['arguments'] }), list: place };
}

/** How the conversation goes on: what the reply gives, and the request that sends it back. */
function conversationOf(
  target: Target,
  reply: Reply,
  exchange: Exchange,
  hint: Path | undefined,
): { target: Target; from: NonNullable<Reading['conversation']> } | undefined {
  if (keepsHistory(target)) return { target, from: 'session' };
  if (target.kind === 'http' && target.steps.some(({ handle }) => handle !== undefined)) return undefined; // open gives it
  const found = hint ? hintedHandle(reply, hint) : findHandle(reply, exchange.headers);
  if (found) {
    const sent = hasSlot(target, 'session') ? target : undefined; // whether the agent takes ours shows in the second turn
    const next =
      sent ?? ('header' in found.from ? withHandleHeader(target, found.from.header) : withHandle(target, found.name));
    if (next) return { target: next, from: found.from };
  }
  if (target.kind === 'http' && (exchange.cookies ?? []).some(isSessionCookie))
    return { target: { ...target, cookies: true }, from: 'session' };
  return hasSlot(target, 'session') ? { target, from: 'session' } : undefined;
}

function hintedHandle(reply: Reply, path: Path): { from: Place; name: string } | undefined {
  const [place] = placesFor(reply, path);
  const name = path.findLast((part) => typeof part === 'string');
  return place && name !== undefined ? { from: { ...place, ...(place.take && { take: 'last' }) }, name } : undefined;
}

/** Cookies of statistics and of a load balancer hold no conversation. */
function isSessionCookie(name: string): boolean {
  return !/^(_ga|_gid|_gat|_fbp|__cf|cf_|awsalb|awselb|ak_bmsc|bm_|arr?affinity|incap_|visid_|optanon)/i.test(name);
}

/** Where a redirect leads: to the same place written otherwise, which is then the URL, or elsewhere, which is followed. */
function redirected(draft: Draft, exchange: Exchange): Refinement {
  const location = exchange.headers?.location ?? '';
  const { target } = draft;
  if (target.kind !== 'http' || location === '' || target.call.follow)
    return { kind: 'failed', why: `the agent redirects to ${location || 'nowhere'}` };
  const from = new URL(exchange.url ?? textOf(target));
  const to = new URL(location, from);
  if (/log-?in|sign-?in|auth|sso|oauth/i.test(to.pathname) && to.pathname !== from.pathname)
    return { kind: 'failed', why: `the agent redirects to a login page: ${to.href}` };
  const plain = target.call.url.every((part) => typeof part === 'string');
  const same = to.pathname.replace(/\/$/, '') === from.pathname.replace(/\/$/, '') && to.host === from.host;
  const why = `the agent redirects to ${to.href}`;
  if (plain && same)
    return { kind: 'again', draft: { ...draft, target: { ...target, call: { ...target.call, url: [to.href] } } }, why };
  return { kind: 'again', draft: { ...draft, target: { ...target, call: { ...target.call, follow: true } } }, why };
}

/** The URL of a target as far as it is known without values. */
function textOf(target: Extract<Target, { kind: 'http' }>): string {
  return target.call.url.map((part) => (typeof part === 'string' ? part : 'x')).join('');
}
