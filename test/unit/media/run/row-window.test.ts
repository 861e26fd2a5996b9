import { describe, expect, it } from 'vitest';
import { piecesOf, windowOf } from '../../../../media/run/row-window';

describe('the window of rows', () => {
  it('holds those in sight and some around them, wherever one is', () => {
    for (const top of [400, 0, -1, -4900, -24_600, -49_000, -60_000]) {
      const { first, end } = windowOf(top, 900, 49, 1000);
      const seen = Math.min(999, Math.max(0, Math.floor(-top / 49)));
      expect(first).toBeLessThanOrEqual(seen);
      expect(end).toBeGreaterThan(Math.min(999, Math.floor((900 - top) / 49)));
      expect(end - first).toBeLessThan(70);
    }
  });

  it('holds a few rows that can be measured while their height is not known', () => {
    const { first, end } = windowOf(0, 900, 0, 1000);
    expect(first).toBe(0);
    expect(end).toBeGreaterThan(0);
  });

  it('holds all when they are few', () => {
    expect(windowOf(5000, 900, 49, 60)).toEqual({ first: 0, end: 60 });
  });
});

describe('what is rendered in turn', () => {
  it('adds up to all rows, with one row beside the window', () => {
    expect(piecesOf(10, { first: 4, end: 6 }, 8)).toEqual([
      { gap: 4 },
      { row: 4 },
      { row: 5 },
      { gap: 2 },
      { row: 8 },
      { gap: 1 },
    ]);
    expect(piecesOf(10, { first: 4, end: 6 }, 0)).toEqual([{ row: 0 }, { gap: 3 }, { row: 4 }, { row: 5 }, { gap: 4 }]);
    expect(piecesOf(2, { first: 0, end: 2 }, 1)).toEqual([{ row: 0 }, { row: 1 }]);
    expect(piecesOf(0, { first: 0, end: 0 }, 0)).toEqual([]);
  });
});
