import type { DocumentPath } from '../../../schemas/criterion';
import { asRecord } from '../plain-value';
import type { YamlDocument } from '../yaml-document';
import { blockIndent, endOfEntry, lineStart, nextLine } from './lines';
import type { TextChange } from './text-change';
import { valueAt } from './value-at';

/** A key with its value, and the comments that go with it: whole lines. */
interface Entry {
  key: string;
  /** The empty lines above it. */
  blank: string;
  lines: string;
}

/**
 * The change that puts the keys of one mapping in an order. Whole lines are moved, nothing within a line is touched: comments
 * directly above a key, or behind its value, move with it, but for the head of the file; keys that the order does not name stay below the key that they follow.
 * Whether the text still reads the same is for the caller to see: an anchor may have come behind its alias.
 * @returns undefined when it is in order already, or is written in a way that lines cannot be moved in
 */
export function organiseMapping(
  document: YamlDocument,
  path: DocumentPath,
  order: readonly string[],
): TextChange | undefined {
  const area = entriesOf(document, path);
  if (!area) return undefined;
  const { start, end, entries, dash } = area;
  const sorted = inOrder(entries, order);
  if (sorted.every((entry, index) => entry === entries[index])) return undefined;
  return { range: { start, end }, text: joined(entries, sorted, dash) };
}

interface Area {
  start: number;
  end: number;
  entries: Entry[];
  /** What stands before the first key on its line, when the mapping is an entry of a list. */
  dash: string;
}

function entriesOf(document: YamlDocument, path: DocumentPath): Area | undefined {
  const { text, rangeOf } = document;
  const record = asRecord(valueAt(document.value, path));
  const owner = rangeOf(path);
  if (!record || text[owner.start] === '{') return undefined;
  const places = [...Object.keys(record), '<<']
    .map((key) => ({ key, start: rangeOf([...path, key], 'key').start, end: rangeOf([...path, key]).end }))
    // Keys that come from elsewhere, by an alias or a merge, have no line here.
    .filter(({ key, start }) => start >= owner.start && start < owner.end && isWritten(text, start, key))
    .sort((a, b) => a.start - b.start);
  const [first] = places;
  const indent = first && blockIndent(text, first.start);
  if (!first || indent === undefined) return undefined;
  const levels = places.map(({ start }) => blockIndent(text, start));
  if (levels.some((level) => level !== indent)) return undefined;
  const firstLine = lineStart(text, first.start);
  const dash = text.slice(firstLine, first.start).includes('-') ? text.slice(firstLine, first.start) : '';
  const comments = dash === '' ? aboveComments(text, firstLine) : firstLine;
  const start = isHead(text, comments) ? firstLine : comments;
  const entries: Entry[] = [];
  let from = start;
  for (const { key, start: keyStart, end } of places) {
    const until = entryEnd(text, Math.max(end, keyStart + 1), indent, rangeOf([...path, key]).start);
    const chunk = text.slice(from, until);
    const blank = /^(?:[ \t]*\r?\n)*/.exec(chunk)?.[0] ?? '';
    entries.push({ key, blank, lines: chunk.slice(blank.length) });
    from = until;
  }
  return { start, end: from, entries, dash };
}

function isWritten(text: string, start: number, key: string): boolean {
  const rest = text.slice(start, start + key.length + 2);
  return rest.startsWith(key) || /^["'?&*!]/.test(rest);
}

/** Offset of the first of the comment lines directly above a line. */
function aboveComments(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const previous = lineStart(text, start - 1);
    if (previous === start || !/^[ \t]*#/.test(text.slice(previous, start))) break;
    start = previous;
  }
  return start;
}

/** Whether comments that begin there are the head of the file, which is about all of it: nothing but markers stands above. */
function isHead(text: string, start: number): boolean {
  return /^\uFEFF?(?:\s|---[^\n]*\n|%[^\n]*\n)*$/.test(text.slice(0, start));
}

/** Offset behind an entry's last line; a block text that keeps the empty lines below it has them, too. */
function entryEnd(text: string, valueEnd: number, indent: string, valueStart: number): number {
  const end = nextLine(text, endOfEntry(text, valueEnd, indent));
  const keeps = /^[|>][^\r\n]*\+/.test(text.slice(valueStart, valueStart + 20));
  return keeps ? end + (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0) : end;
}

/** Known keys in their order, each with the unknown ones that follow it; unknown ones at the head stay there. */
function inOrder(entries: readonly Entry[], order: readonly string[]): Entry[] {
  const groups: { rank: number; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const rank = order.indexOf(entry.key);
    const last = groups.at(-1);
    if (rank < 0 && last) last.entries.push(entry);
    else groups.push({ rank, entries: [entry] });
  }
  return groups.sort((a, b) => a.rank - b.rank).flatMap((group) => group.entries);
}

function joined(before: readonly Entry[], sorted: readonly Entry[], dash: string): string {
  const [oldFirst, newFirst] = [before[0], sorted[0]];
  const indent = dash.replaceAll('-', ' ');
  const eol = before.some(({ lines }) => lines.includes('\r\n')) ? '\r\n' : '\n';
  const ended = sorted.map((entry) => {
    // The empty lines above the mapping stay above it, whichever key comes first.
    const blank = entry === newFirst ? oldFirst?.blank : entry === oldFirst ? newFirst?.blank : entry.blank;
    const own = dash !== '' && entry === oldFirst ? indent + entry.lines.slice(dash.length) : entry.lines;
    const dashed = dash !== '' && entry === newFirst ? dash + own.slice(dash.length) : own;
    return (blank ?? '') + dashed + (/\n$/.test(own) ? '' : eol);
  });
  const all = ended.join('');
  return before.at(-1)?.lines.endsWith('\n') ? all : all.slice(0, all.length - eol.length);
}
