import type { DocumentPath } from '../../../schemas/criterion';
import type { TextRange } from '../../../schemas/problem';
import type { Result } from '../../../schemas/result';
import { asRecord } from '../plain-value';
import type { YamlDocument } from '../yaml-document';
import { lineStart, nextLine } from './lines';
import { soundEdit, unreadable } from './sound-edit';
import type { TextChange } from './text-change';
import { valueAt, withValueAt } from './value-at';

/**
 * Takes an entry away: a key with its value, or an entry of a list. Comments on lines of their own stay; what is left without
 * an entry is a key without a value.
 * @returns refused when the text cannot be read, or when more would change, as with an anchor that is still needed
 */
export function removeEntry(document: YamlDocument, path: DocumentPath): Result<readonly TextChange[]> {
  const broken = unreadable(document);
  if (broken) return broken;
  const owner = path.slice(0, -1);
  const expected = withValueAt(document.value, path, undefined);
  const left = valueAt(expected, owner);
  const isEmpty = left !== null && typeof left === 'object' && Object.keys(left).length === 0;
  const meanings = isEmpty && owner.length > 0 ? [expected, withValueAt(expected, owner, null)] : [expected];
  return soundEdit(document, [...candidates(document, path)], meanings, `Remove ${path.join('.')} by hand.`);
}

/** What may be cut, the nicest first. */
function* candidates(document: YamlDocument, path: DocumentPath): Generator<TextChange[]> {
  const { text } = document;
  const own = entryRange(document, path);
  const cut = (start: number, end: number): TextChange[] => [{ range: { start, end }, text: '' }];
  const [before, after] = neighbours(document, path);
  const start = lineStart(text, own.start);
  if (/^[ \t]*(?:-[ \t]*)?$/.test(text.slice(start, own.start))) {
    yield cut(start, nextLine(text, own.end));
    // The last line of a text without a line end: the one before it takes its place.
    const previous = /\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0;
    if (nextLine(text, own.end) === text.length) yield cut(start - previous, text.length);
  }
  if (after) {
    const comment = ownComment(text, own.end, after.start);
    // Behind a dash the comment takes the place of the entry; behind a bracket it stays on its line.
    const atDash = /^[ \t]*(?:-[ \t]+)+$/.test(text.slice(start, own.start));
    yield cut(own.start, comment ? (atDash ? comment.end : comment.start) : after.start);
  }
  if (before && !text.slice(before.end, own.start).includes('#')) yield cut(before.end, own.end);
  yield cut(own.start, own.end);
}

/** The white space before the first comment on a line of its own between two entries: that one is about the second. */
function ownComment(text: string, from: number, to: number): TextRange | undefined {
  const found = /\r?\n\s*(?=#)/.exec(text.slice(from, to));
  return found ? { start: from + found.index, end: from + found.index + found[0].length } : undefined;
}

/** The entries beside an entry, as far as they are there. */
function neighbours(document: YamlDocument, path: DocumentPath): [TextRange | undefined, TextRange | undefined] {
  const owner = path.slice(0, -1);
  const value = valueAt(document.value, owner);
  const steps: (string | number | undefined)[] = Array.isArray(value)
    ? value.map((_, index) => index)
    : Object.keys(asRecord(value) ?? {});
  const at = steps.indexOf(path.at(-1));
  const rangeOf = (step: string | number | undefined): TextRange | undefined =>
    step === undefined ? undefined : entryRange(document, [...owner, step]);
  return [rangeOf(at > 0 ? steps[at - 1] : undefined), rangeOf(steps[at + 1])];
}

/** From the key, or the entry of a list itself, to the end of the value. */
function entryRange({ rangeOf }: YamlDocument, path: DocumentPath): TextRange {
  const value = rangeOf(path);
  if (typeof path.at(-1) === 'number') return value;
  const key = rangeOf(path, 'key');
  return { start: key.start, end: Math.max(key.end, value.end) };
}
