/** A place in a script that a stack trace names. Line and column count from 1. */
export interface StackFrame {
  label: string;
  /** Absolute path. */
  file: string;
  line: number;
  column: number;
}

/** More frames than these help nobody. */
const mostFrames = 30;

/** `    at where`; with `async`, which Node puts before what was awaited. */
const frameLine = /^\s*at (?:async )?(.+)$/;
const located = /^(.+):(\d+):(\d+)$/s;
/** What stands above an error that nobody caught, or a file that cannot be parsed: the place, the line, a caret. */
const headerLine = /^((?:file:\/\/|\/|[A-Za-z]:[\\/]|\\\\).*):(\d+)$/;
/** Between a place above an error and the first `at` stand the line, a caret and the message. */
const longestMessage = 12;

/**
 * The stack of the error that standard error ends with, as Node prints it: the innermost place first, causes after what
 * they caused. Places inside Node itself, in evaluated code and in modules without a file are left out.
 */
export function stackFramesIn(stderr: string): StackFrame[] {
  const lines = stderr.replace(/\x1b\[[0-9;]*m/g, '').split(/\r?\n/);
  const trace = lastTrace(lines);
  const header = lastHeader(lines);
  let all = trace.frames;
  if (header && header.index > trace.end)
    all = [header.frame]; // something was thrown that is no error: it has no stack
  else if (header && header.index < trace.start && trace.start - header.index <= longestMessage)
    all = all.some((frame) => isSamePlace(frame, header.frame)) ? all : [header.frame, ...all];
  if (all.length === 0) all = importerIn(lines);
  return all
    .filter((frame, index) => all.findIndex((other) => isSamePlace(frame, other)) === index)
    .slice(0, mostFrames);
}

/** The frames of the user's own files first; what is installed, or outside the folder, after them. */
export function ownFirst(frames: readonly StackFrame[], root: string): StackFrame[] {
  const prefix = forward(root).replace(/\/$/, '');
  const isOwn = ({ file }: StackFrame): boolean => {
    const path = forward(file);
    return path.startsWith(`${prefix}/`) && !path.slice(prefix.length).includes('/node_modules/');
  };
  return [...frames.filter(isOwn), ...frames.filter((frame) => !isOwn(frame))];
}

/** The last lines with `at` in a row; the lines of a cause do not end the row. */
function lastTrace(lines: readonly string[]): { start: number; end: number; frames: StackFrame[] } {
  const end = lines.findLastIndex((line) => frameLine.test(line));
  let start = end;
  let sawCause = false;
  for (let index = end - 1; index >= 0 && start - index <= longestMessage; index--) {
    const line = lines[index] ?? '';
    if (/\[(?:cause|errors)\]:/.test(line)) sawCause = true;
    if (!frameLine.test(line)) continue;
    if (index < start - 1 && !sawCause) break;
    start = index;
    sawCause = false;
  }
  const frames = lines.slice(Math.max(start, 0), end + 1).flatMap((line) => {
    const where = frameLine.exec(line)?.[1];
    return where === undefined ? [] : (frameAt(where) ?? []);
  });
  return { start, end, frames };
}

/** `name (place)`, or a place alone. */
function frameAt(where: string): StackFrame | undefined {
  const named = /^(.*?) \((.*)\)(?: \{)?$/s.exec(where);
  const inEvaluated = /^eval at .*?\(((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?:\d+:\d+)\)/.exec(named?.[2] ?? where);
  const place = located.exec(inEvaluated?.[1] ?? named?.[2] ?? where.replace(/ \{$/, ''));
  const file = place && pathOf(place[1] ?? '');
  if (!file) return undefined;
  const label = named?.[1] ?? baseName(file);
  return { label, file, line: Number(place[2]), column: Number(place[3]) };
}

/** The last place that stands above an error that nobody caught. */
function lastHeader(lines: readonly string[]): { index: number; frame: StackFrame } | undefined {
  for (let index = lines.length - 3; index >= 0; index--) {
    const match = headerLine.exec(lines[index] ?? '');
    const caret = match && /^(\s*)\^+\s*$/.exec(lines[index + 2] ?? '');
    const file = caret && pathOf(match[1] ?? '');
    if (!file) continue;
    const said = lines.slice(index + 3, index + 5).find((line) => line.trim() !== '' && !frameLine.test(line));
    const column = (caret[1]?.length ?? 0) + 1;
    return { index, frame: { label: said ?? baseName(file), file, line: Number(match[2]), column } };
  }
  return undefined;
}

/** Of an import that was not found, Node names the importing file only. */
function importerIn(lines: readonly string[]): StackFrame[] {
  const match = /^Error \[ERR_MODULE_NOT_FOUND\]: (.*?) imported from (.+)$/m.exec(lines.join('\n'));
  const file = match && pathOf(match[2] ?? '');
  return file ? [{ label: match[1] ?? baseName(file), file, line: 1, column: 1 }] : [];
}

/** An absolute path; undefined for what is no file: `node:internal`, `<anonymous>`, `wasm://`. */
function pathOf(place: string): string | undefined {
  if (!place.startsWith('file:')) return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(place) ? place : undefined;
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (!url) return undefined;
  const path = decoded(url.pathname);
  if (path === undefined) return undefined;
  if (url.host !== '') return `\\\\${url.host}${path.replaceAll('/', '\\')}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1).replaceAll('/', '\\') : path;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined; // a lone % sign: not an address that Node has written
  }
}

function isSamePlace(one: StackFrame, other: StackFrame): boolean {
  return one.file === other.file && one.line === other.line;
}

function baseName(file: string): string {
  return forward(file).split('/').at(-1) ?? file;
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}
