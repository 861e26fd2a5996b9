import { describe, expect, it } from 'vitest';
import { withoutSilenced } from '../../../engine/workspace/rules/silencing';
import type { LocatedProblem } from '../../../schemas/problem';

/** Problems of a text: one of the code at each line that ends with it. */
function told(text: string, disabled?: ReadonlySet<string>): string[] {
  const problems = text.split('\n').flatMap((line, index): LocatedProblem[] => {
    const code = /! ([a-z-]+)\r?$/.exec(line)?.[1];
    const place = { file: 'x.yaml', line: index + 1, column: 1, range: { start: 0, end: 0 } };
    return code ? [{ code, severity: 'error', message: '', path: [], ...place }] : [];
  });
  return withoutSilenced(problems, text, 'x.yaml', disabled).map(
    ({ code, line, column, remedy }) => `${line}:${column} ${code}${remedy ? ` ${remedy}` : ''}`,
  );
}

describe('a comment', () => {
  it.each([
    ['# rook-ignore-next-line bad-value\nx: ! bad-value', []],
    ['  # rook-ignore-next-line judge, bad-value\n  x: ! bad-value', []],
    ['// rook-ignore-next-line bad-value\nx ! bad-value', []],
    ['\uFEFF# rook-ignore-next-line bad-value\r\nx: ! bad-value\r\n', []],
    ['# rook-ignore-next-line bad-value\n\n# why: it is so\nx: ! bad-value', []],
    ['# rook-ignore-next-line bad-value\n# rook-ignore-next-line judge\nx: ! bad-value', []],
    ['# rook-ignore-next-line bad-value\nx: 1\ny: ! bad-value', ['3:1 bad-value']],
    ['# rook-ignore-next-line judge\nx: ! bad-value', ['2:1 bad-value']],
    ['x: ! bad-value\n# rook-ignore-next-line bad-value', ['1:1 bad-value']],
    ['# rook-ignore-next-line\nx: ! bad-value', ['2:1 bad-value']],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('that names no rule is told, at the name', () => {
    expect(told('a: 1\n  # rook-ignore-next-line judge, bad-valeu\nx: 1')).toEqual([
      '2:34 unknown-code Did you mean bad-value?',
    ]);
    for (const mark of ['', '\uFEFF'])
      expect(told(`${mark}# rook-ignore-next-line zzzzzz\n`)).toEqual([
        '1:25 unknown-code The codes are listed in docs/diagnostics.md.',
      ]);
  });
});

it('a setting silences a code everywhere, that of unknown codes, too', () => {
  expect(told('x: ! bad-value\ny: ! judge', new Set(['bad-value']))).toEqual(['2:1 judge']);
  expect(told('# rook-ignore-next-line zzz\n', new Set(['unknown-code']))).toEqual([]);
});
