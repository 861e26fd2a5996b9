import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isScalar, type Pair, parseDocument, visit, type YAMLMap } from 'yaml';
import type { TextRange } from '../../../schemas/problem';
import { parseYaml, type YamlDocument } from '../yaml-document';
import { lineStart, nextLine } from './lines';
import { changed, type TextChange } from './text-change';

/** A key that stands twice in a mapping, and the edits that leave one of the two. */
export interface DuplicateKey {
  key: string;
  /** Both have the same value, so either may go. */
  same: boolean;
  /** Undefined where the text cannot be cut safely. */
  withoutFirst?: TextChange;
  withoutSecond?: TextChange;
}

/**
 * Looks at a key that is written twice. An edit is given only when the text reads after it as it does with that entry left out, and
 * one problem less is left.
 * @param at the range of the second key.
 * @returns undefined when more is wrong with the text than keys that are written twice
 */
export function duplicateKey(document: YamlDocument, at: TextRange): DuplicateKey | undefined {
  const { text, syntaxProblems } = document;
  if (syntaxProblems.some(({ code }) => code !== 'duplicate-key')) return undefined;
  const found = findTwins(text, at.start);
  if (!found) return undefined;
  const { key, first, second } = found;
  const plain = (pair: Pair): unknown => (isNode(pair.value) ? pair.value.toJS(found.document) : pair.value);
  const without = (which: 'first' | 'second'): TextChange | undefined =>
    cuts(text, found.map, found[which]).find((cut) => isSound(document, cut, at.start, which));
  const [withoutFirst, withoutSecond] = [without('first'), without('second')];
  return {
    key,
    same: isDeepStrictEqual(plain(first), plain(second)),
    ...(withoutFirst && { withoutFirst }),
    ...(withoutSecond && { withoutSecond }),
  };
}

interface Twins {
  document: ReturnType<typeof read>;
  map: YAMLMap;
  key: string;
  first: Pair;
  second: Pair;
}

/** Reads a text of which keys that are written twice are no error; the later one holds. */
function read(text: string) {
  return parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'error' });
}

function findTwins(text: string, start: number): Twins | undefined {
  const document = read(text);
  let twins: Twins | undefined;
  visit(document, {
    Pair: (_, second, path) => {
      const map = path.at(-1);
      if (!isMap(map) || !isScalar(second.key) || second.key.range?.[0] !== start) return undefined;
      const { value } = second.key;
      const first = map.items.find((one) => isScalar(one.key) && one.key.value === value);
      if (first && first !== second) twins = { document, map, key: String(value), first, second };
      return visit.BREAK;
    },
  });
  return twins;
}

/** What may be cut to take an entry away, the nicest first. */
function cuts(text: string, map: YAMLMap, pair: Pair): TextChange[] {
  const own = extentOf(pair, text);
  if (!own) return [];
  const index = map.items.indexOf(pair);
  const [before, after] = [map.items[index - 1], map.items[index + 1]].map((one) => one && extentOf(one, text));
  const start = lineStart(text, own.start);
  const ranges = [
    ...(text.slice(start, own.start).trim() === '' ? [{ start, end: nextLine(text, own.end) }] : []),
    ...(after ? [{ start: own.start, end: after.start }] : []),
    ...(before ? [{ start: before.end, end: own.end }] : []),
  ];
  return ranges.map((range) => ({ range, text: '' }));
}

/** From the key to the end of what its value says; the parser counts the line end of a block text, too. */
function extentOf({ key, value }: Pair, text: string): TextRange | undefined {
  const from = isNode(key) ? key.range : undefined;
  if (!from) return undefined;
  const end = Math.max(from[1], (isNode(value) ? value.range?.[1] : undefined) ?? 0);
  return { start: from[0], end: from[0] + text.slice(from[0], end).trimEnd().length };
}

function isSound(document: YamlDocument, cut: TextChange, start: number, which: 'first' | 'second'): boolean {
  const after = changed(document.text, cut);
  const left = parseYaml(after, document.file).syntaxProblems;
  if (left.length >= document.syntaxProblems.length || left.some(({ code }) => code !== 'duplicate-key')) return false;
  const meant = findTwins(document.text, start);
  if (!meant) return false;
  meant.map.items.splice(meant.map.items.indexOf(meant[which]), 1);
  try {
    return isDeepStrictEqual(read(after).toJS(), meant.document.toJS());
  } catch {
    return false; // an alias whose anchor went with the entry
  }
}
