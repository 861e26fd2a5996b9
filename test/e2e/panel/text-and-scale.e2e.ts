import { describe, expect, test } from 'vitest';
import { visiblePieces, visibleText } from '../../../engine/report/text/visible-characters';
import { timelineScale } from '../../../media/evidence/timeline-scale';
import { duration } from '../../../media/text/numbers';
import { blocksOf, portionEnd, previewEnd } from '../../../media/text/portions';

const phase = (startMs: number, endMs: number) => ({ phase: 'execute', ok: true, startMs, endMs });

describe('the scale of the timeline', () => {
  test('phases lie where they were, as long as they were', () => {
    const { bars, shownMs, cuts } = timelineScale([phase(1000, 1250), phase(1500, 2000)]);
    expect(bars).toEqual([
      { start: 0, width: 25 },
      { start: 50, width: 50 },
    ]);
    expect([shownMs, cuts]).toEqual([1000, []]);
  });

  test('an hour of idling does not squeeze the work: it is cut out, and told', () => {
    const { bars, shownMs, cuts } = timelineScale([phase(0, 500), phase(3_600_500, 3_601_000)]);
    expect(bars.map((bar) => Math.round(bar?.width ?? 0))).toEqual([47, 47]);
    expect(cuts.map(({ at, idleMs }) => [Math.round(at), idleMs])).toEqual([[50, 3_600_000]]);
    expect(shownMs).toBeCloseTo(1000);
  });

  test('an instant is still seen; what has no times has no bar', () => {
    const { bars } = timelineScale([phase(0, 10_000), phase(10_000, 10_000), { phase: 'close', ok: true }]);
    expect(bars[1]?.width).toBeGreaterThan(0.5);
    expect((bars[1]?.start ?? 0) + (bars[1]?.width ?? 0)).toBeLessThanOrEqual(100);
    expect(bars[2]).toBeUndefined();
    expect(timelineScale([{ phase: 'close', ok: true, endMs: 50, durationMs: 20 }]).bars).toEqual([
      { start: 0, width: 100 },
    ]);
  });
});

describe('texts', () => {
  test('joiners of emoji and scripts stay, what hides does not', () => {
    const family = '👨‍👩‍👧 ❤️ می‌خواهم';
    expect(visiblePieces(family)).toEqual([family]);
    expect(visibleText('a\u200bb\u202ec\r\nd\re')).toBe('a‹U+200B›b‹U+202E›c\nd‹CR›e');
    expect(visiblePieces('\0\0\0')).toEqual([{ shown: 'NUL', name: 'U+0000 null', count: 3 }]);
    expect(visiblePieces('tab\tand\nline')).toEqual(['tab\tand\nline']);
  });

  test('portions and blocks lose nothing and split no character', () => {
    const text = `${'😀'.repeat(5000)}\r\n${'line\n'.repeat(3000)}`;
    expect(blocksOf(text).join('')).toBe(text);
    expect(blocksOf(text).every((block) => !/[\ud800-\udbff]$/.test(block))).toBe(true);
    for (const wanted of [1, 3, 901, 20_001])
      expect(text.slice(0, portionEnd(text, wanted))).not.toMatch(/[\ud800-\udbff]$/);
    expect(previewEnd('short')).toBeUndefined();
    expect(previewEnd('line\n'.repeat(40))).toBe(50);
  });

  test('durations read like a person would say them', () => {
    expect([188, 6554, 31_963, 98_055, 7_500_000].map(duration)).toEqual([
      '188 ms',
      '6.55 s',
      '32.0 s',
      '1 min 38 s',
      '2 h 5 min',
    ]);
  });
});
