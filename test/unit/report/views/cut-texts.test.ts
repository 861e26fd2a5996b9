import { describe, expect, test } from 'vitest';
import { cutTexts, textAt } from '../../../../engine/report/views/cut-texts';

describe('texts that are too long for a message', () => {
  test('what is short enough stays as it is, in any shape', () => {
    const value = { a: [1, null, true, 'x'.repeat(100_000)], b: { c: undefined, d: '' } };
    expect(cutTexts(value)).toEqual({ value, cuts: [] });
    expect(cutTexts('short')).toEqual({ value: 'short', cuts: [] });
  });

  test('a long one is cut, and told with its place and its whole length', () => {
    const long = 'y'.repeat(100_001);
    const { value, cuts } = cutTexts({ calls: [{ result: long }], other: 'z' });
    expect(value.calls[0]?.result).toBe('y'.repeat(20_000));
    expect(value.other).toBe('z');
    expect(cuts).toEqual([{ path: ['calls', 0, 'result'], length: 100_001 }]);
  });

  test('a text that is the whole value has an empty path', () => {
    const { value, cuts } = cutTexts('w'.repeat(200_000));
    expect([value.length, cuts]).toEqual([20_000, [{ path: [], length: 200_000 }]]);
  });

  test('a message full of texts stays small: those that come late are cut earlier', () => {
    const texts = Array.from({ length: 200 }, () => 'v'.repeat(90_000));
    const { value, cuts } = cutTexts(texts);
    expect(value[0]?.length).toBe(90_000);
    expect(value.at(-1)?.length).toBe(1000);
    expect(value.join('').length).toBeLessThan(4_500_000);
    expect(cuts.at(-1)).toEqual({ path: [199], length: 90_000 });
  });

  test('no character is cut in two', () => {
    const { value } = cutTexts(`x${'😀'.repeat(60_000)}`);
    expect(value.length).toBe(19_999);
    expect(value).not.toMatch(/[\ud800-\udbff]$/);
  });
});

describe('a portion of a text', () => {
  const value = { a: ['0123456789', '😀😀'], own: 'text' };

  test('from anywhere, with the whole length; beyond the end there is nothing', () => {
    expect(textAt(value, ['a', 0], 2, 5)).toEqual({ text: '234', length: 10 });
    expect(textAt(value, ['a', 0], 8, 50)).toEqual({ text: '89', length: 10 });
    expect(textAt(value, ['a', 0], 50, 60)).toEqual({ text: '', length: 10 });
    expect(textAt(value, ['a', 1], 0, 3)).toEqual({ text: '😀', length: 4 });
  });

  test('only what the value itself has is found', () => {
    expect(textAt(value, ['a'], 0, 5)).toBeUndefined();
    expect(textAt(value, ['b', 0], 0, 5)).toBeUndefined();
    expect(textAt(value, ['own', 'length'], 0, 5)).toBeUndefined();
    expect(textAt(value, ['__proto__', 'x'], 0, 5)).toBeUndefined();
    expect(textAt(value, ['constructor', 'name'], 0, 5)).toBeUndefined();
  });
});
