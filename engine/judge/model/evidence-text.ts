import type { Evidence, Exchange } from '../evidence';

/** One piece of the evidence of an attempt as a judge model reads it, secrets masked. */
export interface EvidencePart {
  /** What it is, in words of ours: nothing of the agent's is in it. */
  title: string;
  text: string;
  /** `said` is what was said to the agent: it proves nothing about what the agent did. */
  source: 'said' | 'agent';
  /** What of it can be quoted: the text, in pieces where it was cut, and the strings in it when it is JSON. */
  quotable: string[];
  /** Characters that were left out because the whole would be too long. */
  leftOut: number;
}

/** Most characters of one part, and of all parts together. */
const partLimit = 60_000;
const totalLimit = 240_000;
const leastPart = 2_000;

/** Fields of a hook's output that stand in the evidence in their own right. */
const ownFields = new Set(['agent_reply', 'calls', 'usage', 'usage_partial', 'conversation']);

/**
 * The evidence of an attempt as texts: the conversation, the observed calls, and what else the hooks returned. Times are
 * not among them: the same behaviour makes the same text, so that an answer about it can be kept.
 */
export function evidenceParts(evidence: Evidence, goal: string, mask: (text: string) => string): EvidencePart[] {
  const raw = [...conversationParts(evidence, goal), ...callParts(evidence), ...dataParts(evidence)];
  const limit = Math.max(leastPart, Math.min(partLimit, Math.floor(totalLimit / Math.max(1, raw.length))));
  return raw.map(({ title, text, source, values }) => {
    const masked = mask(text);
    const { shown, pieces, leftOut } = shorten(masked, limit);
    const leaves = leftOut > 0 ? [] : stringsIn(values).map(mask);
    return { title, text: shown, source, quotable: [...pieces, ...leaves], leftOut };
  });
}

/** What about the observation a judge has to know, since it is not in any text. */
export function observationNotes(evidence: Evidence): string[] {
  const { calls, callsGap } = evidence.observation;
  const notes: string[] = [];
  if (!calls) {
    notes.push(
      `The agent's tool calls were NOT observable (${callsGap ?? 'the hooks returned no calls'}): nobody knows which were made.`,
    );
  } else if (!evidence.callsComplete) {
    notes.push('Collecting evidence failed: tool calls that are not listed may still have been made.');
  }
  return notes;
}

interface RawPart {
  title: string;
  text: string;
  source: EvidencePart['source'];
  values?: unknown;
}

function conversationParts(evidence: Evidence, goal: string): RawPart[] {
  const exchanges: Exchange[] = evidence.exchanges ?? [{ turn: 1, message: goal, answer: evidence.answer }];
  const last = exchanges.findLastIndex(({ answer }) => answer !== undefined);
  return exchanges.flatMap(({ turn, message, simulated, answer, more }, index) => {
    const said: RawPart = {
      title: `turn ${turn}, said to the agent${simulated ? ' by a simulated user' : ''}`,
      text: message,
      source: 'said',
    };
    const parts: RawPart[] = [said];
    if (answer !== undefined) {
      const which = index === last ? ' (its last answer)' : '';
      parts.push({ title: `turn ${turn}, the agent's answer${which}`, text: answer, source: 'agent' });
    }
    // What the last turn returned besides is among what was collected.
    if (more && index !== last && Object.keys(more).length > 0)
      parts.push(dataPart(`turn ${turn}, what the hook returned besides`, more));
    return parts;
  });
}

function callParts({ observation: { calls } }: Evidence): RawPart[] {
  if (!calls) return [];
  const title = 'tool calls that were observed, in order';
  if (calls.length === 0) return [{ title: `${title}: none happened`, text: 'calls: []', source: 'agent' }];
  return [{ title, text: calls.map((call) => JSON.stringify(call)).join('\n'), source: 'agent', values: calls }];
}

function dataParts({ collected, answer }: Evidence): RawPart[] {
  const rest = Object.entries(collected ?? {}).filter(
    ([name, value]) => !ownFields.has(name) && !(name === 'output' && value === answer),
  );
  return rest.length === 0 ? [] : [dataPart('what the hooks returned besides', Object.fromEntries(rest))];
}

function dataPart(title: string, data: Record<string, unknown>): RawPart {
  return { title, text: JSON.stringify(data, null, 2), source: 'agent', values: data };
}

/** Keeps the beginning and the end of a text that is too long. */
function shorten(text: string, limit: number): { shown: string; pieces: string[]; leftOut: number } {
  if (text.length <= limit) return { shown: text, pieces: [text], leftOut: 0 };
  const head = text.slice(0, Math.floor((limit * 2) / 3)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(text.length - Math.floor(limit / 3)).replace(/^[\uDC00-\uDFFF]/, '');
  const leftOut = text.length - head.length - tail.length;
  return { shown: `${head}\n[${leftOut} characters left out by Rook]\n${tail}`, pieces: [head, tail], leftOut };
}

/** The strings in a JSON value, however deep, without its keys. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}
