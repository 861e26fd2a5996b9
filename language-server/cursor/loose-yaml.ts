import type { TextRange } from '../../schemas/problem';
import { closingQuote, scanFlow } from './loose-flow';

/**
 * A place in a text that is YAML or about to become it. Nothing keeps it from being read: what is half typed is a `word`, and
 * whatever follows has its place by its indentation alone.
 */
export interface LooseNode {
  /** `pair`: a key and its value; `item`: an entry of a list; `word`: a text that is neither, yet. */
  kind: 'root' | 'pair' | 'item' | 'word';
  parent?: LooseNode;
  children: LooseNode[];
  /** Offset of its first character: of the key, the dash or the word. */
  start: number;
  /** Of that character in its line; -1 for the root and in flow collections. */
  column: number;
  /** The key without quotes. */
  key?: string;
  keyRange?: TextRange;
  /** Offset of the colon; absent while it is not typed. */
  colon?: number;
  /** The value as far as it is a text of one line, quotes included, or a word itself. */
  value?: TextRange;
  /** A collection in braces or brackets. */
  flow?: TextRange & { map: boolean; closed: boolean };
  /** In a flow collection: from the first character to where the separator is, or would be. */
  extent?: TextRange;
}

/** The places of a text, read without its parser: some milliseconds for 5,000 lines, broken ones too. */
export interface LooseYaml {
  text: string;
  root: LooseNode;
  /** The nodes that are not in flow collections, in reading order. */
  nodes: LooseNode[];
  /** Comments, block texts and texts of several lines: nothing in them is a key or a value to be chosen. */
  opaque: TextRange[];
}

const plainKey = /(?:[^\s"'#[\]{},|>%@`&*!][^#\r\n]*?)?(?=[ \t]*:(?:[ \t\r]|$))/my;
const properties = /(?:[&!][^\s]*[ \t]+)*/y;

/** Reads the places of a text. Never throws, whatever the text is. */
export function scanYaml(text: string): LooseYaml {
  return new Scan(text).run();
}

class Scan {
  readonly #root: LooseNode = { kind: 'root', children: [], start: 0, column: -1 };
  readonly #nodes: LooseNode[] = [];
  readonly #opaque: TextRange[] = [];
  #last = this.#root;
  #at = 0;

  constructor(private readonly text: string) {}

  run(): LooseYaml {
    const { text } = this;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
    while (this.#at < text.length) this.#line();
    return { text, root: this.#root, nodes: this.#nodes, opaque: this.#opaque };
  }

  /** Takes one line, and those that belong to a value which begins on it. */
  #line(): void {
    const { text } = this;
    const start = this.#at;
    const end = lineEnd(text, start);
    this.#at = nextLine(text, end);
    if (text.startsWith('---', start) || text.startsWith('...', start)) return;
    let at = skipBlanks(text, start);
    while (text[at] === '-' && (at + 1 >= end || /[ \t]/.test(text[at + 1] ?? ''))) {
      this.#add({ kind: 'item', start: at, column: at - start, children: [] });
      at = skipBlanks(text, at + 1);
    }
    if (at >= end) return;
    if (text[at] === '#') this.#opaque.push({ start: at, end });
    else if (text[at] === '{' || text[at] === '[') this.#flow(at, ownerOf(this.#last, at - start, false));
    else this.#keyOrWord(at, end, at - start);
  }

  #keyOrWord(at: number, end: number, column: number): void {
    const { text } = this;
    const key = keyAt(text, at, end);
    if (!key) {
      this.#word(at, end, column);
      return;
    }
    const pair: LooseNode = { kind: 'pair', start: at, column, children: [], ...key };
    this.#add(pair);
    properties.lastIndex = skipBlanks(text, key.colon + 1);
    properties.exec(text);
    this.#value(Math.min(Math.max(properties.lastIndex, key.colon + 1), end), end, pair);
  }

  #add(node: LooseNode): void {
    const owner = ownerOf(this.#last, node.column, node.kind === 'item');
    node.parent = owner;
    owner.children.push(node);
    this.#nodes.push(node);
    this.#last = node;
  }

  /** What stands alone: an entry that is a text, or a key without its colon. */
  #word(at: number, end: number, column: number): void {
    const { text } = this;
    const block = /^[|>][-+0-9]*[ \t]*(?:#.*)?$/.test(text.slice(at, end));
    if (block && this.#last.kind === 'item') {
      this.#block(this.#last.column);
      return;
    }
    const word: LooseNode = { kind: 'word', start: at, column, children: [] };
    this.#add(word);
    word.value = this.#scalar(at, end, word.parent?.column ?? -1);
    // A word is no place for what follows.
    this.#last = word.parent ?? this.#root;
  }

  #value(at: number, end: number, pair: LooseNode): void {
    const { text } = this;
    const rest = text.slice(at, end);
    if (rest.trim() === '') return;
    if (/^[ \t]*#/.test(rest)) {
      this.#opaque.push({ start: text.indexOf('#', at), end });
    } else if (/^[|>][-+0-9]*[ \t]*(?:#.*)?$/.test(rest)) {
      this.#opaque.push({ start: at, end });
      this.#block(pair.column);
    } else if (text[at] === '{' || text[at] === '[') {
      this.#flow(at, pair);
    } else {
      pair.value = this.#scalar(at, end, pair.column);
    }
  }

  /** Passes over a block text: what is indented deeper than its owner. Blank lines after it may become anything. */
  #block(column: number): void {
    const start = this.#at;
    this.#at = this.#deeperThan(column);
    const written = this.text.slice(start, this.#at).trimEnd().length;
    if (written > 0) this.#opaque.push({ start, end: start + written });
  }

  /** A text in quotes or plain; one in quotes may go on below. */
  #scalar(at: number, end: number, column: number): TextRange {
    const { text } = this;
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const limit = Math.max(this.#deeperThan(column), end);
      const close = closingQuote(text, at, limit);
      if (close !== undefined && close < end) return this.#commentAfter(close + 1, end, { start: at, end: close + 1 });
      if (close !== undefined) {
        this.#opaque.push({ start: at, end: close + 1 });
        this.#at = nextLine(text, lineEnd(text, close));
        return { start: at, end };
      }
      return { start: at, end };
    }
    const comment = /[ \t]#/.exec(text.slice(at, end));
    const stop = comment ? at + comment.index : end;
    const value = { start: at, end: at + text.slice(at, stop).trimEnd().length };
    if (comment) this.#opaque.push({ start: stop + 1, end });
    return value;
  }

  #commentAfter(at: number, end: number, value: TextRange): TextRange {
    const comment = this.text.indexOf('#', at);
    if (comment !== -1 && comment < end) this.#opaque.push({ start: comment, end });
    return value;
  }

  #flow(at: number, owner: LooseNode): void {
    const { text } = this;
    const deeper = this.#deeperThan(owner.column);
    const limit = deeper > this.#at ? deeper : lineEnd(text, at);
    const end = scanFlow(text, at, limit, owner, this.#opaque);
    if (end > this.#at) this.#at = text[end - 1] === '\n' ? end : nextLine(text, lineEnd(text, end));
  }

  /** Where the lines end, from the next one, that are indented deeper than a column. */
  #deeperThan(column: number): number {
    const { text } = this;
    let at = this.#at;
    let end = at;
    while (at < text.length) {
      const first = skipBlanks(text, at);
      const stop = lineEnd(text, at);
      const blank = first >= stop;
      if (!blank && first - at <= column) break;
      at = nextLine(text, stop);
      end = at;
    }
    return end;
  }
}

/** The node in which something at a column belongs, when `last` is the one before it. */
export function ownerOf(last: LooseNode, column: number, isItem: boolean): LooseNode {
  let node = last;
  while (node.parent) {
    if (node.column < column) return node;
    // A list may stand level with its key.
    if (isItem && node.column === column && node.kind === 'pair' && !node.value && !node.flow) return node;
    node = node.parent;
  }
  return node;
}

function keyAt(
  text: string,
  at: number,
  end: number,
): (Pick<LooseNode, 'key' | 'keyRange'> & { colon: number }) | undefined {
  const quoted = text[at] === '"' || text[at] === "'";
  let keyEnd: number;
  if (quoted) {
    const close = closingQuote(text, at, end);
    if (close === undefined) return undefined;
    keyEnd = close + 1;
  } else {
    plainKey.lastIndex = at;
    const line = plainKey.exec(text);
    if (!line || line[0] === '' || at + line[0].length > end) return undefined;
    keyEnd = at + line[0].length;
  }
  const colon = skipBlanks(text, keyEnd);
  if (text[colon] !== ':' || colon >= end || (colon + 1 < end && !/[ \t]/.test(text[colon + 1] ?? '')))
    return undefined;
  const keyRange = { start: at, end: keyEnd };
  return { key: quoted ? text.slice(at + 1, keyEnd - 1) : text.slice(at, keyEnd), keyRange, colon };
}

export function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next++;
  return next;
}

/** Where the line that holds an offset ends, without its line end. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  const end = found === -1 ? text.length : found;
  return end > at && text[end - 1] === '\r' ? end - 1 : end;
}

function nextLine(text: string, end: number): number {
  const found = text.indexOf('\n', end);
  return found === -1 ? text.length : found + 1;
}
