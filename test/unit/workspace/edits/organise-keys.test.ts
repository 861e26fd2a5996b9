import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { organiseKeys } from '../../../../engine/workspace/edits/organise-keys';
import { parseYaml } from '../../../../engine/workspace/yaml-document';
import { profileTexts, scenarioTexts } from './yaml-corpus';

const organised = (text: string, kind: 'profile' | 'scenario' = 'profile'): string =>
  organiseKeys(parseYaml(text, 'one.yaml'), kind);

describe('organising keys', () => {
  it.each([
    [
      'moves comments with their key, and leaves the head of the file where it is',
      '# The head.\n\n# how many at once\nconcurrency: 2 # two\nid: a\nhooks: # why\n  execute: x.mjs\n  # first of all\n  open: y.mjs\n',
      '# The head.\n\nid: a\nhooks: # why\n  # first of all\n  open: y.mjs\n  execute: x.mjs\n# how many at once\nconcurrency: 2 # two\n',
    ],
    [
      'leaves the head of the file where it is, also directly above the first key',
      '# The head,\n# of two lines.\nhooks:\n  execute: x.mjs\n# who it is\nid: a\n',
      '# The head,\n# of two lines.\n# who it is\nid: a\nhooks:\n  execute: x.mjs\n',
    ],
    [
      'finds the head below empty lines and the marker of the document, and no other comment',
      '\n%YAML 1.2\n--- # a profile\n# The head.\nhooks:\n  # last\n  execute: x.mjs\n  # first\n  open: y.mjs\nid: a\n',
      '\n%YAML 1.2\n--- # a profile\n# The head.\nid: a\nhooks:\n  # first\n  open: y.mjs\n  # last\n  execute: x.mjs\n',
    ],
    [
      'keeps the empty lines above a key, and none at the top',
      'hooks:\n  execute: x.mjs\n\nid: a\n\nenv: []\n',
      'id: a\n\nhooks:\n  execute: x.mjs\n\nenv: []\n',
    ],
    [
      'leaves keys that nobody knows below the key that they follow',
      'hooks: {execute: x.mjs}\nowner: me\nid: a\nkind: cli\n',
      'id: a\nkind: cli\nhooks: {execute: x.mjs}\nowner: me\n',
    ],
    [
      'keeps CRLF, and a text without a last line end',
      'hooks:\r\n  execute: x.mjs\r\nid: a',
      'id: a\r\nhooks:\r\n  execute: x.mjs',
    ],
    ['keeps a byte order mark at its place', '\uFEFFname: n\nid: a\n', '\uFEFFid: a\nname: n\n'],
    [
      'moves entries of lists, dash and all',
      'id: a\nenv:\n  - purpose: p # why\n    # the name\n    variable: V\n  - variable: W\n    purpose: q\n',
      'id: a\nenv:\n  - # the name\n    variable: V\n    purpose: p # why\n  - variable: W\n    purpose: q\n',
    ],
    [
      'does not move an anchor behind its alias',
      'name: &n one\nid: a\ncapabilities:\n  usage: &t true\n  calls: *t\nhooks:\n  execute: x.mjs\n',
      'id: a\nname: &n one\nhooks:\n  execute: x.mjs\ncapabilities:\n  usage: &t true\n  calls: *t\n',
    ],
    ['leaves braces alone', '{hooks: {execute: x.mjs}, id: a}\n', '{hooks: {execute: x.mjs}, id: a}\n'],
    ['leaves what cannot be read alone', 'hooks: [\nid: a\n', 'hooks: [\nid: a\n'],
    ['leaves an old recipe alone', 'kind: http\ninvoke: {}\nid: a\n', 'kind: http\ninvoke: {}\nid: a\n'],
  ])('%s', (_, before, after) => {
    expect(organised(before)).toBe(after);
  });

  it('puts what every criterion has first, and leaves its parameters in their order', () => {
    const before =
      'goal: |+\n  two lines\n  \n\nlocal_id: S\nacceptance_criteria:\n- check: json_path\n  path: $.a\n  equals: 1\n  statement: s\n';
    expect(organised(before, 'scenario')).toBe(
      'local_id: S\ngoal: |+\n  two lines\n  \n\nacceptance_criteria:\n- statement: s\n  check: json_path\n  path: $.a\n  equals: 1\n',
    );
  });

  it('leaves the files of the examples as they are: they are written in the documented order', () => {
    const examples = resolve(import.meta.dirname, '../../../../examples');
    const profiles = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /profiles[\\/][^\\/.]+\.yaml$/.test(name),
    );
    expect(profiles.length).toBeGreaterThan(2);
    for (const name of profiles) {
      const text = readFileSync(join(examples, name), 'utf8');
      expect(organised(text), name).toBe(text);
    }
  });

  it('moves lines and changes none, whatever the text', () => {
    const texts = fc.oneof(
      fc.record({ text: fc.constantFrom(...profileTexts), kind: fc.constant('profile' as const) }),
      fc.record({ text: fc.constantFrom(...scenarioTexts), kind: fc.constant('scenario' as const) }),
    );
    fc.assert(
      fc.property(texts, fc.boolean(), fc.boolean(), ({ text, kind }, crlf, bom) => {
        const before = (bom ? '\uFEFF' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text);
        const after = organised(before, kind);
        expect(after.startsWith('\uFEFF')).toBe(bom);
        expect(linesOf(after)).toEqual(linesOf(before));
        expect(parseYaml(after, 'x.yaml').value).toEqual(parseYaml(before, 'x.yaml').value);
        expect(organised(after, kind)).toBe(after);
      }),
      { numRuns: 150 },
    );
  });
});

/** The lines of a text without regard to their order. The dash of a list's entry may have moved to another line. */
function linesOf(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/^(\s*)- /, '$1  ').replace(/\r$/, ''))
    .sort();
}
