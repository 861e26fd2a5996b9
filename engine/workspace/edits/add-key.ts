import type { DocumentPath } from '../../../schemas/criterion';
import type { Result } from '../../../schemas/result';
import { asRecord } from '../plain-value';
import type { YamlDocument } from '../yaml-document';
import { yamlFragment, yamlStyleOf } from '../yaml-fragment';
import { blockIndent, endOfEntry } from './lines';
import { soundEdit, unreadable } from './sound-edit';
import { insertion, type TextChange } from './text-change';
import { valueAt, withValueAt } from './value-at';

/**
 * Writes a key that is not there yet, and the mappings above it that are not, either.
 * @param path where the value is to stand: its last step is the key.
 * @param after the key of the same mapping below which it should stand; else it comes last.
 * @returns refused when the text cannot be read, or holds the key already, or cannot be edited without changing more
 */
export function addKey(
  document: YamlDocument,
  path: DocumentPath,
  value: unknown,
  after?: string,
): Result<readonly TextChange[]> {
  const broken = unreadable(document);
  if (broken) return broken;
  const expected = withValueAt(document.value, path, value);
  const place = writtenPlace(document.value, path, value);
  const byHand = `Write ${path.join('.')} by hand.`;
  return soundEdit(document, [...keyCandidates(document, place.path, place.value, after)].map(one), [expected], byHand);
}

/** The nearest place that can be written: a key of a mapping that is there, with what has to stand below it. */
function writtenPlace(root: unknown, path: DocumentPath, value: unknown): { path: DocumentPath; value: unknown } {
  for (let depth = 0; depth < path.length; depth++) {
    const inner = path.slice(depth + 1);
    const there = valueAt(root, path.slice(0, depth + 1));
    if (inner.length > 0 && (there === undefined || there === null))
      return { path: path.slice(0, depth + 1), value: withValueAt(undefined, inner, value) };
  }
  return { path, value };
}

/**
 * What may be written to give a mapping a key, the nicest first; a key without a value, or with an empty one, gets the value.
 */
export function* keyCandidates(
  document: YamlDocument,
  path: DocumentPath,
  value: unknown,
  after?: string,
): Generator<TextChange> {
  const { text, rangeOf } = document;
  const style = yamlStyleOf([text]);
  const ownerPath = path.slice(0, -1);
  const key = String(path.at(-1));
  const owner = asRecord(valueAt(document.value, ownerPath)) ?? {};
  if (Object.hasOwn(owner, key)) {
    yield* valueCandidates(document, path, value);
    return;
  }
  const range = rangeOf(ownerPath);
  const first = Object.keys(owner)[0];
  if (first === undefined && ownerPath.length > 0) {
    yield* valueCandidates(document, ownerPath, { [key]: value });
    return;
  }
  const fragment = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  if (text[range.start] === '{') {
    yield insertion(range.start + 1, first === undefined ? fragment : `${fragment}, `);
    return;
  }
  const indent = blockIndent(text, first === undefined ? range.start : rangeOf([...ownerPath, first], 'key').start);
  if (indent === undefined) return;
  const lines = yamlFragment({ [key]: value }, style)
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line));
  const below = (offset: number): TextChange => {
    const end = endOfEntry(text, offset, indent);
    return insertion(end, lines.map((line) => style.eol + line).join(''));
  };
  if (after !== undefined && Object.hasOwn(owner, after)) {
    const before = [...ownerPath, after];
    yield below(Math.max(rangeOf(before).end, rangeOf(before, 'key').end));
  }
  yield below(range.end);
  yield insertion(range.start, `${lines.join(style.eol).slice(indent.length)}${style.eol}${indent}`);
}

/** `[]`, `{}`, `~` or nothing at all gives way to a value: below its key where that can be, else on its line. */
function* valueCandidates(document: YamlDocument, path: DocumentPath, value: unknown): Generator<TextChange> {
  const { text, rangeOf } = document;
  const style = yamlStyleOf([text]);
  const key = rangeOf(path, 'key');
  const given = rangeOf(path);
  const colon = text.indexOf(':', key.end);
  if (colon < 0) return;
  const isWritten = given.end > given.start && given.start > colon;
  const indent = blockIndent(text, key.start);
  if (indent !== undefined && value !== null && typeof value === 'object') {
    const isList = Array.isArray(value);
    const deeper = indent + (isList && !style.indentsLists ? '' : '  ');
    const block = yamlFragment(value, style)
      .split('\n')
      .map((line) => style.eol + (line === '' ? '' : deeper + line))
      .join('');
    const rest = /^[^\r\n]*/.exec(text.slice(isWritten ? given.end : colon + 1))?.[0] ?? '';
    if (!isWritten) yield insertion(colon + 1 + rest.trimEnd().length, block);
    // A comment behind the value stays on the line of the key.
    else if (rest.trim() === '') yield { range: { start: colon + 1, end: given.end }, text: block };
    else yield { range: { start: colon + 1, end: given.end + rest.length }, text: rest.trimEnd() + block };
  }
  const flow = JSON.stringify(value);
  if (isWritten) yield { range: given, text: flow };
  else yield insertion(colon + 1, ` ${flow}`);
}

/** The one change of an edit. */
export function one(change: TextChange): readonly TextChange[] {
  return [change];
}
