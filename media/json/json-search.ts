import type { TextPath } from '../text/text-source';
import { childrenOf } from './json-rows';

/** A place in JSON that has what is looked for: in the name of a value, or in the value. */
export interface JsonMatch {
  path: TextPath;
  in: 'name' | 'value';
  /** Where in the text it begins; undefined when that cannot be told. */
  start: number | undefined;
  end: number | undefined;
}

/** More are not looked for. */
export const mostMatches = 1000;
/** So many values are looked at before the page gets its turn. */
const slice = 2000;

/**
 * Every place that has a text, in any case, in the order of the tree. Yields between slices of work, and ends at
 * `mostMatches`.
 * @returns the matches, whole at the end
 */
export function* searchJson(value: unknown, wanted: string): Generator<undefined, JsonMatch[]> {
  const needle = wanted.toLowerCase();
  const matches: JsonMatch[] = [];
  if (needle === '') return matches;
  const waiting: { path: TextPath; value: unknown }[] = [{ path: [], value }];
  let weight = 0;
  while (matches.length < mostMatches) {
    const next = waiting.pop();
    if (!next) break;
    const name = next.path.at(-1);
    if (typeof name === 'string') add(matches, next.path, 'name', name, needle);
    const { value: inner } = next;
    if (inner === null || typeof inner !== 'object') {
      const text = String(inner);
      weight += text.length / 1000;
      add(matches, next.path, 'value', text, needle);
    } else {
      const children = childrenOf(inner);
      weight += children.length / 10;
      for (const [key, one] of children.reverse()) waiting.push({ path: [...next.path, key], value: one });
    }
    if (++weight > slice) {
      weight = 0;
      yield;
    }
  }
  return matches;
}

function add(matches: JsonMatch[], path: TextPath, where: JsonMatch['in'], text: string, needle: string): void {
  const lower = text.toLowerCase();
  const start = lower.indexOf(needle);
  if (start < 0) return;
  // Lower-casing can change a text's length: then only the text is known, not where in it.
  const exact = lower.length === text.length;
  matches.push({
    path,
    in: where,
    start: exact ? start : undefined,
    end: exact ? start + needle.length : undefined,
  });
}
