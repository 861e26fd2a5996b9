import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readPlainYaml } from '../../../engine/workspace/plain-yaml';
import { parseYaml, parseYamlFully } from '../../../engine/workspace/yaml-document';
import { repositoryRoot } from '../../../scripts/lib/repository.mjs';

/** The same as the parser proper, lines included, or not read at all. */
function agrees(text: string): boolean {
  for (const written of [text, text.replaceAll('\n', '\r\n')]) {
    const plain = readPlainYaml(written);
    if (plain === undefined) continue;
    const proper = parseYamlFully(written, 'x.yaml');
    expect({ text, value: plain }).toEqual({ text, value: proper.value });
    expect(proper.syntaxProblems).toEqual([]);
    const { lineOf } = parseYaml(written, 'x.yaml');
    for (const path of pathsOf(plain, []))
      for (const at of ['key', 'value'] as const)
        expect({ text, path, at, line: lineOf(path, at) }).toEqual({ text, path, at, line: proper.lineOf(path, at) });
  }
  return true;
}

/** The path of everything in a value, and of something beside and below it that is not there. */
function pathsOf(value: unknown, path: (string | number)[]): (string | number)[][] {
  const missing = [...path, 'nothing'];
  if (Array.isArray(value))
    return [path, missing, [...path, 99], ...value.flatMap((item, index) => pathsOf(item, [...path, index]))];
  if (typeof value !== 'object' || value === null) return [path, missing];
  return [path, missing, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

const words = fc.array(
  fc.constantFrom(
    'a',
    'the answer',
    '1',
    '"x"',
    "it's",
    '#1',
    ': ',
    '- ',
    '\n',
    '\n\n',
    ' ',
    '\\',
    '{',
    'Ü',
    'é🂡',
    '|',
    'x'.repeat(40),
  ),
  { maxLength: 30 },
);
const texts = fc.oneof(
  fc.string(),
  words.map((parts) => parts.join('')),
  words.map((parts) => parts.join(' ')),
);
const leaves = fc.oneof(texts, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const keys = fc.oneof(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ maxLength: 5 }));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
}));

describe('plain YAML', () => {
  it('of whatever we write is read like the parser reads it, or is left to the parser', () => {
    const records = fc.dictionary(keys, value, { maxKeys: 5 });
    fc.assert(
      fc.property(records, fc.constantFrom(0, 40, 100), (record, lineWidth) =>
        agrees(stringify(record, { lineWidth, aliasDuplicateObjects: false })),
      ),
      { numRuns: 3000 },
    );
  });

  it('with flow collections and remarks is read like the parser reads it, or is left to the parser', () => {
    const part = fc.constantFrom(
      ...['a', 'b: ', 'c:', ', ', ',', '{', '}', '[', ']', '{ ', ' }', '[ ', ' ]', ' # d', '#', '"e"', "'f'", '"', "'"],
      ...[
        '1',
        '-',
        '- ',
        '~',
        'null',
        '.5',
        '&',
        '*',
        '!',
        '|',
        '?',
        ':',
        ' ',
        '\n  ',
        '\\',
        '<<',
        'http://g.h/i',
        '$.j',
      ],
    );
    const written = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(written, written, fc.boolean(), (first, second, list) =>
        agrees(list ? `x:\n  - ${first}\n  - ${second}\n` : `x: ${first}\ny: ${second}\n`),
      ),
      { numRuns: 5000 },
    );
  });

  it('of a scenario, as people write them, is read at once', () => {
    const folder = join(repositoryRoot, 'examples');
    const scenarios = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /scenarios[/\\][^/\\]+\.yaml$/.test(file),
    );
    expect(scenarios.length).toBeGreaterThan(20);
    for (const file of scenarios) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect({ file, value: readPlainYaml(text) }).toEqual({ file, value: parse(text) });
      agrees(text);
    }
  });

  it('of a record is read at once, whatever its texts are', () => {
    const record = {
      status: 'Pass',
      why: `The response informs the user that the service was not found or is unregistered, or requests clarification. ${'And more of it. '.repeat(20)}`.trim(),
      quoted: `"${'The response informs the user that the service was not found. '.repeat(3)}": it's`,
      criteria: [{ criterion_id: 'C1', evidence: 'line 1\nline 2\n\n  deeper\nline 3', confidence: 'High' }],
      empty: [],
      none: {},
      nested: [[1, 2.5], ['a']],
      gone: null,
      at: '2026-10-04T21:07:16.380Z',
      'SC-002#1': '10',
    };
    expect(readPlainYaml(stringify(record, { lineWidth: 100 }))).toEqual(record);
  });

  it.each([
    'a: 1\nb:\n- x\n- y: 2\n  z: 3\nc: d\n',
    '# first\na: 1\n\n  # inside\nb: >-\n  x\n  y\n\n  z\n\n\nc: |+\n  k\n\n',
    'a: b\n  c\n\n  d\ne: f\n',
    'a: \'it\'\'s\n  long\'\nb: "x \\"y\\"\n  z"\n',
    'a: >\n\n  x\n   more\n  y\nb: 1\n',
    'a:\n  b:\n  c: 1\n',
    'a: - b\n',
    'a: 1\na: 2\n',
    'a: &x 1\nb: *x\n',
    'a: [1, 2]\n',
    'a: b # c\n',
    'a: b: c\n',
    'a: 1\n  b: 2\n',
    'a:\n  - 1\n - 2\n',
    'a: 0x1F\nb: .inf\nc: 1e3\nd: 007\ne: +1\nf: 1_000\n',
    '---\na: 1\n',
    'a: 1\n...\nb: 2\n',
    '<<: 1\n',
    'a: |2\n   x\n',
    'a: "x\\\n  y"\n',
    'a: "\\x41"\n',
    'a: ""\nb: \'\'\nc:\n',
    'a: "open\n',
    'a\n',
    'a:\n- b:\n  - c\n  d: e\n',
    'a:\n  - |\n    x\n  - y\n',
    'a: x\n# c\n  y\n',
    'a: "x"\n  y\n',
    '- a\n- b\n',
    'a:\n  text\nb: 1\n',
    'true: 1\nnull: 2\n',
    'a: ? x\nb: @x\nc: %x\n',
    'a: |\n  x\n y\n',
    'a: "\\ud83d\\ude00 \\\\u0041 \\/"\n',
    'a: b\u00a0\nb: \u00a0\nc: \u00a0d\n',
    'a: 1\u00a0\nb: ~\u3000\nc: []\f\n',
    'a: "b\u2003\n  c"\nb: d\v\n  \u00a0e\n',
    'a: >-\u00a0\n  b\n',
    '# c\na: # of the list\n  - b # of b\n  # c\n  - "c # d" # of c\nd: {e: f} # of d\n',
    'a: b #c\n  d\n',
    'a: b#c\nd: "e"#f\n',
    'a: "b" # c\n  d\n',
    'a: # c\n  b\n',
    'a: #c\nb: # d\n',
    'a: "b # c\n  d" # e\nf: \'g\' # h\n',
    '- { a: b }\n',
    'a: { b: c, d: [e, f, { g: h }], "i": j }\n',
    'a: { b: 1, c: true, d: null, e: ~, f: 0x1F, g: 1e3, h: -1, i: .5 }\n',
    'a: [ ]\nb: {  }\nc: [[]]\nd: [{}]\n',
    'a: [b, c,]\nd: {e: f,}\n',
    'a: [b c, d: e]\n',
    'a: {b, c: d}\n',
    'a: {b:c}\nd: {b: c:d, e: f:}\n',
    'a: {b: c: d}\n',
    'a: [b: ]\n',
    'a: {b: }\nc: {d: , e: f}\n',
    'a: [-1, - 1, -, -a, --b]\n',
    'a: [-1, -a, --b]\n',
    'a: [?b, :c, b?c]\n',
    'a: [a#b, a #b]\n',
    'a: ["b, c", \'d\'\'e]\', "f\\"g"]\n',
    'a: ["b" c]\n',
    'a: [b "c", d\'e]\n',
    'a: {b: "c", \'d\': e}\n',
    'a: {b: c, b: d}\n',
    'a: {__proto__: b, null: c, true: d}\n',
    'a: {constructor: b, toString: c}\nvalueOf: d\n',
    'a: {b: &c d, e: *c}\n',
    'a: {b: !!str 1, c: |, d: @e, f: `g`, h: %i}\n',
    'a: {b: http://x.y/z?q=1&r=2#s, c: ^d.e$, f: \\d+}\n',
    'a: {b: c\u00a0, d: \u00a0e}\n',
    'a: {b: c\n  , d: e}\n',
    'a: [b, c\n',
    'a: [b, c]]\n',
    'a: [b, c] d\n',
    'a: [b, c]\n  d\n',
    'a: [b, c]#d\n',
    'a: [b,c,{d: e},[f]]\ng:\n  - {h: i}\n  - [j]\n  - k: {l: m}\n    n: [o]\n',
    'a: {b.c: 1, d-e: 2, f g: 3, 1h: 4}\n',
    'a: [1a, 2, "3", 4.5.6, 2026-01-02, =, <<]\n',
    'a: {<<: b}\n',
    'a: {b: <<}\n',
    'a: b\r\nc: d\n',
    'a: |\n  b\r\n  c\n',
    'a:\n  # c\n  b: 1\n\n  # d\n  e:\n    # f\n    - g\n',
    '\n\n# c\n\na:\n\n  - b\n\n  -   c: d\n      e: f\n',
    'a:\n- - b\n  - c\n- - - d\n',
    'a: |\n\n  b\nc:\n# d\n\ne:\n',
  ])('%j is read like the parser reads it, or is left to the parser', (text) => {
    expect(agrees(text)).toBe(true);
  });

  it('that is torn is left to the parser', () => {
    const text = stringify({ a: 'b', list: [{ c: 'd e' }] });
    for (let end = 0; end < text.length; end++)
      if (!text.slice(0, end).endsWith('\n')) expect(readPlainYaml(text.slice(0, end))).toBeUndefined();
  });

  it('of a quoted text of megabytes, or of thousands of empty lines, is read as any other', () => {
    const long = 'x'.repeat(20_000_000);
    expect(readPlainYaml(`a: "${long}"\n`)).toEqual({ a: long });
    expect(readPlainYaml(`a: '${long}'\n`)).toEqual({ a: long });
    const lines = 'word\n  '.repeat(20_000);
    expect(readPlainYaml(`a: "${lines}"\n`)).toEqual({ a: 'word '.repeat(20_000) });
    const empty = '\n'.repeat(20_000);
    expect(readPlainYaml(`a: b\n${empty}  c\n`)).toEqual({ a: `b${empty}c` });
  });

  it('is another word for what the parser says', () => {
    expect(readPlainYaml('a: 1\n')).toEqual(parse('a: 1\n'));
  });
});
