import type { LocatedProblem } from '../../../schemas/problem';
import { misspeltName, nearestName } from '../nearest-name';
import { ruleCodes } from './registry';

/** `# rook-ignore-next-line CODE[, CODE]` on a line of its own; `//` in scripts. */
const comment = /^\uFEFF?[ \t]*(?:#|\/\/)[ \t]*rook-ignore-next-line\b[ \t:]*([^\r\n]*)/gm;

/**
 * Leaves out what a comment above its line, or a setting, silences (behaviour §14). A comment holds for the next line that is
 * no comment; a code in one that no rule has is told as a hint, since it silences nothing.
 * @param disabled codes that a setting switches off.
 */
export function withoutSilenced(
  problems: readonly LocatedProblem[],
  text: string,
  file: string,
  disabled: ReadonlySet<string> = new Set(),
): LocatedProblem[] {
  const kept = problems.filter(({ code }) => !disabled.has(code));
  if (!text.includes('rook-ignore-next-line')) return kept;
  const lines = text.split('\n');
  const silenced = new Map<number, Set<string>>();
  const unknown: LocatedProblem[] = [];
  for (const match of text.matchAll(comment)) {
    const [whole, list = ''] = match;
    const index = text.slice(0, match.index).split('\n').length - 1;
    const next = lines.findIndex((line, at) => at > index && !/^[ \t]*(?:#|\/\/|\r?$)/.test(line));
    const codes = [...list.matchAll(/[^\s,]+/g)];
    const line = silenced.get(next + 1) ?? new Set();
    for (const { 0: code } of codes) line.add(code);
    silenced.set(next + 1, line);
    const start = match.index + whole.length - list.length;
    // Editors do not show a byte order mark.
    const lineStart = match.index === 0 && text.startsWith('\uFEFF') ? 1 : match.index;
    for (const { 0: code, index: at } of codes) {
      if (isRule(code)) continue;
      const range = { start: start + at, end: start + at + code.length };
      const place = { file, line: index + 1, column: range.start - lineStart + 1, range };
      unknown.push({ ...unknownCode(code), path: [], ...place });
    }
  }
  return [
    ...kept.filter(({ code, line }) => !silenced.get(line)?.has(code)),
    ...unknown.filter(({ code }) => !disabled.has(code)),
  ];
}

function isRule(code: string): boolean {
  return Object.hasOwn(ruleCodes, code);
}

function unknownCode(code: string): Pick<LocatedProblem, 'code' | 'severity' | 'message' | 'remedy'> {
  const known = Object.keys(ruleCodes);
  const near = misspeltName(code, known) ?? nearestName(code, known);
  return {
    code: 'unknown-code',
    severity: 'hint',
    message: `no rule has the code ${code}, so nothing is silenced`,
    remedy: near ? `Did you mean ${near}?` : 'The codes are listed in docs/diagnostics.md.',
  };
}
