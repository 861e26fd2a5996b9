import type { DocumentPath } from '../../../schemas/criterion';
import type { Result } from '../../../schemas/result';
import type { YamlDocument } from '../yaml-document';
import { yamlFragment, yamlStyleOf } from '../yaml-fragment';
import { addKey } from './add-key';
import { soundEdit, unreadable } from './sound-edit';
import type { TextChange } from './text-change';
import { valueAt, withKeyRenamed, withValueAt } from './value-at';

export type ScalarValue = string | number | boolean;

/**
 * Writes a scalar in place of what stands at a path, in the same quotes; a key that is not there is added.
 * @param after the key below which a new one should stand.
 * @returns refused when the text cannot be read, or when more than this place would change, as behind an alias
 */
export function setValue(
  document: YamlDocument,
  path: DocumentPath,
  value: ScalarValue,
  after?: string,
): Result<readonly TextChange[]> {
  const broken = unreadable(document);
  if (broken) return broken;
  const before = valueAt(document.value, path);
  if (before === undefined) return addKey(document, path, value, after);
  const { text, rangeOf } = document;
  const range = rangeOf(path);
  const gap = before === null && range.start === range.end && text[range.start - 1] === ':' ? ' ' : '';
  const candidates = written(document, text.slice(range.start, range.end), value).map((one) => [
    { range, text: gap + one },
  ]);
  const expected = withValueAt(document.value, path, value);
  return soundEdit(document, candidates, [expected], `Write ${path.join('.')}: ${value} by hand.`);
}

/** Gives a key another name, in the same quotes. Its value and its place stay. */
export function renameKey(document: YamlDocument, path: DocumentPath, name: string): Result<readonly TextChange[]> {
  const broken = unreadable(document);
  if (broken) return broken;
  const range = document.rangeOf(path, 'key');
  const candidates = written(document, document.text.slice(range.start, range.end), name).map((one) => [
    { range, text: one },
  ]);
  const expected = withKeyRenamed(document.value, path, name);
  return soundEdit(document, candidates, [expected], `Rename ${path.join('.')} to ${name} by hand.`);
}

/** How a scalar may be written in place of another, the likest first. */
function written({ text }: YamlDocument, source: string, value: ScalarValue): string[] {
  const style = yamlStyleOf([text]);
  return [...likeSource(source, value), yamlFragment(value, style), JSON.stringify(value)];
}

function likeSource(source: string, value: ScalarValue): string[] {
  if (typeof value !== 'string' || /[\r\n]/.test(value)) return [];
  if (source.startsWith("'")) return [`'${value.replaceAll("'", "''")}'`];
  if (source.startsWith('"')) return [JSON.stringify(value)];
  // A block text: its head, and the indent of its line, stay.
  const [head] = /^[|>][^\r\n]*\r?\n[ \t]*/.exec(source) ?? [];
  return head === undefined ? [value] : [head + value];
}
