import type { Observation } from '../lifecycle/observation';

/** What is on record of one attempt: the only thing that a check may decide from. */
export interface Evidence {
  /** The last turn's answer. */
  answer: string;
  /** What the last execute printed, as printed. */
  rawResponse: string;
  observation: Observation;
  /** False when collect failed: a call that is not on record may still have happened. */
  callsComplete: boolean;
  /** Time of all turns together, in milliseconds. */
  latencyMs?: number;
  /** Turns that were executed, set-up messages included. */
  turns: number;
  /** What the scenario's records hold besides, for requirements such as agent metadata. */
  collected?: Record<string, unknown>;
  /** The conversation, turn by turn; absent when only the last answer is known. */
  exchanges?: Exchange[];
}

/** One turn of the conversation with the agent. */
export interface Exchange {
  turn: number;
  /** What was said to the agent. */
  message: string;
  /** The message is by a simulated user, not from the scenario. */
  simulated?: boolean;
  /** Absent when the turn failed. */
  answer?: string;
  /** What the hook returned besides the answer and the calls. */
  more?: Record<string, unknown>;
}

const contextLength = 80;
const longestQuote = 400;

/** Quotes the part of a text around a match, so that a reader finds it again. It always occurs in the text. */
export function quoteAround(text: string, start: number, length: number): string {
  const from = wholeCharacter(text, Math.max(0, start - contextLength), -1);
  const to = wholeCharacter(text, Math.min(text.length, start + Math.min(length, longestQuote) + contextLength), 1);
  return `${from > 0 ? '…' : ''}"${text.slice(from, to)}"${to < text.length ? '…' : ''}`;
}

/** Quotes the beginning of a text. */
export function quoteStart(text: string): string {
  return text.length <= longestQuote ? `"${text}"` : `"${beginning(text)}"…`;
}

/** A value as compact JSON, shortened for a message. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestQuote ? `${beginning(text)}…` : text;
}

/** A text that is no longer than a message can hold. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeCharacter(text, most, -1))}…`;
}

function beginning(text: string): string {
  return text.slice(0, wholeCharacter(text, longestQuote, -1));
}

/** The position, moved by `step` when it would cut a surrogate pair: half a character is mangled once it is written. */
function wholeCharacter(text: string, position: number, step: 1 | -1): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(position - 1, position + 1)) ? position + step : position;
}
