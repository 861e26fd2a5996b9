import type { Path } from '../draft';
import { nameIn, normalisedName } from './leaves';

/** A score from here on is of the first class: the name alone says that it is the answer. */
export const firstClass = 50;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** How likely a field of this name is the answer; names are normalised. */
const nameScores: readonly (readonly [number, readonly string[]])[] = [
  [
    firstClass,
    words(
      `answer reply response output outputtext completion generatedtext agentreply botmessage botreply replytext answertext
      responsetext assistant finalanswer finaloutput assistantmessage botresponse agentresponse aimessage airesponse`,
    ),
  ],
  [
    35,
    words(
      'text content result generation generated say says delta speech bubble bot final raw fulfillmenttext markdown',
    ),
  ],
  [25, words('message msg body value data chunk token part sentence segment')],
  [5, ['summary']],
  [
    -45,
    words(
      `id uuid status state type role model object timestamp created createdat updatedat date time url uri href link session
      version lang language locale finishreason stopreason requestid traceid trace provider engine intent channel user username
      email author mimetype contenttype signature hash encoding name title systemfingerprint label description`,
    ),
  ],
  [-60, words('error errors code detail exception stack warning')],
  [-60, words('prompt input query question goal echo request originalmessage usermessage utterance inputtranscript')],
  [
    -60,
    words(
      `thinking reasoning reasoningcontent thought thoughts debug log logs context instructions systemprompt arguments
      args`,
    ),
  ],
];

const scoreOf = new Map(nameScores.flatMap(([score, names]) => names.map((name) => [name, score] as const)));

/** A name with one of these words is something beside the answer, whatever else it says. */
const beside = new Set(
  words(
    `suggested suggestion suggestions quick follow followup followups related moderation safety tool tools thought thoughts
  thinking reasoning faq faqs notice notices disclaimer disclaimers title titles transcript transcription heard rewritten
  rephrased standalone condensed debug log logs trace original retrieved retriever source sources citation citations context
  contexts snippet snippets passage passages doc docs document documents node nodes attribution attributions included reference
  references intermediate scratch scratchpad step steps task tasks plan feedback hint hints placeholder tooltip footer
  instruction instructions query question questions prompt prompts input user error errors warning warnings summary description
  metadata meta usage request calls call logprobs history headers config actions annotations function functions moderated`,
  ),
);
/** A list of these holds what was found, not what was said. */
const besideAsParent = new Set(['chunks', 'matches', 'hits', 'toolcalls', 'functioncalls', 'toolresults']);
/** A name with one of these words says that the agent speaks. */
const speakers = new Set(['bot', 'agent', 'assistant', 'ai']);

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** How likely it is by its name that something at a path is the answer: from `firstClass` on the name says so. */
export function nameScore(path: Path): number {
  const name = nameIn(path);
  if (name === '') return 40; // the reply is nothing else
  const parents = parentNames(path);
  const spoken = parents.some((parent) => wordsOf(parent).some((word) => speakers.has(word)));
  const known = knownScore(name);
  if (known !== undefined) return spoken && normalisedName(name) === 'utterance' ? 35 : known;
  return guess(name) + (spoken && guess(name) >= 0 ? 20 : 0);
}

function knownScore(name: string): number | undefined {
  const normalised = normalisedName(name);
  const singular = normalised.endsWith('ies') ? `${normalised.slice(0, -3)}y` : normalised.replace(/s$/, '');
  return scoreOf.get(normalised) ?? scoreOf.get(singular);
}

/** A name that is not known: its words may be. */
function guess(name: string): number {
  const all = wordsOf(name);
  const last = all.at(-1);
  if (all.some((word) => beside.has(word))) return -45;
  if (all.length < 2 || last === undefined) return 0;
  if (['id', 'at', 'url', 'ms', 'token'].includes(last)) return -45;
  const ofLast = scoreOf.get(last) ?? 0;
  if (ofLast < 0) return Math.round(ofLast * 0.7);
  if (all.some((word) => speakers.has(word))) return 45;
  return all.some((word) => (scoreOf.get(word) ?? 0) >= firstClass) ? 35 : Math.round(ofLast * 0.7);
}

/** What the place of a value inside others says: beside the answer, or inside something that is called one. */
export function parentScore(path: Path): number {
  const parents = parentNames(path);
  const isBeside = parents.some(
    (name) =>
      besideAsParent.has(normalisedName(name)) ||
      (normalisedName(name) !== 'queryresult' && wordsOf(name).some((word) => beside.has(word))),
  );
  const inAnswer = parents.some((name) => (knownScore(name) ?? 0) >= firstClass);
  const inMessage = parents.some((name) => (knownScore(name) ?? 0) >= 25);
  return (isBeside ? -60 : 0) + (inAnswer ? 10 : inMessage ? 4 : 0) - 2 * parents.length;
}

/** The names above the last one; not of a history whose own part was chosen by who speaks. */
function parentNames(path: Path): string[] {
  const last = path.findLastIndex((part) => typeof part === 'string');
  return path.slice(0, Math.max(last, 0)).filter((part, index): part is string => {
    const next = path[index + 1];
    return typeof part === 'string' && !isChosenPart(next);
  });
}

function isChosenPart(step: Path[number] | undefined): boolean {
  return step === -1 || (typeof step === 'object' && (step.where?.after ?? step.where?.before) !== undefined);
}
