import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../engine/workspace/yaml-document';
import type { DocumentPath } from '../../../schemas/criterion';

/** The part of the text that a problem at `path` would be shown on, with its line and column. */
function place(text: string, path: DocumentPath, at?: 'key' | 'value') {
  const document = parseYaml(text, 'file.yaml');
  const { line, column, range } = document.locate({
    code: 'test',
    severity: 'error',
    message: 'test',
    path,
    ...(at && { at }),
  });
  return { line, column, text: text.slice(range.start, range.end) };
}

describe('the place of a value in a YAML text', () => {
  it.each<[string, string, DocumentPath, 'key' | 'value', ReturnType<typeof place>]>([
    ['in a plain mapping', 'a: 1\nb:\n  c: two\n', ['b', 'c'], 'value', { line: 3, column: 6, text: 'two' }],
    ['of a key', 'a: 1\nb:\n  c: two\n', ['b', 'c'], 'key', { line: 3, column: 3, text: 'c' }],
    ['after CRLF line ends', 'a: 1\r\nb:\r\n  c: two\r\n', ['b', 'c'], 'value', { line: 3, column: 6, text: 'two' }],
    ['behind a byte order mark, which nobody sees', '\uFEFFa: 1\n', ['a'], 'value', { line: 1, column: 4, text: '1' }],
    ['on a later line of such a file', '\uFEFFa: 1\nb: 2\n', ['b'], 'value', { line: 2, column: 4, text: '2' }],
    [
      'after an emoji, in UTF-16 units',
      'u: {k: 😀, v: bad}\n',
      ['u', 'v'],
      'value',
      { line: 1, column: 15, text: 'bad' },
    ],
    ['of a list entry', 'a:\n  - x\n  - y\n', ['a', 1], 'value', { line: 3, column: 5, text: 'y' }],
    ['in JSON indented with tabs', '{\n\t"k": "v"\n}\n', ['k'], 'value', { line: 2, column: 7, text: '"v"' }],
    ['behind an alias', 'b: &b\n  k: 1\nu: *b\n', ['u', 'k'], 'value', { line: 2, column: 6, text: '1' }],
    ['behind a merge key', 'b: &b\n  k: 1\nu:\n  <<: *b\n', ['u', 'k'], 'value', { line: 2, column: 6, text: '1' }],
    [
      'behind a list of merges',
      'b: &b {k: 1}\nu:\n  <<: [*b]\n',
      ['u', 'k'],
      'value',
      { line: 1, column: 11, text: '1' },
    ],
    [
      'overridden beside a merge',
      'b: &b {k: 1}\nu:\n  <<: *b\n  k: 2\n',
      ['u', 'k'],
      'value',
      { line: 4, column: 6, text: '2' },
    ],
    [
      'of a folded block, at its first line',
      'g: >-\n  one\n  two\n',
      ['g'],
      'value',
      { line: 1, column: 4, text: '>-' },
    ],
    ['of an empty value: its key', 'a:\n', ['a'], 'value', { line: 1, column: 1, text: 'a' }],
    [
      'that does not exist: the key of its nearest ancestor',
      'a:\n  b: 1\n  c: 2\n',
      ['a', 'x'],
      'value',
      { line: 1, column: 1, text: 'a' },
    ],
    ['in an empty text', '', ['a'], 'value', { line: 1, column: 1, text: '' }],
  ])('%s', (_, text, path, at, expected) => {
    expect(place(text, path, at)).toEqual(expected);
  });

  it('an alias means the last anchor of that name before it', () => {
    const text = 'a: &x {k: 1}\nb: *x\nc: &x {k: 2}\nd: *x\n';
    expect(place(text, ['b', 'k']).line).toBe(1);
    expect(place(text, ['d', 'k']).line).toBe(3);
    expect(parseYaml(text, 'f').value).toEqual({ a: { k: 1 }, b: { k: 1 }, c: { k: 2 }, d: { k: 2 } });
  });

  it('every value that was written is found where it stands', () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/);
    const tree = fc.dictionary(key, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), { minKeys: 1, maxKeys: 5 });
    fc.assert(
      fc.property(tree, fc.constantFrom('\n', '\r\n'), fc.boolean(), (value, eol, bom) => {
        const lines = Object.entries(value).flatMap(([name, list]) => [
          `${name}: # 😀`,
          ...list.map((n) => `  - ${n}`),
        ]);
        const text = (bom ? '\uFEFF' : '') + lines.join(eol) + eol;
        const document = parseYaml(text, 'f');
        expect(document.value).toEqual(value);
        for (const [name, list] of Object.entries(value)) {
          for (const [index, number] of list.entries()) {
            const { start, end } = document.rangeOf([name, index]);
            expect(text.slice(start, end)).toBe(String(number));
          }
        }
      }),
    );
  });
});

describe('YAML that cannot be read', () => {
  it.each<[string, string, { code: string; line: number; column: number }]>([
    ['a list that is not closed', 'a: 1\nb: [1\nc: 2\n', { code: 'yaml-syntax', line: 2, column: 4 }],
    ['a quote that is not closed', 'a: "x\n', { code: 'yaml-syntax', line: 1, column: 4 }],
    ['an indentation by tab', 'a:\n\tb: 1\n', { code: 'yaml-syntax', line: 2, column: 1 }],
    ['a key that is there twice', 'a: 1\nb: 2\na: 3\n', { code: 'duplicate-key', line: 3, column: 1 }],
    ['an alias without an anchor', 'a: 1\nb: *nope\n', { code: 'yaml-syntax', line: 2, column: 4 }],
    ['an alias inside what it refers to', 'a: 1\nb: &b [*b]\n', { code: 'yaml-syntax', line: 2, column: 8 }],
    ['a second document', 'a: 1\n---\nb: 2\n', { code: 'yaml-several-documents', line: 2, column: 1 }],
    ['text after a byte order mark', '\uFEFFa: [1\n', { code: 'yaml-syntax', line: 1, column: 4 }],
  ])('%s is said with its line and column, and nothing is guessed', (_, text, expected) => {
    const { syntaxProblems, value } = parseYaml(text, 'dir/file.yaml');
    expect(syntaxProblems[0]).toMatchObject({ ...expected, severity: 'error', file: 'dir/file.yaml' });
    expect(value).toBeUndefined();
  });

  it('a bomb of aliases is refused, not expanded', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
    );
    const { syntaxProblems } = parseYaml(`a0: &a0 x\n${levels.join('\n')}\n`, 'f');
    expect(syntaxProblems).toHaveLength(1);
  });

  it('a thousand levels of nesting are refused instead of exhausting the stack', () => {
    for (const text of [`a: ${'['.repeat(5000)}${']'.repeat(5000)}`, `${'- '.repeat(5000)}x`]) {
      const { syntaxProblems, value } = parseYaml(text, 'f');
      expect(syntaxProblems.map(({ code }) => code)).toEqual(['yaml-syntax']);
      expect(value).toBeUndefined();
    }
  });

  it('no text makes the reader throw, and every place it names is inside the text', () => {
    const fragment = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      '&a',
      '*a',
      '<<',
      '#',
      '\t',
      '|',
      '>',
      '---',
      '!',
      '%',
      '😀',
      '\r\n',
      '?',
      ',',
    );
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const document = parseYaml(text, 'f');
        for (const problem of document.syntaxProblems) {
          expect(problem.line).toBeGreaterThanOrEqual(1);
          expect(problem.column).toBeGreaterThanOrEqual(1);
          expect(problem.range.start).toBeLessThanOrEqual(text.length);
          expect(problem.range.end).toBeLessThanOrEqual(text.length);
          expect(problem.range.end).toBeGreaterThanOrEqual(problem.range.start);
        }
        const { range } = document.locate({ code: 'c', severity: 'error', message: 'm', path: ['a', 0, 'b'] });
        expect(range.end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('values of a YAML text', () => {
  it('merge keys and aliases are resolved', () => {
    const text = 'base: &b {timeout: 5, tags: [x]}\nuse:\n  <<: *b\n  timeout: 9\nagain: *b\n';
    expect(parseYaml(text, 'f').value).toMatchObject({
      use: { timeout: 9, tags: ['x'] },
      again: { timeout: 5, tags: ['x'] },
    });
  });

  it('a comment, an end marker and a lone separator make no second document', () => {
    for (const text of ['a: 1\n...\n', '---\na: 1\n', 'a: 1\n---\n', '# c\n---\na: 1\n# d\n']) {
      expect(parseYaml(text, 'f').syntaxProblems, JSON.stringify(text)).toEqual([]);
      expect(parseYaml(text, 'f').value, JSON.stringify(text)).toEqual({ a: 1 });
    }
  });

  it('an empty text and one of comments have no value and no error', () => {
    for (const text of ['', '\n', '# nothing\n', '\uFEFF']) {
      const { value, syntaxProblems } = parseYaml(text, 'f');
      expect(value ?? null, JSON.stringify(text)).toBeNull();
      expect(syntaxProblems).toEqual([]);
    }
  });
});
