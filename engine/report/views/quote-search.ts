/** A part of a text, in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** Shorter ones stand anywhere, and prove nothing. */
const shortest = 3;
/** Quoted inside a sentence of evidence, a piece must be at least this long to be taken for a quotation. */
const shortestInside = 12;
/** Longer texts are searched for the very words only: folding white space in them would hold up everything else. */
const longestFolded = 2_000_000;
/** More are not counted. */
const mostCounted = 1000;

/**
 * What an evidence text may quote, likeliest first: the whole without the quotation marks and dots around it, the whole,
 * then pieces that stand in quotation marks, long ones first. (Judges and checks write `…"text"…`, people write sentences.)
 */
export function quotationsIn(evidence: string): string[] {
  const plain = evidence.trim();
  const bare = withoutDots(withoutDots(plain).replace(/^(["'`“”„«»‘’])(.*)(["'`“”„«»‘’])$/su, '$2')).trim();
  const inside = [...plain.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/gu)]
    .map(([, piece = '']) => piece.trim())
    .filter((piece) => piece.length >= shortestInside && /\s/.test(piece))
    .sort((one, other) => other.length - one.length);
  const all = new Set([bare, plain, ...inside]);
  return [...all].filter((text) => text.length >= shortest && /[\p{L}\p{N}]/u.test(text));
}

/** The first place of a quotation in a text, word for word, else with white space folded; and how often it is there. */
export function findQuotation(text: string, quotation: string): (Stretch & { count: number }) | undefined {
  const start = text.indexOf(quotation);
  if (start >= 0) return { start, end: start + quotation.length, count: countOf(text, quotation, start) };
  if (text.length > longestFolded || !/\s/.test(quotation)) return undefined;
  const words = quotation
    .trim()
    .split(/\s+/u)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  // Literal words with white space between them: it is linear.
  const found = new RegExp(words.join('\\s+'), 'u').exec(text);
  return found ? { start: found.index, end: found.index + found[0].length, count: 1 } : undefined;
}

function countOf(text: string, quotation: string, first: number): number {
  let count = 0;
  for (let at = first; at >= 0 && count < mostCounted; at = text.indexOf(quotation, at + quotation.length)) count++;
  return count;
}

function withoutDots(text: string): string {
  return text.replace(/^(?:…|\.{3})\s*/u, '').replace(/\s*(?:…|\.{3})$/u, '');
}
