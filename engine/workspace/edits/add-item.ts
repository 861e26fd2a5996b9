import type { DocumentPath } from '../../../schemas/criterion';
import type { Result } from '../../../schemas/result';
import type { YamlDocument } from '../yaml-document';
import { type YamlStyle, yamlFragment, yamlStyleOf } from '../yaml-fragment';
import { keyCandidates, one } from './add-key';
import { endOfEntry } from './lines';
import { soundEdit, unreadable } from './sound-edit';
import { insertion, type TextChange } from './text-change';
import { valueAt, withValueAt } from './value-at';

/**
 * Puts an entry at the end of a list, in the style of those that are there; a list that is not there yet is begun.
 * @returns refused when the text cannot be read, or cannot be edited without changing more
 */
export function addItem(document: YamlDocument, path: DocumentPath, item: unknown): Result<readonly TextChange[]> {
  const broken = unreadable(document);
  if (broken) return broken;
  const list = valueAt(document.value, path);
  const items: unknown[] = Array.isArray(list) ? list : [];
  const expected = withValueAt(document.value, path, [...items, item]);
  const candidates = [...itemCandidates(document, path, item)].map(one);
  return soundEdit(document, candidates, [expected], `Add the entry to ${path.join('.')} by hand.`);
}

/** What may be written to put an entry at the end of a list, the nicest first. */
export function* itemCandidates(document: YamlDocument, path: DocumentPath, item: unknown): Generator<TextChange> {
  const list = valueAt(document.value, path);
  if (Array.isArray(list) && list.length > 0) yield* afterLast(document, path, list.length, item);
  else yield* keyCandidates(document, path, [item]);
}

function* afterLast(
  { text, rangeOf }: YamlDocument,
  path: DocumentPath,
  count: number,
  item: unknown,
): Generator<TextChange> {
  const style = yamlStyleOf([text]);
  const list = rangeOf(path);
  const last = rangeOf([...path, count - 1]);
  if (text[list.start] === '[') {
    yield insertion(last.end, `, ${JSON.stringify(item)}`);
    return;
  }
  const dash = dashBefore(text, last.start, list.start);
  if (dash === undefined) return;
  const lines = itemLines(item, dash, style);
  const end = endOfEntry(text, last.end, dash.indent);
  yield insertion(end, lines.map((line) => style.eol + line).join(''));
  // A block text that keeps the empty lines below it: they stay above what is new.
  const next = end + (/^(?:\r?\n[ \t]*)*(?:\r?\n|$)/.exec(text.slice(end))?.[0].length ?? 0);
  yield insertion(next, lines.map((line) => line + style.eol).join(''));
}

interface Dash {
  /** What stands before the dash on its line. */
  indent: string;
  /** The blanks after it. */
  gap: string;
}

/** The dash of the item that starts at `offset`: on its line, or on one above it. */
function dashBefore(text: string, offset: number, listStart: number): Dash | undefined {
  for (let end = offset; end > listStart - 1; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const [, indent, gap] = /^(?:\uFEFF)?([ \t]*)-([ \t]*)/.exec(text.slice(start, offset)) ?? [];
    if (indent !== undefined) return { indent, gap: gap || ' ' };
    if (start === 0) return undefined;
    end = start - 1;
  }
  return undefined;
}

function itemLines(item: unknown, { indent, gap }: Dash, style: YamlStyle): string[] {
  const [first = '', ...rest] = yamlFragment(item, style).split('\n');
  const deeper = indent + ' '.repeat(1 + gap.length);
  return [`${indent}-${gap}${first}`, ...rest.map((line) => (line === '' ? '' : deeper + line))];
}
