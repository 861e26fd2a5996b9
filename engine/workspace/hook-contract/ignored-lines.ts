import type { HookFinding } from './finding';
import type { ScriptComment } from './parse-script';

/**
 * Findings without those that a comment silences: `// rook-ignore-next-line CODE, CODE` is for the next line that is no comment
 * and not blank (behaviour §14).
 */
export function withoutIgnored(
  findings: readonly HookFinding[],
  text: string,
  comments: readonly ScriptComment[],
): HookFinding[] {
  const ignored = new Map<number, Set<string>>();
  const starts = lineStarts(text);
  for (const comment of comments) {
    const codes = /^[\s*]*rook-ignore-next-line\s+([\w-]+(?:\s*,\s*[\w-]+)*)/.exec(comment.text)?.[1]?.split(/\s*,\s*/);
    if (!codes) continue;
    const line = nextCodeLine(text, comment.end, comments, starts);
    ignored.set(line, new Set([...(ignored.get(line) ?? []), ...codes]));
  }
  return findings.filter(({ code, range }) => !ignored.get(lineAt(starts, range.start))?.has(code));
}

function nextCodeLine(
  text: string,
  from: number,
  comments: readonly ScriptComment[],
  starts: readonly number[],
): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    const comment = comments.find(({ start }) => start === at);
    if (!comment) return lineAt(starts, at);
    at = comment.end;
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((found) => found.index + found[0].length)];
}

/** The line of an offset, from 0, by bisection. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
