import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addItem } from '../../../../engine/workspace/edits/add-item';
import { addKey } from '../../../../engine/workspace/edits/add-key';
import { removeEntry } from '../../../../engine/workspace/edits/remove-entry';
import { renameKey, setValue } from '../../../../engine/workspace/edits/set-value';
import { changeBetween, changed, type TextChange } from '../../../../engine/workspace/edits/text-change';
import { parseYaml, type YamlDocument } from '../../../../engine/workspace/yaml-document';
import type { Result } from '../../../../schemas/result';
import { profileTexts, scenarioTexts } from './yaml-corpus';

type Path = (string | number)[];
/** Containers of plain values, as `JSON.parse` would type them. */
type Tree = Record<string | number, unknown>;

/** Every path of a value, the root left out. */
function pathsOf(value: unknown, base: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...base, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(inner, path)];
  });
}

/** The value after something was done to the container that a path ends in. */
function edited(root: unknown, path: Path, work: (owner: Tree, last: string | number) => void): unknown {
  const copy = structuredClone(root);
  const owner = path.slice(0, -1).reduce<unknown>((value, step) => (value as Tree)[step], copy);
  work(owner as Tree, path.at(-1) ?? '');
  return copy;
}

const at = (root: unknown, path: Path): unknown => path.reduce<unknown>((value, step) => (value as Tree)[step], root);

/** Comments of a text, and how often each is there; `#` within quotes counts the same before and after. */
const comments = (text: string): string[] =>
  [...text.matchAll(/(?:^|[ \t])(#[^\r\n]*)/gm)].map(([, all = '']) => all).sort();

/** Texts that can be read, with LF or CRLF, with a byte order mark or without, and with or without a last line end. */
const documents = fc
  .record({
    text: fc.constantFrom(...profileTexts, ...scenarioTexts),
    crlf: fc.boolean(),
    bom: fc.boolean(),
    ended: fc.boolean(),
  })
  .map(({ text, crlf, bom, ended }) => {
    const lines = ended ? text : text.replace(/\n+$/, '');
    return parseYaml((bom ? '\uFEFF' : '') + (crlf ? lines.replaceAll('\n', '\r\n') : lines), 'one.yaml');
  })
  .filter(({ syntaxProblems, value }) => syntaxProblems.length === 0 && pathsOf(value).length > 0);

const texts = fc.oneof(
  fc.constantFrom(
    'plain',
    "it's",
    'a: b',
    '# no comment',
    '',
    ' blank ',
    'true',
    '007',
    '"quoted"',
    '🦜',
    '- x',
    '{a}',
    '*a',
    '&b',
    '\\b',
  ),
  fc.string({ maxLength: 20 }),
);

/** What an edit makes of a document, checked against what is common to all edits. */
function outcome(
  document: YamlDocument,
  edit: Result<readonly TextChange[]>,
): { value: unknown; text: string } | undefined {
  if (!edit.ok) {
    expect(edit.error.remedy).toBeTruthy();
    return undefined;
  }
  const text = changed(document.text, ...edit.value);
  const read = parseYaml(text, 'one.yaml');
  expect(read.syntaxProblems).toEqual([]);
  expect(text.startsWith('\uFEFF')).toBe(document.text.startsWith('\uFEFF'));
  if (document.text.includes('\r\n') && !/[^\r]\n/.test(document.text)) expect(text).not.toMatch(/[^\r]\n/);
  return { value: read.value, text };
}

/** How many of the tries were refused: a refusal is safe, but too many would be no help. */
function tried(): { count(done: boolean): void; share(): number } {
  let [all, done] = [0, 0];
  return {
    count: (one) => {
      all++;
      if (one) done++;
    },
    share: () => done / all,
  };
}

describe('an edit of any text changes what it was asked to, and nothing else', () => {
  it('setting a scalar', () => {
    const tries = tried();
    fc.assert(
      fc.property(documents, fc.nat(), fc.oneof(texts, fc.boolean(), fc.integer()), (document, pick, value) => {
        const scalars = pathsOf(document.value).filter((path) => typeof at(document.value, path) !== 'object');
        const path = scalars[pick % scalars.length] ?? [];
        const found = outcome(document, setValue(document, path, value));
        tries.count(found !== undefined);
        if (!found) return;
        const expected = edited(document.value, path, (owner, last) => {
          owner[last] = value;
        });
        expect(found.value).toEqual(expected);
      }),
      { numRuns: 150 },
    );
    expect(tries.share()).toBeGreaterThan(0.8);
  });

  it('renaming a key', () => {
    const tries = tried();
    fc.assert(
      fc.property(documents, fc.nat(), texts, (document, pick, name) => {
        const keys = pathsOf(document.value).filter((path) => typeof path.at(-1) === 'string');
        const path = keys[pick % keys.length] ?? [];
        const siblings = Object.keys(at(document.value, path.slice(0, -1)) as Tree);
        fc.pre(!siblings.includes(name) && name !== '__proto__' && name !== '<<');
        const found = outcome(document, renameKey(document, path, name));
        tries.count(found !== undefined);
        if (!found) return;
        expect(found.value).toEqual(
          edited(document.value, path, (owner, last) => {
            owner[name] = owner[last];
            delete owner[last];
          }),
        );
      }),
      { numRuns: 150 },
    );
    expect(tries.share()).toBeGreaterThan(0.8);
  });

  it('adding a key, and an entry to a list', () => {
    const tries = tried();
    fc.assert(
      fc.property(documents, fc.nat(), texts, (document, pick, value) => {
        const owners = [[], ...pathsOf(document.value)].filter((path) => {
          const owner = at(document.value, path);
          return owner !== null && typeof owner === 'object';
        });
        const path = owners[pick % owners.length] ?? [];
        const owner = at(document.value, path);
        const isList = Array.isArray(owner);
        const edit = isList
          ? addItem(document, path, { variable: value })
          : addKey(document, [...path, 'added'], value);
        const found = outcome(document, edit);
        tries.count(found !== undefined);
        if (!found) return;
        const place = isList ? [...path, owner.length] : [...path, 'added'];
        const expected = edited(document.value, place, (into, last) => {
          into[last] = isList ? { variable: value } : value;
        });
        expect(found.value).toEqual(expected);
        const kept = comments(document.text);
        expect(comments(found.text).filter((one) => kept.includes(one))).toEqual(kept);
      }),
      { numRuns: 150 },
    );
    expect(tries.share()).toBeGreaterThan(0.7);
  });

  it.each([
    ['{a: 1, # of a\n  b: 2}', ['b'], '{a: 1, # of a\n  }'],
    ['{a: 1, # of a\n  # of b\n  b: 2}', ['a'], '{\n  # of b\n  b: 2}'],
    ['- a: 1 # of a\n  # of b\n  b: 2\n', [0, 'a'], '- # of b\n  b: 2\n'],
    ['- a: 1 # of a\n  b: 2 # of b\n', [0, 'a'], '- b: 2 # of b\n'],
    ['x: [\n  1, # one\n  2, # two\n]\n', ['x', 1], 'x: [\n  1, # one\n]\n'],
  ])('removing an entry takes no comment of another along: %#', (text, path, after) => {
    const edit = removeEntry(parseYaml(text, 'a.yaml'), path);
    expect(edit.ok && changed(text, ...edit.value)).toBe(after);
  });

  it('removing an entry', () => {
    const tries = tried();
    fc.assert(
      fc.property(documents, fc.nat(), (document, pick) => {
        const paths = pathsOf(document.value);
        const path = paths[pick % paths.length] ?? [];
        const found = outcome(document, removeEntry(document, path));
        tries.count(found !== undefined);
        if (!found) return;
        const expected = edited(document.value, path, (owner, last) => {
          if (Array.isArray(owner)) owner.splice(Number(last), 1);
          else delete owner[last];
        });
        const owner = path.slice(0, -1);
        const isEmpty = Object.keys(at(expected, owner) as Tree).length === 0 && owner.length > 0;
        const orNull = isEmpty
          ? edited(expected, owner, (into, last) => {
              into[last] = null;
            })
          : expected;
        expect([expected, orNull]).toContainEqual(found.value);
      }),
      { numRuns: 150 },
    );
    expect(tries.share()).toBeGreaterThan(0.7);
  });
});

describe('the change between two texts', () => {
  it('makes one of the other, and splits neither a character nor a line end', () => {
    const parts = fc.array(fc.constantFrom('a', 'b', '🦜', '🦆', '\r\n', '\n', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [before, wanted] = [a.join(''), b.join('')];
        const change = changeBetween(before, wanted);
        expect(changed(before, ...(change ? [change] : []))).toBe(wanted);
        for (const offset of change ? [change.range.start, change.range.end] : []) {
          expect(before.slice(offset - 1, offset + 1)).not.toBe('\r\n');
          expect(before.codePointAt(offset - 1) ?? 0).toBeLessThan(offset > 0 ? 0x10000 : 1);
        }
      }),
    );
  });
});
