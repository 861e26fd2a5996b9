import type { DocumentPath } from '../../schemas/criterion';
import type { TextRange } from '../../schemas/problem';
import { type LooseNode, type LooseYaml, lineEnd, ownerOf } from './loose-yaml';

/** Where the cursor stands in a text, and what is there to be replaced. */
export interface Cursor {
  /** `key`: of a mapping; `value`: of a key; `entry`: of a list, or below a key that has nothing yet. */
  at: 'key' | 'value' | 'entry';
  /** Of the mapping that has the key, of the value, or of the entry. */
  path: DocumentPath;
  /** The node at the path. */
  owner: LooseNode;
  /** The pair or word that the cursor touches. */
  node?: LooseNode;
  /** The word under the cursor, without its quotes; empty when there is none. */
  range: TextRange;
  /** The quote that the word begins with. */
  quote?: '"' | "'";
  /** In a collection in braces or brackets. */
  flow: boolean;
  /** A colon follows the key already. */
  colon: boolean;
  /** Stands where a further entry of a list would: it needs a dash. */
  dash: boolean;
}

/** The path of a node: keys and indexes from the root. */
export function pathTo(node: LooseNode): (string | number)[] {
  const { parent } = node;
  if (!parent) return [];
  const above = pathTo(parent);
  if (node.kind === 'pair') return [...above, node.key ?? ''];
  return node.kind === 'item' ? [...above, itemsOf(parent).indexOf(node)] : above;
}

/** The entries of a list. */
export function itemsOf(node: LooseNode): LooseNode[] {
  return node.children.filter(({ kind }) => kind === 'item');
}

/** The keys of a mapping. */
export function pairsOf(node: LooseNode): LooseNode[] {
  return node.children.filter(({ kind }) => kind === 'pair');
}

/** The text of a value on one line, without its quotes. */
export function valueText({ value }: LooseNode, text: string): string | undefined {
  if (!value) return undefined;
  const { start, end } = inner(value, text).range;
  return text.slice(start, end);
}

/** Where an offset stands; undefined in comments and texts of several lines, and where nothing could be written. */
export function cursorAt(yaml: LooseYaml, offset: number): Cursor | undefined {
  const cursor = found(yaml, offset);
  // Before an opening or after a closing quote nothing can be written.
  return cursor && cursor.range.start <= offset && offset <= cursor.range.end ? cursor : undefined;
}

function found(yaml: LooseYaml, offset: number): Cursor | undefined {
  const { text, nodes, opaque, root } = yaml;
  if (opaque.some(({ start, end }) => start < offset && offset <= end)) return undefined;
  if (root.flow && inFlow(root, offset)) return cursorInFlow(root, offset, text);
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = nodes.findLast(({ start }) => start <= offset);
  for (let node = before; node; node = node.parent) if (inFlow(node, offset)) return cursorInFlow(node, offset, text);
  if (before && before.start >= lineStart) return cursorOnLine(before, offset, text);
  const line = text.slice(lineStart, lineEnd(text, lineStart));
  if (line.trim() !== '' || opaque.some(({ start, end }) => start <= offset && offset <= end)) return undefined;
  return cursorOnBlank(ownerOf(before ?? root, offset - lineStart, false), offset);
}

function inFlow({ flow }: LooseNode, offset: number): boolean {
  return flow !== undefined && flow.start < offset && (offset < flow.end || (!flow.closed && offset <= flow.end));
}

function cursorOnLine(node: LooseNode, offset: number, text: string): Cursor | undefined {
  const parent = node.parent ?? node;
  switch (node.kind) {
    case 'pair':
      return cursorOnPair(node, offset, text, false);
    case 'word': {
      const { value } = node;
      if (!value || offset > value.end) return undefined;
      const keys = parent.kind === 'root' || pairsOf(parent).length > 0;
      return { ...place(keys ? 'key' : 'entry', parent, false), node, ...inner(value, text) };
    }
    case 'item':
      if (offset === node.start || node.children.length > 0 || node.flow) return undefined;
      return { ...place('entry', node, false), range: at(offset) };
    case 'root':
      return undefined;
    default:
      return node.kind satisfies never;
  }
}

function cursorOnPair(node: LooseNode, offset: number, text: string, flow: boolean): Cursor | undefined {
  const { keyRange, colon, value } = node;
  if (!keyRange || offset < keyRange.start) return undefined;
  const key = offset <= keyRange.end;
  if (key)
    return { ...place('key', node.parent ?? node, flow), node, ...inner(keyRange, text), colon: colon !== undefined };
  if (colon === undefined || offset <= colon || node.flow || node.children.length > 0) return undefined;
  if (!value) return { ...place('value', node, flow), node, range: at(offset) };
  if (offset < value.start || offset > value.end) return undefined;
  return { ...place('value', node, flow), node, ...inner(value, text) };
}

/** @param owner that what is written at this column would belong to. */
function cursorOnBlank(owner: LooseNode, offset: number): Cursor | undefined {
  const range = at(offset);
  if (owner.value || owner.flow) return undefined;
  if (owner.kind === 'root' || pairsOf(owner).length > 0) return { ...place('key', owner, false), range };
  const items = itemsOf(owner);
  if (items.length === 0) return { ...place('entry', owner, false), range };
  const index = items.filter(({ start }) => start < offset).length;
  return { ...place('entry', owner, false), path: [...pathTo(owner), index], range, dash: true };
}

function cursorInFlow(owner: LooseNode, offset: number, text: string): Cursor | undefined {
  const child = owner.children.find(({ extent }) => extent && extent.start <= offset && offset <= extent.end);
  const range = at(offset);
  if (!child) {
    if (owner.flow?.map) return { ...place('key', owner, true), range };
    const index = owner.children.filter(({ start }) => start < offset).length;
    return { ...place('entry', owner, true), path: [...pathTo(owner), index], range };
  }
  if (inFlow(child, offset)) return cursorInFlow(child, offset, text);
  if (child.kind === 'pair') return cursorOnPair(child, offset, text, true);
  const { value } = child;
  if (!value || offset > value.end) return undefined;
  return { ...place('entry', child, true), node: child, ...inner(value, text) };
}

function place(kind: Cursor['at'], owner: LooseNode, flow: boolean): Omit<Cursor, 'range'> {
  return { at: kind, path: pathTo(owner), owner, flow, colon: false, dash: false };
}

function at(offset: number): TextRange {
  return { start: offset, end: offset };
}

/** What stands in the quotes, when there are some. */
function inner({ start, end }: TextRange, text: string): Pick<Cursor, 'range' | 'quote'> {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return { range: { start, end } };
  const closed = end - start > 1 && text[end - 1] === quote;
  return { range: { start: start + 1, end: closed ? end - 1 : end }, quote };
}
