import type { TextRange } from '../../../schemas/problem';

/** One replacement in a text; everything outside of its range stays byte for byte. */
export interface TextChange {
  range: TextRange;
  text: string;
}

/** The text after changes, which do not overlap; their ranges are those of the text before. */
export function changed(text: string, ...changes: readonly TextChange[]): string {
  const fromEnd = changes
    .map((change, index) => ({ change, index }))
    // What is put in at one place stays in the order in which it was given.
    .sort((a, b) => b.change.range.start - a.change.range.start || b.index - a.index);
  return fromEnd.reduce(
    (rest, { change: { range, text: inserted } }) => rest.slice(0, range.start) + inserted + rest.slice(range.end),
    text,
  );
}

/** The change that puts a text in at an offset. */
export function insertion(at: number, text: string): TextChange {
  return { range: { start: at, end: at }, text };
}

/**
 * The smallest single change that makes one text of another; undefined when they are the same. It begins and ends between
 * characters: neither a pair of surrogates nor a line end of two characters is split, which editors could not show.
 */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && (splitsCharacter(before, start) || splitsCharacter(after, start))) start--;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  while (tail > 0 && (splitsCharacter(before, before.length - tail) || splitsCharacter(after, after.length - tail)))
    tail--;
  return { range: { start, end: before.length - tail }, text: after.slice(start, after.length - tail) };
}

function splitsCharacter(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return pair === '\r\n' || /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair);
}
