import { describe, expect, test } from 'vitest';
import { isSmall, pathText, revealing, rowsOf, type TreeState } from '../../../media/json/json-rows';
import { type JsonMatch, mostMatches, searchJson } from '../../../media/json/json-search';
import { treeStep } from '../../../media/json/tree-keys';
import { textSources, wholeTexts } from '../../../media/text/text-source';

const closed: TreeState = { open: new Map(), limits: new Map(), openAtFirst: false };
const keys = (value: unknown, state: TreeState = closed) => rowsOf(value, state, wholeTexts).map(({ key }) => key);

function searched(value: unknown, wanted: string): JsonMatch[] {
  const work = searchJson(value, wanted);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

describe('the rows of a tree', () => {
  const value = { a: 1, b: { c: [true, null] }, 'd e': 'text' };

  test('what is closed hides what is in it; what is open shows it a level further in', () => {
    expect(keys(value)).toEqual(['["a"]', '["b"]', '["d e"]']);
    const rows = rowsOf(value, { ...closed, openAtFirst: true }, wholeTexts);
    expect(rows.map(({ level }) => level)).toEqual([1, 1, 2, 3, 3, 1]);
    expect(rows[1]).toMatchObject({ kind: 'value', open: true, place: 2, of: 3 });
    expect(rows[0]).toMatchObject({ open: undefined });
  });

  test('a value without children, and one with none, are a row of their own', () => {
    expect(rowsOf('x', closed, wholeTexts)).toMatchObject([{ path: [], value: 'x', open: undefined }]);
    expect(rowsOf([], closed, wholeTexts)).toMatchObject([{ path: [], open: undefined }]);
  });

  test('a hundred children at a time', () => {
    const many = Array.from({ length: 250 }, (_, index) => index);
    expect(rowsOf(many, closed, wholeTexts).at(-1)).toMatchObject({ kind: 'more', shown: 100, total: 250 });
    const more = rowsOf(many, { ...closed, limits: new Map([['[]', 300]]) }, wholeTexts);
    expect([more.length, more.at(-1)?.kind]).toEqual([250, 'value']);
  });

  test('long texts, texts of several lines and texts that were cut can be opened', () => {
    const texts = { short: 's', long: 'x'.repeat(121), lines: 'a\nb', cut: 'begin' };
    const sources = textSources([{ path: ['cut'], length: 9 }], (path, start, end) => ({
      ask: 'viewText',
      path,
      start,
      end,
    }));
    const rows = rowsOf(texts, closed, sources);
    expect(rows.map((row) => row.kind === 'value' && row.open)).toEqual([undefined, false, false, false]);
  });

  test('what is small is shown open; what is deep or wide is not', () => {
    expect(isSmall(value)).toBe(true);
    expect(isSmall(Array.from({ length: 41 }, () => 0))).toBe(false);
    expect(isSmall(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toBe(false);
  });

  test('a place is revealed: all around it open, and far enough down a long list', () => {
    const deep = { list: Array.from({ length: 500 }, (_, index) => ({ index, text: 'a\nb' })) };
    const state = revealing(closed, deep, ['list', 321, 'text']);
    const row = rowsOf(deep, state, wholeTexts).find(({ key }) => key === '["list",321,"text"]');
    expect(row).toMatchObject({ level: 3, open: true });
    expect(keys(deep, state)).toContain('["list",399]');
    expect(keys(deep, state)).not.toContain('["list",400]');
  });

  test('a path is spelt as JSONPath', () => {
    expect(pathText(['calls', 0, 'order id', 'x'])).toBe('$.calls[0]["order id"].x');
    expect(pathText([])).toBe('$');
  });
});

describe('searching', () => {
  const value = { name: 'Refund', list: [{ refund: 1 }, 'no REFUND'], n: 42, t: true };

  test('names and values, in any case, in the order of the tree', () => {
    expect(searched(value, 'refund').map(({ path, in: where }) => [pathText(path), where])).toEqual([
      ['$.name', 'value'],
      ['$.list[0].refund', 'name'],
      ['$.list[1]', 'value'],
    ]);
    expect(searched(value, '42')).toMatchObject([{ path: ['n'], start: 0, end: 2 }]);
    expect(searched(value, '')).toEqual([]);
  });

  test('where a text changes its length with its case, only the text is told', () => {
    expect(searched(['İİ x'], 'x')).toEqual([{ path: [0], in: 'value', start: undefined, end: undefined }]);
  });

  test('gives the page its turn, and ends somewhere', () => {
    const work = searchJson(
      Array.from({ length: 10_000 }, () => 'a'),
      'a',
    );
    let turns = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) turns++;
    expect(step.value).toHaveLength(mostMatches);
    const miss = searchJson(
      Array.from({ length: 10_000 }, () => 'b'),
      'a',
    );
    for (turns = 0; !miss.next().done; turns++);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('keys', () => {
  const rows = rowsOf({ a: { b: 1 }, c: 2 }, { ...closed, openAtFirst: true }, wholeTexts);
  const step = (key: string, active: string) => treeStep(key, rows, active);

  test('up, down, first and last', () => {
    expect(step('ArrowDown', '["a"]')).toEqual({ go: '["a","b"]' });
    expect(step('ArrowUp', '["a"]')).toEqual({ go: undefined });
    expect(step('Home', '["c"]')).toEqual({ go: '["a"]' });
    expect(step('End', '["a"]')).toEqual({ go: '["c"]' });
  });

  test('right opens, then goes in; left closes, then goes out', () => {
    expect(step('ArrowRight', '["a"]')).toEqual({ go: '["a","b"]' });
    expect(step('ArrowRight', '["c"]')).toEqual({});
    expect(step('ArrowLeft', '["a"]')).toEqual({ toggle: true });
    expect(step('ArrowLeft', '["a","b"]')).toEqual({ go: '["a"]' });
    const shut = rowsOf({ a: { b: 1 } }, closed, wholeTexts);
    expect(treeStep('ArrowRight', shut, '["a"]')).toEqual({ toggle: true });
  });

  test('Enter and Space toggle, an asterisk opens a level, other keys are not the tree’s', () => {
    expect([step('Enter', '["a"]'), step(' ', '["a"]'), step('*', '["a"]'), step('x', '["a"]')]).toEqual([
      { toggle: true },
      { toggle: true },
      { openSiblings: true },
      undefined,
    ]);
  });
});
