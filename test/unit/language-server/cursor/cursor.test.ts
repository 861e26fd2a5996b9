import { describe, expect, it } from 'vitest';
import { cursorAt } from '../../../../language-server/cursor/cursor';
import { scanYaml } from '../../../../language-server/cursor/loose-yaml';

/** Where the `|` of a text stands, as `at path "word"`. */
function cursor(marked: string): string | undefined {
  const offset = marked.indexOf('¦');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = cursorAt(scanYaml(text), offset);
  if (!found) return undefined;
  const extra = [found.colon && 'colon', found.dash && 'dash', found.flow && 'flow', found.quote].filter(Boolean);
  return [
    found.at,
    `/${found.path.join('/')}`,
    JSON.stringify(text.slice(found.range.start, found.range.end)),
    ...extra,
  ].join(' ');
}

describe('the cursor in block YAML', () => {
  it.each([
    ['¦', 'key / ""'],
    ['id: a\n¦', 'key / ""'],
    ['id: a\ntit¦', 'key / "tit"'],
    ['id: a\nti¦tle: x', 'key / "title" colon'],
    ['hooks:\n  ¦', 'entry /hooks ""'],
    ['hooks:\n  ex¦', 'entry /hooks "ex"'],
    ['hooks:\n  open: a\n  ¦\nid: x', 'key /hooks ""'],
    ['hooks:\n  open: a\n  ¦\n  close: x', 'key /hooks ""'],
    ['hooks:\n  execute:\n    ¦', 'entry /hooks/execute ""'],
    ['hooks:\n  execute:\n    script: x\n    ¦\n  open: y', 'key /hooks/execute ""'],
    ['hooks:\n  execute:\n    script: x\n  ¦', 'key /hooks ""'],
    ['class: ¦', 'value /class ""'],
    ['class:¦', 'value /class ""'],
    ['class: fun¦c', 'value /class "func"'],
    ['class: fun¦c # note', 'value /class "func"'],
    ['class: "fun¦c"', 'value /class "func" "'],
    ["class: 'fun¦", 'value /class "func" \''.replace('func', 'fun')],
    ['tags:\n  - ¦', 'entry /tags/0 ""'],
    ['tags:\n  - a\n  - b¦', 'entry /tags/1 "b"'],
    ['tags:\n- a\n- b¦', 'entry /tags/1 "b"'],
    ['tags:\n  - a\n  ¦', 'entry /tags/1 "" dash'],
    ['env:\n  - variable: A\n    ¦', 'key /env/0 ""'],
    ['env:\n  - variable: A\n    pur¦\n  - variable: B', 'key /env/0 "pur"'],
    ['env:\n  - var¦iable: A', 'key /env/0 "variable" colon'],
    ['env:\n- variable: A\n- variable: ¦', 'value /env/1/variable ""'],
    ['a:\n  - - x¦', 'entry /a/0/0 "x"'],
    ['goal: a: b\nhooks: [\nclass: ¦', 'value /class ""'],
    ['goal: "open\nclass: ¦', 'value /class ""'],
    ['goal: |\n  class: x\nclass: ¦', 'value /class ""'],
    ['goal: >-\n  text\n\n¦', 'key / ""'],
    ['anchors: &x\n  a: 1\nuse: *x\n¦', 'key / ""'],
    ['🦜: x\r\nclass: a¦\r\ntitle: b', 'value /class "a"'],
    ['﻿id: a\nclass: ¦', 'value /class ""'],
    ['hooks:\n\texecute: ¦', 'value /hooks/execute ""'],
  ])('%j', (text, wanted) => {
    expect(cursor(text)).toBe(wanted);
  });

  it.each([
    '# comm¦ent',
    'class: a # com¦ment',
    'goal: |\n  te¦xt',
    'goal: >\n  one\n\n  t¦wo\nid: x',
    'goal: "one\n  t¦wo"\nid: x',
    'tags:\n  - |\n    te¦xt',
    'id: a\n  ¦',
  ])('is nowhere in %j', (text) => {
    expect(cursor(text)).toBeUndefined();
  });
});

describe('the cursor in flow collections and JSON', () => {
  it.each([
    ['hooks: { ¦ }', 'key /hooks "" flow'],
    ['hooks: { execute: ¦ }', 'value /hooks/execute "" flow'],
    ['hooks: { execute: { sc¦ } }', 'key /hooks/execute "sc" flow'],
    ['hooks: { execute: x, cl¦', 'key /hooks "cl" flow'],
    ['tags: [a, ¦]', 'entry /tags/1 "" flow'],
    ['tags: [a, b¦]', 'entry /tags/1 "b" flow'],
    ['tags: [a, b¦\nclass: x', 'entry /tags/1 "b" flow'],
    ['{"mcpServers": {"a": {¦}}}', 'key /mcpServers/a "" flow'],
    ['{\n  "mcpServers": {\n    "a": {\n      "comm¦"\n    }\n  }\n}\n', 'key /mcpServers/a "comm" flow "'],
    ['{"hooks": [{"event": "pre¦"}]}', 'value /hooks/0/event "pre" flow "'],
    ['[{"event": ¦}]', 'value /0/event "" flow'],
    ['- { event: a¦ }', 'value /0/event "a" flow'],
  ])('%j', (text, wanted) => {
    expect(cursor(text)).toBe(wanted);
  });
});

it('reads whatever is typed', () => {
  const pieces = [
    'a',
    ':',
    ' ',
    '\n',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '#',
    '|',
    '>',
    ',',
    '\t',
    '&',
    '*',
    '\r\n',
    '🦜',
  ];
  let seed = 7;
  const next = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed;
  };
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 1 + (next() % 24) }, () => pieces[next() % pieces.length]).join('');
    const yaml = scanYaml(text);
    for (let offset = 0; offset <= text.length; offset++) {
      const { range } = cursorAt(yaml, offset) ?? { range: { start: offset, end: offset } };
      expect(range.start <= offset && offset <= range.end && range.end <= text.length, JSON.stringify(text)).toBe(true);
    }
  }
});
