import { describe, expect, test } from 'vitest';
import { linePath, namedColumns, plotOf, ticksOf, yOf } from '../../../media/trends/chart-model';
import { agentCharts, scenarioCharts, trendWords } from '../../../media/trends/trend-charts';
import { percent, shortNumber } from '../../../media/trends/trend-numbers';
import { flakiestFirst } from '../../../media/trends/trend-order';
import { madePoints, madeTrend, scenarioTrendView } from '../../e2e/panel/harness/made-trends';

describe('the axes of a chart', () => {
  test('steps are round, begin at zero and hold the greatest value', () => {
    expect([21, 1, 2330, 13_600, 0.8].map(ticksOf)).toEqual([
      [0, 5, 10, 15, 20, 25],
      [0, 1],
      [0, 500, 1000, 1500, 2000, 2500],
      [0, 5000, 10_000, 15_000],
      [0, 0.2, 0.4, 0.6, 0.8],
    ]);
    expect(ticksOf(0)).toEqual([0, 1]);
  });

  test('the newest run always has a name, the others as far as there is room', () => {
    const columns = Array.from({ length: 100 }, (_, n) => ({ key: `${n}`, label: `run ${n}`, axis: `day ${n >> 1}` }));
    const named = namedColumns(columns, plotOf(400, 190, 100, true));
    expect(named.at(-1)).toBe(99);
    expect(named.length).toBeLessThan(7);
    expect(namedColumns(columns.slice(0, 1), plotOf(400, 190, 1, true))).toEqual([0]);
    expect(namedColumns([], plotOf(400, 190, 0, true))).toEqual([]);
  });

  test('marks above the columns have room of their own; what is below stays where it is', () => {
    const [plain, alarmed] = [plotOf(400, 190, 3, true), plotOf(400, 190, 3, true, true)];
    expect(yOf(alarmed, 15, 15)).toBeGreaterThanOrEqual(18); // a column of the greatest value ends below its mark
    expect(yOf(alarmed, 0, 15)).toBe(yOf(plain, 0, 15));
  });
});

describe('a line', () => {
  test('breaks off where nothing was measured, and never falls to zero there', () => {
    const plot = { left: 0, top: 0, width: 100, height: 100, slot: 20 };
    expect(linePath([50, undefined, 100, 0], plot, 100)).toBe('M10 50M50 0L70 100');
    expect(linePath([undefined, undefined], plot, 100)).toBe('');
  });
});

describe('what charts say in words', () => {
  test('the newest, the span, and where something is missing', () => {
    const { rate, verdicts, latency } = agentCharts(madePoints(12));
    expect(rate.summary).toBe('The pass rate over 12 runs: 76 % in the newest that has it, between 67 % and 90 %.');
    expect(verdicts.summary).toBe(
      'Verdicts of 12 runs. In the newest: 16 passed, 3 failed, 2 unable to verify, 0 without a verdict; 1 compromised.',
    );
    expect(latency.summary).toContain('Latency over 12 runs: p95 1.65 s in the newest that has it');
    expect(latency.summary).toMatch(/not there in 2 of them\.$/);
  });

  test('nothing measured is no chart but a sentence', () => {
    const bare = madePoints(3).map(({ latencyP50Ms, latencyP95Ms, tokensIn, tokensOut, ...rest }) => rest);
    expect(agentCharts(bare).tokens.summary).toBe('Tokens were not reported in any of these runs.');
    expect(agentCharts(bare.map((point) => ({ ...point, passRate: null }))).rate.summary).toBe(
      'No run has a verdict yet.',
    );
  });

  test('a scenario: its verdicts, its flips, where it was redefined', () => {
    const { scenarios, points } = scenarioTrendView();
    const [trend] = scenarios;
    if (!trend) throw new Error('one scenario is made');
    const { verdicts } = scenarioCharts(trend.moments, points);
    expect(verdicts.summary).toBe('45 runs: 27 passed, 15 failed, 3 unable to verify; redefined 1 time.');
    expect(verdicts.columns.flatMap((column, n) => (column.break ? [n] : []))).toEqual([30]);
    expect(trendWords(trend)).toBe(
      '60 % of 45 verdicts passed in 45 runs; 14 flips in 40 steps on an unchanged definition.',
    );
    expect(trendWords(madeTrend('SC-1', 'x', '-'))).toBe(
      'no verdict yet in 1 run; never judged twice on one definition.',
    );
  });

  test('all and nothing are said only when it is all or nothing', () => {
    expect([1, 0.999, 0.5, 0.001, 0].map(percent)).toEqual(['100 %', '> 99 %', '50 %', '< 1 %', '0 %']);
    expect([950, 12_345, 1_500_000].map(shortNumber)).toEqual(['950', '12.3K', '1.5M']);
  });
});

test('the flakiest scenario stands first: by flips, then attempts that disagree, then failures', () => {
  const trends = [
    madeTrend('SC-5', 'never judged', '--'),
    madeTrend('SC-1', 'stable', 'PPPP'),
    madeTrend('SC-2', 'half', 'PFPF', { flips: 3, steps: 3 }),
    madeTrend('SC-3', 'once', 'PPPF', { flips: 1, steps: 3 }),
    madeTrend('SC-4', 'mixed', 'MMMM'),
    madeTrend('SC-6', 'failing', 'FFFF'),
  ];
  expect(flakiestFirst(trends).map(({ scenarioId }) => scenarioId)).toEqual([
    'SC-2',
    'SC-3',
    'SC-4',
    'SC-6',
    'SC-1',
    'SC-5',
  ]);
});
