import { relative } from 'node:path';
import { ownFirst, stackFramesIn } from './stack-frames';

/** `TypeError: …`, `Error [ERR_…]: …`, as Node prints what nobody caught. */
const errorLine = /^(?:Uncaught )?((?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?(?::.*)?)$/;
const causeLine = /^\s+\[cause\]: (?:[A-Z]?\w*Error(?: \[\w+\])?: ?)?(.*?)(?: \{)?$/;
const innerLine = /^\s+(?:[A-Z]\w*)?Error(?: \[\w+\])?: (.+?)(?: \{)?$/;
const frameLine = /^\s+at /;
/** Lines between an error and its first frame: a message may have several. */
const longestMessage = 12;
const mostCauses = 3;

/**
 * What a script crashed of, in one line: the error, its causes, and the place in the script, such as
 * `TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:8080 (scripts/desk.mjs:6)`.
 * Undefined when standard error holds no trace of a crash.
 * @param root folder that places are said relative to.
 */
export function crashIn(stderr: string, root: string): string | undefined {
  const lines = stderr.replace(/\x1b\[[0-9;]*m/g, '').split(/\r?\n/);
  return nodeCrash(lines, stderr, root) ?? pythonCrash(lines, root);
}

function nodeCrash(lines: string[], stderr: string, root: string): string | undefined {
  const at = lines.findLastIndex(
    (line, index) =>
      errorLine.test(line) && lines.slice(index + 1, index + 1 + longestMessage).some((next) => frameLine.test(next)),
  );
  const error = errorLine.exec(lines[at] ?? '')?.[1];
  if (error === undefined) return undefined;
  const causes = lines.slice(at + 1).flatMap((line, index) => {
    const cause = causeLine.exec(line)?.[1];
    // Several errors at once have no message of their own: the first of them stands for all.
    return cause === '' ? (innerAfter(lines, at + 2 + index) ?? []) : (cause ?? []);
  });
  const [frame] = ownFirst(stackFramesIn(stderr), root);
  const message = [error.replace(/ \{$/, ''), ...causes.slice(0, mostCauses)].join(': ');
  return frame ? `${message} (${placeOf(frame.file, root)}:${frame.line})` : message;
}

function innerAfter(lines: string[], from: number): string | undefined {
  for (const line of lines.slice(from)) {
    const inner = innerLine.exec(line)?.[1];
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function pythonCrash(lines: string[], root: string): string | undefined {
  const start = lines.lastIndexOf('Traceback (most recent call last):');
  if (start < 0) return undefined;
  const trace = lines.slice(start + 1);
  const error = trace.find((line) => line !== '' && !/^\s/.test(line));
  const place = trace.map((line) => /^ {2}File "(.+)", line (\d+)/.exec(line)).findLast((match) => match !== null);
  if (error === undefined) return undefined;
  return place ? `${error} (${placeOf(place[1] ?? '', root)}:${place[2]})` : error;
}

/** A file within the folder by its path from there. */
function placeOf(file: string, root: string): string {
  const inside = relative(root, file);
  return inside.startsWith('..') || inside === '' ? file : inside.replaceAll('\\', '/');
}
