import type { DocumentPath } from '../../schemas/criterion';
import { readFlow } from './plain-flow';
import {
  closingQuote,
  folded,
  foldedBlock,
  NotPlain,
  notPlain,
  plainValue,
  unescaped,
  withoutSpaces,
} from './plain-scalars';

/** Lines of a mapping or list, 0-based: its own, and those of its keys or items. */
export interface PlainPlace {
  line: number;
  entries: number[] | Record<string, number>;
}

/** Where the mappings and lists of a document stand. */
export type PlainPlaces = Map<object, PlainPlace>;

/**
 * Reads the YAML that our own records are written in: block mappings and lists, scalars, block texts. The parser proper takes
 * a millisecond for a verdict and half a second for the `run.yaml` of a thousand scenarios, since it keeps a node with its
 * place for everything; this keeps values, and lines where they are asked for. Most scenarios are written in it, too.
 * Whatever is not surely understood (flow collections of many lines, anchors, tags, tabs, a key that stands twice, anything
 * torn) is left to that parser.
 * @param places is told the line of every mapping and list, and of what is in it.
 * @returns undefined when the text must be read by the parser proper.
 */
export function readPlainYaml(text: string, places?: PlainPlaces): Record<string, unknown> | undefined {
  const end = text.endsWith('\r\n') ? '\r\n' : '\n';
  if (!text.endsWith(end) || /[\t\uFEFF\u0085\u2028\u2029]/.test(text)) return undefined;
  if (end === '\n' ? text.includes('\r') : /\r(?!\n)|(?<!\r)\n/.test(text)) return undefined;
  try {
    return new PlainReader(text.slice(0, -end.length).split(end), places).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** The line, 0-based, of what stands at a path of such a document: of its nearest existing ancestor when there is nothing. */
export function lineInPlain(root: object, places: PlainPlaces, path: DocumentPath, at: 'key' | 'value'): number {
  let line = places.get(root)?.line ?? 0;
  let value: unknown = root;
  for (const [index, step] of path.entries()) {
    const holder: unknown = value;
    const entries = typeof holder === 'object' && holder !== null ? places.get(holder)?.entries : undefined;
    if (!entries || !Object.hasOwn(entries, step)) return line;
    const own = (entries as Record<string | number, number>)[step] ?? line;
    value = (holder as Record<string | number, unknown>)[step];
    const isAsked = index === path.length - 1 && at === 'key';
    line = isAsked ? own : ((typeof value === 'object' && value !== null ? places.get(value)?.line : undefined) ?? own);
  }
  return line;
}

/** Deeper than any record; the parser proper has a limit of its own, with a message. */
const deepest = 40;
const entryPattern = /^([A-Za-z_][\w.#/-]*|"[^"\\]*"|'[^']*'):(?: +(.*))?$/;
const reservedKeys = /^(?:null|true|false|__proto__)$/i;
const emptyLine = /^ *$/;
const comment = /^ *#/;

class PlainReader {
  private at = 0;
  /** The next line that is not empty, as far as it was looked for: thousands of empty ones are passed once. */
  private filled = 0;

  constructor(
    private readonly lines: string[],
    private readonly places: PlainPlaces | undefined,
  ) {}

  document(): Record<string, unknown> {
    if (this.nextIndent() !== 0) throw notPlain;
    const value = this.mapping(0, 0);
    this.nextIndent();
    if (this.at < this.lines.length) throw notPlain;
    return value;
  }

  /** Passes empty lines and comments. @returns the indentation of the next line; -1 at the end. */
  private nextIndent(): number {
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? '';
      if (!emptyLine.test(line) && !comment.test(line)) return line.search(/[^ ]/);
    }
    return -1;
  }

  private mapping(indent: number, depth: number): Record<string, unknown> {
    if (depth > deepest) throw notPlain;
    const entries: Record<string, unknown> = {};
    const keyLines: Record<string, number> = {};
    this.places?.set(entries, { line: this.at, entries: keyLines });
    for (let next = indent; next === indent; next = this.nextIndent()) {
      const [, written = '', rest = ''] = entryPattern.exec((this.lines[this.at] ?? '').slice(indent)) ?? [];
      const key = /^["']/.test(written) ? written.slice(1, -1) : written;
      if (key === '' || reservedKeys.test(key) || Object.hasOwn(entries, key)) throw notPlain;
      keyLines[key] = this.at++;
      entries[key] =
        emptyLine.test(rest) || rest.startsWith('#') ? this.below(indent, depth) : this.scalar(rest, indent);
    }
    if (this.nextIndent() > indent) throw notPlain;
    return entries;
  }

  /** What stands in the lines under a key; a list may stand as far to the left as its key. */
  private below(indent: number, depth: number): unknown {
    const next = this.nextIndent();
    const isItem = /^ *- /.test(this.lines[this.at] ?? '');
    if (next < indent || (next === indent && !isItem)) return null;
    if (isItem) return this.list(next, depth + 1);
    if (!entryPattern.test((this.lines[this.at] ?? '').slice(next))) throw notPlain;
    return this.mapping(next, depth + 1);
  }

  private list(indent: number, depth: number): unknown[] {
    if (depth > deepest) throw notPlain;
    const items: unknown[] = [];
    const itemLines: number[] = [];
    this.places?.set(items, { line: this.at, entries: itemLines });
    for (let next = indent; next === indent; next = this.nextIndent()) {
      const line = this.lines[this.at] ?? '';
      const [, gap = '', content = ''] = /^-( +)(.*)$/.exec(line.slice(indent)) ?? [];
      if (content === '') {
        if (/^ *-/.test(line) || items.length === 0) throw notPlain;
        break; // the next key of the mapping around it
      }
      const inner = indent + 1 + gap.length;
      itemLines.push(this.at);
      if (/^- /.test(content) || entryPattern.test(content)) {
        this.lines[this.at] = ' '.repeat(inner) + content;
        items.push(content.startsWith('- ') ? this.list(inner, depth + 1) : this.mapping(inner, depth + 1));
      } else {
        this.at++;
        items.push(this.scalar(content, indent));
      }
    }
    if (this.nextIndent() > indent) throw notPlain;
    return items;
  }

  /** @param indent of the mapping or list that it is in: its further lines stand deeper. */
  private scalar(written: string, indent: number): unknown {
    const first = withoutSpaces(written);
    const [, style, chomping = ''] = /^([|>])([+-]?)$/.exec(first) ?? [];
    if (style !== undefined) return this.blockText(style === '>', chomping, indent);
    if (/^[[{]/.test(first)) {
      this.refuseMore(indent);
      return readFlow(first, this.at - 1, this.places);
    }
    const quote = first.startsWith('"') ? '"' : first.startsWith("'") ? "'" : undefined;
    return quote === undefined ? this.plain(first, indent) : this.quoted(first, quote, indent);
  }

  private plain(first: string, indent: number): unknown {
    if (/^(?:[[\]{},&*!|>%@`"'#]|[-?:](?: |$))/.test(first)) throw notPlain;
    const [, written, remark] = /^(.*?)( +#.*)$/.exec(first) ?? [];
    if (remark !== undefined) this.refuseMore(indent);
    const lines = [written ?? first];
    for (; this.continues(indent); this.at++) lines.push(withoutSpaces(this.lines[this.at] ?? ''));
    while (lines.at(-1) === '') lines.pop();
    for (const line of lines) if (/: |:$| #/.test(line) || line.startsWith('#')) throw notPlain;
    return lines.length > 1 ? folded(lines) : plainValue(lines[0] ?? '');
  }

  private quoted(first: string, quote: string, indent: number): string {
    const lines = [first];
    let line = first;
    let end = closingQuote(first, quote, 1);
    for (; end < 0; end = closingQuote(line, quote, 0)) {
      // A line end that does not count, behind a backslash, is for the parser.
      if (!this.continues(indent) || (quote === '"' && line.endsWith('\\'))) throw notPlain;
      line = withoutSpaces(this.lines[this.at++] ?? '');
      lines.push(line);
    }
    if (!/^(?: *| +#.*)$/.test(line.slice(end + 1))) throw notPlain;
    this.refuseMore(indent);
    lines[lines.length - 1] = line.slice(0, end + 1);
    const inner = folded(lines).slice(1, -1);
    return quote === "'" ? inner.replaceAll("''", "'") : unescaped(inner);
  }

  private blockText(folds: boolean, chomping: string, indent: number): string {
    const lines: string[] = [];
    let margin = 0;
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? '';
      if (emptyLine.test(line)) {
        if (line.length > 0 && (margin === 0 || line.length > margin)) throw notPlain;
        lines.push('');
        continue;
      }
      const own = line.search(/[^ ]/);
      if (margin === 0) {
        if (own <= indent) break;
        margin = own;
      }
      if (own < margin) break;
      lines.push(line.slice(margin));
    }
    let last = lines.length;
    while (last > 0 && lines[last - 1] === '') last--;
    if (last === 0) throw notPlain;
    const body = folds ? foldedBlock(lines.slice(0, last)) : lines.slice(0, last).join('\n');
    return body + (chomping === '-' ? '' : chomping === '+' ? '\n'.repeat(lines.length - last + 1) : '\n');
  }

  /** Whether the next line goes on with the scalar that was begun; empty lines do when something follows them. */
  private continues(indent: number): boolean {
    this.filled = Math.max(this.filled, this.at);
    while (this.filled < this.lines.length && emptyLine.test(this.lines[this.filled] ?? '')) this.filled++;
    return (this.lines[this.filled] ?? '').search(/[^ ]/) > indent;
  }

  private refuseMore(indent: number): void {
    if (this.continues(indent)) throw notPlain;
  }
}
