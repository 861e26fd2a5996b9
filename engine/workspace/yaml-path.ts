import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import type { DocumentPath } from '../../schemas/criterion';
import type { TextRange } from '../../schemas/problem';

/** Where a path leads: the key and the value that stand there. */
export interface PathPlace {
  key?: Node;
  value?: Node;
  /** False when the path goes on below what exists: then this is its nearest existing ancestor. */
  complete: boolean;
}

/** The anchors of a document in the order in which they are written. An alias means the last one before it. */
export class Anchors {
  readonly #byName = new Map<string, Node[]>();
  readonly aliases: Alias[] = [];
  readonly #pairs = new WeakMap<YAMLMap, Map<string, Pair>>();

  constructor(document: Document | undefined, text: string) {
    if (!document || !/[&*]/.test(text)) return;
    visit(document, {
      Node: (_, node) => {
        if (isAlias(node)) this.aliases.push(node);
        else if (node.anchor) this.#byName.set(node.anchor, [...(this.#byName.get(node.anchor) ?? []), node]);
      },
    });
  }

  /** The node behind an alias; undefined when no such anchor stands before it. */
  target(alias: Alias): Node | undefined {
    const from = alias.range?.[0] ?? 0;
    return this.#byName.get(alias.source)?.findLast((node) => (node.range?.[0] ?? 0) <= from);
  }

  /** The node that counts: an alias's target, the node itself otherwise. */
  resolve(node: Node): Node {
    return isAlias(node) ? (this.target(node) ?? node) : node;
  }

  /** The first pair of a mapping that has a key. Each mapping is gone through once: a long one is asked for every key it has. */
  pairOf(map: YAMLMap, key: string): Pair | undefined {
    let pairs = this.#pairs.get(map);
    if (!pairs) {
      pairs = new Map();
      for (const pair of map.items) {
        const name = keyName(pair, this);
        if (name !== undefined && !pairs.has(name)) pairs.set(name, pair);
      }
      this.#pairs.set(map, pairs);
    }
    return pairs.get(key);
  }
}

/** Follows a path through mappings, lists, aliases and merge keys. */
export function findPlace(root: Node, path: DocumentPath, anchors: Anchors): PathPlace {
  let place: PathPlace = { value: root, complete: true };
  for (const step of path) {
    const next = place.value && child(anchors.resolve(place.value), step, anchors, new Set());
    if (!next) return { ...place, complete: false };
    place = { ...next, complete: true };
  }
  return place;
}

function child(
  node: Node,
  step: string | number,
  anchors: Anchors,
  seen: Set<Node>,
): { key?: Node; value?: Node } | undefined {
  if (seen.has(node)) return undefined; // a merge that leads back to itself
  seen.add(node);
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const own = anchors.pairOf(node, String(step));
  if (own) return { ...(isNode(own.key) && { key: own.key }), ...(isNode(own.value) && { value: own.value }) };
  for (const pair of node.items) {
    if (!isMergePair(pair) || !isNode(pair.value)) continue;
    const merged = anchors.resolve(pair.value);
    for (const source of isSeq(merged) ? merged.items.filter(isNode) : [merged]) {
      const found = child(anchors.resolve(source), step, anchors, seen);
      if (found) return found;
    }
  }
  return undefined;
}

function keyName(pair: Pair, anchors: Anchors): string | undefined {
  const key = isNode(pair.key) ? anchors.resolve(pair.key) : undefined;
  return isScalar(key) ? String(key.value) : undefined;
}

/** True for `<<: …`. */
export function isMergePair(pair: Pair): boolean {
  return isScalar(pair.key) && pair.key.source === '<<';
}

/** The range of a node without the line ends that block values drag along. */
export function nodeRange(node: Node, text: string): TextRange {
  if (!node.range) return { start: 0, end: 0 };
  const [start, end] = node.range;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/**
 * Where a problem of a place is shown: on the key when that was asked for, and when the value is empty or a block of
 * many lines, so that a file never turns red from top to bottom; else on the value. Without a key: the first line.
 */
export function problemRange(place: PathPlace, at: 'key' | 'value', text: string): TextRange {
  const { key, value } = place;
  const range = value && nodeRange(value, text);
  const collection = value !== undefined && (isMap(value) || isSeq(value));
  const wide = collection && range !== undefined && /[\r\n]/.test(text.slice(range.start, range.end));
  const unfit = !range || range.start === range.end || wide || (collection && !place.complete);
  if (key && (at === 'key' || unfit)) return nodeRange(key, text);
  return firstLine(range ?? { start: 0, end: text.length }, text);
}

/** The part of a range on its first line. */
export function firstLine(range: TextRange, text: string): TextRange {
  const line = /^[^\r\n]*/.exec(text.slice(range.start, range.end))?.[0] ?? '';
  return { start: range.start, end: range.start + line.trimEnd().length };
}

/** The first word at or after an offset on its line; one character when there is none. */
export function wordAt(offset: number, text: string): TextRange {
  const [, blank = '', word = ''] = /^([ \t]*)([^\s]*)/.exec(text.slice(offset)) ?? [];
  if (word !== '') return { start: offset + blank.length, end: offset + blank.length + word.length };
  const start = Math.max(0, Math.min(offset, text.trimEnd().length - 1));
  return { start, end: Math.min(start + 1, text.length) };
}
