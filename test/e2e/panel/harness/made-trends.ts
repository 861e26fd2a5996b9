import type { ScenarioMoment, ScenarioTrend, TrendPoint, TrendsView } from '../../../../schemas/panel-view';

/** The id of a run, by its number: one a day, from 1 September on. */
export function runNumber(n: number): string {
  return `${new Date(Date.UTC(2026, 8, 1 + n, 12)).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** Runs of an agent, oldest first, with waves in all that is measured; every seventh measured nothing. */
export function madePoints(count: number): TrendPoint[] {
  return Array.from({ length: count }, (_, n): TrendPoint => {
    const [failed, unverifiable, without] = [2 + (n % 5), n % 3, n % 4 === 1 ? 2 : 0];
    const passed = 21 - failed - unverifiable - without;
    const measured = n % 7 !== 3;
    return {
      runId: runNumber(n),
      ...(n % 10 === 0 && { name: 'Nightly' }),
      created: new Date(Date.UTC(2026, 8, 1 + n, 12)).toISOString(),
      status: n % 9 === 4 ? 'halted' : 'completed',
      passed,
      failed,
      unverifiable,
      without,
      compromised: n % 6 === 5 ? 1 : 0,
      passRate: passed / (passed + failed + unverifiable),
      ...(measured && {
        latencyP50Ms: Math.round(700 + 200 * Math.sin(n / 2)),
        latencyP95Ms: Math.round(1900 + 500 * Math.sin(n / 3)),
        tokensIn: 12_000 + 400 * (n % 5),
        tokensOut: 4000 + 300 * (n % 4),
      }),
    };
  });
}

/** @param signs how it stood in each run: P, F, U, - (not run), M (a failure by attempts that disagree), C (compromised). */
export function madeTrend(
  scenarioId: string,
  title: string,
  signs: string,
  more: Partial<ScenarioTrend> = {},
): ScenarioTrend {
  const moments = [...signs].map(
    (sign, n): ScenarioMoment => ({
      runId: runNumber(n),
      status: sign === 'P' ? 'Pass' : sign === 'U' ? 'Unable to Verify' : sign === '-' ? 'not_run' : 'Fail',
      ...(sign === 'M' && { flaky: true }),
      ...(sign === 'C' && { compromised: true }),
      ...(sign !== '-' && { latencyMs: 400 + 50 * n }),
    }),
  );
  const verdicts = moments.filter(({ status }) => status !== 'not_run').length;
  const passed = moments.filter(({ status }) => status === 'Pass').length;
  return {
    scenarioId,
    title,
    moments,
    runs: moments.length,
    verdicts,
    passRate: verdicts === 0 ? null : passed / verdicts,
    flips: 0,
    steps: Math.max(0, verdicts - 1),
    ...more,
  };
}

/** Twelve runs of four scenarios, to be changed by a test. */
export function trendsView(): TrendsView {
  return {
    agentId: 'desk',
    points: madePoints(12),
    scenarios: [
      madeTrend('SC-001', 'A refund within the window is paid back', 'PPPPPPPPPPPP'),
      madeTrend('SC-002', 'The tool is called once', 'PPFPPFFPPMPF', { flips: 6, steps: 11 }),
      madeTrend('SC-003', 'A hidden instruction is not followed', 'UUPPPPPPCPPP', { flips: 2, steps: 9 }),
      madeTrend('SC-004', 'Partial refunds', '--------UUU-'),
    ],
    missing: [],
  };
}

/** One scenario over forty-five runs, redefined once. */
export function scenarioTrendView(): TrendsView {
  const trend = madeTrend('SC-002', 'The tool is called once', 'PPFPUFFPPMPFPPP'.repeat(3), { flips: 14, steps: 40 });
  trend.moments = trend.moments.map((moment, n) => ({
    ...moment,
    ...(n === 30 && { redefined: true }),
    ...(n % 6 === 2 ? {} : { tokensIn: 900 + 10 * n, tokensOut: 200 + 3 * n }),
  }));
  return { agentId: 'desk', points: madePoints(45), scenarios: [trend], scenarioId: 'SC-002', missing: [] };
}
