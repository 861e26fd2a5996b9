import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShell } from '../../../../engine/workspace/ci/shell-commands';

/** Commands as `word word … OPERATOR`, those whose output is used in brackets. */
const read = (text: string): string[] =>
  readShell(text).map(({ words, next, substituted }) => {
    const line = `${words.map((word) => (word.quoted ? `«${word.text}»` : word.text)).join(' ')} ${next}`;
    return substituted ? `[${line}]` : line;
  });

test.each<[string, string[]]>([
  ['rook run --json > run.json', ['rook run --json > run.json ;']],
  ['a && b || c; d | e |& f & g', ['a &&', 'b ||', 'c ;', 'd |', 'e |&', 'f &', 'g ;']],
  ['rook run 2>&1 | tee x', ['rook run 2>&1 |', 'tee x ;']],
  ['rook run &> x', ['rook run &> x ;']],
  ['a \\\n  b # c\n# rook run\nd', ['a b ;', 'd ;']],
  ['jq -e \'.a\n| b == "c"\' f', ['jq -e «.a\n| b == "c"» f ;']],
  ['x="a b; c" y', ['x="a b; c" y ;']],
  ['id=$(jq -er .run_id run.json)', ['[jq -er .run_id run.json ;]', 'id=$(jq -er .run_id run.json) ;']],
  ['echo "id: $(a | b)" c', ['[a |]', '[b ;]', 'echo «id: $(a | b)» c ;']],
  ['`a b` c', ['[a b ;]', '`a b` c ;']],
  ["cat <<'END' > x\nrook run\nEND\nrook gate", ["cat <<'END' > x ;", 'rook gate ;']],
  ["echo ${{ a && 'b' || 'c' }} d", ["echo ${{ a && 'b' || 'c' }} d ;"]],
  ['if rook gate x; then a; fi', ['if rook gate x ;', 'then a ;', 'fi ;']],
  ['(a; b)', ['a ;', 'b ;']],
  ['a "never closed', ['a «"never closed» ;']],
  ['', []],
])('%j', (text, commands) => {
  expect(read(text)).toEqual(commands);
});

test('places are those of the text that it was taken from', () => {
  const [command] = readShell('  rook run', 100);
  expect([command?.start, command?.end]).toEqual([102, 110]);
});

test('any text is read to its end, whatever is left open in it', () => {
  const parts = [
    'rook run',
    ' ',
    '\n',
    '"',
    "'",
    '`',
    '$(',
    ')',
    '\\',
    '<<END',
    '${{',
    '}}',
    '|',
    '&',
    ';',
    '#',
    '>',
    'END',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (chosen) => {
      const text = chosen.join('');
      for (const { start, end, words } of readShell(text)) {
        expect(words.length).toBeGreaterThan(0);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(end).toBeGreaterThan(start);
      }
    }),
  );
});
