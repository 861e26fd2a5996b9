import type { DiffPiece } from './text-diff';

/** A stretch that is the same in both texts and too long to be read again. */
export interface DiffFold {
  kind: 'fold';
  text: string;
  /** How much is folded, and of what. */
  count: number;
  unit: 'line' | 'character';
}

/** Lines that stay in sight before and after a change. */
const nearLines = 3;
/** Fewer than these are not worth a button. */
const leastLines = 5;
/** The same for a paragraph that has no lines, in UTF-16 units. */
const nearLength = 240;
const leastLength = 800;

/**
 * Folds the long unchanged stretches of a diff, except for what stands next to a change. Nothing is lost: the pieces and
 * folds, one after the other, are the pieces that were given.
 * @param unit of the diff: pieces of lines stand on lines of their own, pieces of words follow each other in one text.
 */
export function foldUnchanged(pieces: readonly DiffPiece[], unit: 'words' | 'lines'): (DiffPiece | DiffFold)[] {
  return pieces.flatMap((piece, index) => {
    if (piece.kind !== 'same') return [piece];
    const [before, after] = [index > 0, index < pieces.length - 1];
    return foldLines(piece.text, unit, before, after) ?? foldLength(piece.text, unit, before, after) ?? [piece];
  });
}

function foldLines(text: string, unit: 'words' | 'lines', before: boolean, after: boolean) {
  const lines = text.split('\n');
  const joint = unit === 'words' ? '\n' : '';
  const [first, last] = [before ? nearLines : 0, after ? nearLines : 0];
  const count = lines.length - first - last;
  if (count < leastLines) return undefined;
  return around(
    first === 0 ? '' : lines.slice(0, first).join('\n') + joint,
    { kind: 'fold', text: lines.slice(first, first + count).join('\n'), count, unit: 'line' },
    last === 0 ? '' : joint + lines.slice(first + count).join('\n'),
  );
}

function foldLength(text: string, unit: 'words' | 'lines', before: boolean, after: boolean) {
  if (unit === 'lines') return undefined;
  const start = before ? behindWord(text, nearLength) : 0;
  const end = after ? behindWord(text, text.length - nearLength) : text.length;
  if (end - start < leastLength) return undefined;
  const folded = text.slice(start, end);
  return around(
    text.slice(0, start),
    { kind: 'fold', text: folded, count: folded.length, unit: 'character' },
    text.slice(end),
  );
}

function around(before: string, fold: DiffFold, after: string): (DiffPiece | DiffFold)[] {
  return [
    ...(before === '' ? [] : [{ kind: 'same' as const, text: before }]),
    fold,
    ...(after === '' ? [] : [{ kind: 'same' as const, text: after }]),
  ];
}

/** The offset behind the next white space, or the offset itself when a word goes on for long; never inside a character. */
function behindWord(text: string, offset: number): number {
  const space = text.slice(offset, offset + 60).search(/\s/);
  if (space >= 0) return offset + space + 1;
  const before = text.charCodeAt(offset - 1);
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset;
}
