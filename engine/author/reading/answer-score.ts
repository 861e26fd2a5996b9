import type { Path } from '../draft';
import { firstClass, nameScore, parentScore } from './answer-names';
import { isMarkup, isTranscript } from './odd-text';

/** Shapes that many agents share: what stands there is the answer, whatever else there is. */
const knownAnswers: readonly RegExp[] = [
  /^\$(\.data)?\.choices\[0\]\.(message|delta)\.content$/,
  /^\$(\.data)?\.choices\[0\]\.text$/,
  /^\$(\.data)?\.content\[\?type == "text"\]\.text$/,
  /^\$(\.data)?\.delta\.text$/,
  /^\$(\.data)?\.output\[\?type == "message"\]\.content\[\?type == "output_text"\]\.text$/,
  /^\$(\.data)?\.candidates\[0\]\.content\.parts\[(\*|\?!thought)\]\.text$/,
];

/** Who speaks was read from the reply: that part of a history is the agent's. */
const ownPart = 15;

/**
 * How likely a text at a path is the agent's answer. Above 40 it may be; the distance to the next one says how sure that is.
 * @param known the path in words, for the shapes that many agents share.
 * @param goal what was asked: an agent that repeats it has not answered there.
 */
export function answerScore(path: Path, text: string, known: string, goal: string): number {
  const shown = text.trim();
  if (shown === '') return -100;
  const name = knownAnswers.some((shape) => shape.test(known)) ? 100 : nameScore(path);
  const spoken = path.some((step) => step === -1 || (typeof step === 'object' && step.where?.after)) ? ownPart : 0;
  return name + parentScore(path) + spoken + looksScore(shown, goal, name);
}

/** @param name what the name says: of the first class, the looks of a text cannot make another one likelier. */
function looksScore(text: string, goal: string, name: number): number {
  if (isEcho(text, goal)) return -90;
  if (/^<think(?:ing)?>/i.test(text)) return 10 - Math.max(name, 0); // thoughts and answer in one: not all was said
  // Hardly what was said and nothing else, by whatever name: a person may still choose it.
  if (isMarkup(text) || isTranscript(text)) return -25 - (name < 100 ? Math.max(name, 0) : 0);
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$|^[0-9a-f]{16,}$/i.test(text)) return -40;
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:|^https?:\/\/\S+$/.test(text)) return -40;
  if (/^[[{"]/.test(text) && isJson(text)) return -50;
  if (isReceipt(text)) return -40;
  if (name >= firstClass) return 20;
  if (/^[-\d.,\s]+$/.test(text)) return -40;
  if (holdsLittleElse(text, goal)) return 3;
  if (/\s/.test(text)) return text.length >= 20 ? 20 : 12;
  if (/[.!?\u3002\uff01\uff1f]$/.test(text)) return 12;
  return name < 40 && /^[a-z][\w:-]*$/.test(text) ? -15 : 0; // one word in small letters is rather a state than an answer
}

/** Whether a text is the goal again, but for case, quotes and marks, or its beginning. */
export function isEcho(text: string, goal: string): boolean {
  const [said, asked] = [bare(text), bare(goal)];
  if (asked === '') return text.trim() === goal.trim();
  return said === asked || (/(…|\.\.\.)$/.test(text.trim()) && said.length >= 8 && asked.startsWith(said));
}

/** Whether a text repeats the goal and says only a few words with it. */
function holdsLittleElse(text: string, goal: string): boolean {
  const [said, asked] = [bare(text), bare(goal)];
  return asked.length >= 8 && said.includes(asked) && said.length - asked.length <= 24;
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** What a gateway says about a request, rather than an agent to a person. */
function isReceipt(text: string): boolean {
  return (
    /^(?:your |the )?(?:request|message|query|input|text)\b[^.]{0,20}\b(?:processed|received|accepted|handled|queued|submitted|completed)\b/i.test(
      text,
    ) || /^(?:processed|completed|finished|handled|done|took)\b.{0,12}\d/i.test(text)
  );
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) !== 'number';
  } catch {
    return false; // then it is text
  }
}

const answerKinds =
  /delta|token|chunk|answer|final|message|content|text|output|reply|response|completion|result|done|assistant|bot\b/;
const otherKinds =
  /status|log|progress|think|thought|reason|start|tool|error|meta|source|debug|ping|usage|trace|heartbeat|step|suggest|follow|related|quick|citation|title|^(user|human|system)$/;

/** How likely events of this kind hold the answer. */
export function eventKindScore(kind: string): number {
  const name = kind.toLowerCase();
  if (otherKinds.test(name)) return -30;
  return answerKinds.test(name) ? 10 : 0;
}
