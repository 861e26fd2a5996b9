import { diffArrays } from 'diff';

/** A stretch of two texts: in both, only in the first (removed), or only in the second (added). Never empty. */
export interface DiffPiece {
  kind: 'same' | 'removed' | 'added';
  /** Line ends are line feeds. Pieces of lines end without one: each stands for itself. */
  text: string;
}

/** How two texts differ. `lineEnds`: as CRLF and LF do, and not else. `tooDifferent`: nobody would read what differs. */
export type TextDiff =
  | { kind: 'same' | 'lineEnds' | 'tooDifferent' }
  | { kind: 'words' | 'lines'; pieces: DiffPiece[] };

/** Texts longer than this, in UTF-16 units, are compared line by line. */
const longestForWords = 10_000;
/** More changes than these are no longer looked for; the time grows with their square. */
const mostChangedWords = 2000;
const mostChangedLines = 1500;
/** A slow machine may give up earlier. Milliseconds. */
const patienceMs = 150;
/** With less than this in common, by length without white space, two texts are two texts. */
const leastInCommon = 0.2;

/** Scripts that write no spaces between words are compared by characters. */
const unspaced = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
const letters = `(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}_])+`;
/** Words (`ORD-1042` and `49.90` are one), white space, line feeds, any other character with the marks on it. */
const words = new RegExp(`\\n|[^\\S\\n]+|${letters}(?:[.,:'’-]${letters})*|\\S\\p{M}*(?:\\u200D\\S\\p{M}*)*`, 'gu');

/**
 * What a reader would say has changed from one text to another: words of short texts, lines of long ones. Pure, and bounded:
 * texts that differ in too much are `tooDifferent` and are best shown one beside the other.
 */
export function diffTexts(base: string, head: string): TextDiff {
  if (base === head) return { kind: 'same' };
  const [before, after] = [base.replace(/\r\n/g, '\n'), head.replace(/\r\n/g, '\n')];
  if (before === after) return { kind: 'lineEnds' };
  if (Math.max(before.length, after.length) <= longestForWords) {
    const changes = changesOf(before.match(words) ?? [], after.match(words) ?? [], '', mostChangedWords);
    if (changes) {
      const pieces = readable(changes);
      return inCommon(pieces, before, after) < leastInCommon ? { kind: 'tooDifferent' } : { kind: 'words', pieces };
    }
  }
  const pieces = changesOf(before.split('\n'), after.split('\n'), '\n', mostChangedLines);
  return pieces && inCommon(pieces, before, after) > 0 ? { kind: 'lines', pieces } : { kind: 'tooDifferent' };
}

function changesOf(base: string[], head: string[], joint: string, most: number): DiffPiece[] | undefined {
  const found = diffArrays(base, head, { maxEditLength: most, timeout: patienceMs });
  return found?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(joint),
  }));
}

/** What was removed stands before what was added, and single spaces between changed words belong to the change. */
function readable(changes: DiffPiece[]): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let [removed, added] = ['', ''];
  const flush = (): void => {
    if (removed !== '') pieces.push({ kind: 'removed', text: removed });
    if (added !== '') pieces.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  changes.forEach(({ kind, text }, index) => {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && /^[^\S\n]+$/.test(text) && changes[index + 1]) {
      removed += text;
      added += text;
    } else {
      flush();
      pieces.push({ kind, text });
    }
  });
  flush();
  return pieces;
}

/** How much of the longer text stands in both, from 0 to 1; white space says nothing. */
function inCommon(pieces: DiffPiece[], base: string, head: string): number {
  const weight = (text: string): number => text.replace(/\s+/g, '').length;
  const same = pieces.reduce((sum, { kind, text }) => (kind === 'same' ? sum + weight(text) : sum), 0);
  return same / Math.max(1, weight(base), weight(head));
}
