import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScenarioOutcome } from '../../../engine/report/outcome';
import { buildReport, headlineOf, totalsOf } from '../../../engine/report/report';
import { Report, type Totals } from '../../../schemas/report';
import { verdictStatuses } from '../../../schemas/verdict';
import { corpusValue } from '../schemas/corpus-files';
import { judged, unfinished } from './outcomes';

const report = (outcomes: ScenarioOutcome[], unrunnable = 0, durationMs?: number) =>
  buildReport({ runId: 'R1', agentId: 'desk', outcomes, unrunnable, ...(durationMs !== undefined && { durationMs }) });

const anyOutcome = fc.oneof(
  fc.tuple(fc.constantFrom(...verdictStatuses), fc.boolean()).map(([status, carried]) => ({
    ...judged('SC', status),
    ...(carried && { carried }),
  })),
  fc.constantFrom('unjudged' as const, 'not_run' as const).map((state) => unfinished('SC', state)),
);

describe('totals', () => {
  it('add up, whatever happened', () => {
    fc.assert(
      fc.property(fc.array(anyOutcome), fc.nat({ max: 9 }), (outcomes, unrunnable) => {
        const totals = totalsOf(outcomes, unrunnable);
        const { planned, executed, not_run, passed, failed, unverifiable, unjudged, decided, pass_rate } = totals;
        expect(planned).toBe(outcomes.length);
        expect(planned).toBe(executed + not_run);
        expect(executed).toBe(passed + failed + unverifiable + unjudged);
        expect(decided).toBe(passed + failed);
        expect(totals.unrunnable).toBe(unrunnable);
        const recorded = passed + failed + unverifiable;
        expect(pass_rate).toBe(recorded === 0 ? null : passed / recorded);
        const { pass_rate: _rate, ...counts } = totals;
        for (const count of Object.values(counts)) expect(Number.isInteger(count) && Number(count) >= 0).toBe(true);
        expect(totals.carried_forward).toBe(outcomes.filter(({ carried }) => carried).length);
      }),
    );
  });

  it('the rate is null when nothing was recorded, not zero', () => {
    expect(totalsOf([], 0).pass_rate).toBeNull();
    expect(totalsOf([unfinished('a', 'unjudged'), unfinished('b', 'not_run')], 3).pass_rate).toBeNull();
  });

  it('the rate is 0 when all are Unable to Verify', () => {
    expect(totalsOf([judged('a', 'Unable to Verify'), judged('b', 'Unable to Verify')], 0).pass_rate).toBe(0);
  });

  it('Unable to Verify counts in the rate, what was not judged does not', () => {
    const outcomes = [judged('a', 'Pass'), judged('b', 'Unable to Verify'), judged('c', 'Fail'), judged('d', 'Pass')];
    expect(totalsOf(outcomes, 0).pass_rate).toBe(0.5);
    expect(totalsOf([...outcomes, unfinished('e', 'unjudged'), unfinished('f', 'not_run')], 2).pass_rate).toBe(0.5);
  });

  it('carried scenarios count in planned, executed and the rate', () => {
    const carried = { ...judged('a', 'Pass'), carried: true };
    expect(totalsOf([carried, judged('b', 'Fail')], 0)).toMatchObject({
      planned: 2,
      executed: 2,
      passed: 1,
      pass_rate: 0.5,
      carried_forward: 1,
    });
  });
});

describe('the report', () => {
  it('has the shape of report.yaml, names the basis of its rate, and costs nothing', () => {
    const made = report([judged('a', 'Pass'), judged('b', 'Fail'), unfinished('c', 'unjudged')], 1, 1234);
    expect(Report.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
    expect(made).toMatchObject({ run_id: 'R1', agent_id: 'desk', pass_rate_basis: 'all_verdicts', credits: 0 });
    expect(made.metrics).toMatchObject({ credits: 0, duration_ms: 1234 });
  });

  it('a stored one of an older version keeps its rate and says nothing of its basis', () => {
    const stored = Report.parse(corpusValue('run/report.yaml'));
    expect(stored.totals.pass_rate).toBe(0.45454545454545453);
    expect(stored).not.toHaveProperty('pass_rate_basis');
  });
});

describe('metrics', () => {
  const timed = (latency_ms: number) => judged('a', 'Pass', { latency_ms, turns: 1 });

  it.each([
    [[10], 10, 10],
    [[30, 10, 20], 20, 30],
    [[40, 30, 20, 10], 20, 40],
    [Array.from({ length: 100 }, (_, n) => n + 1), 50, 95],
    [Array.from({ length: 20 }, (_, n) => 20 - n), 10, 19],
  ])('latencies %j: half are at most %i, 95 %% at most %i', (latencies, p50, p95) => {
    expect(report(latencies.map(timed)).metrics).toMatchObject({ latency_p50_ms: p50, latency_p95_ms: p95 });
  });

  it('percentiles are measured values, and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000 }), { minLength: 1 }), (latencies) => {
        const { latency_p50_ms: p50 = -1, latency_p95_ms: p95 = -1 } = report(latencies.map(timed)).metrics;
        expect(latencies).toContain(p50);
        expect(latencies).toContain(p95);
        expect(p50).toBeLessThanOrEqual(p95);
        expect(latencies.filter((value) => value <= p50).length).toBeGreaterThanOrEqual(latencies.length / 2);
        expect(latencies.filter((value) => value <= p95).length).toBeGreaterThanOrEqual(latencies.length * 0.95);
      }),
    );
  });

  it('tokens and turns are summed', () => {
    const usage = { input_tokens: 10, output_tokens: 3 };
    const outcomes = [judged('a', 'Pass', { usage, turns: 2 }), judged('b', 'Fail', { usage, turns: 3 })];
    expect(report(outcomes).metrics).toMatchObject({ tokens_in: 20, tokens_out: 6, turns_total: 5 });
  });

  it('what was not measured is absent, never zero', () => {
    const { metrics } = report([unfinished('a', 'not_run')]);
    for (const name of ['duration_ms', 'latency_p50_ms', 'latency_p95_ms', 'tokens_in', 'tokens_out', 'turns_total'])
      expect(metrics).not.toHaveProperty(name);
  });
});

describe('the headline', () => {
  const totals = (changes: Partial<Totals>): Totals => ({ ...totalsOf([], 0), ...changes });

  it.each<[string, Partial<Totals>, number, string]>([
    ['all passed', { executed: 3, passed: 3 }, 0, '3 of 3 passed, 0 failed, 0 could not be verified.'],
    [
      'a compromise comes first',
      { executed: 3, passed: 1, failed: 2 },
      1,
      '1 scenario was compromised, 1 of 3 passed, 2 failed, 0 could not be verified.',
    ],
    [
      'several',
      { executed: 3, passed: 1, failed: 2 },
      2,
      '2 scenarios were compromised, 1 of 3 passed, 2 failed, 0 could not be verified.',
    ],
    [
      'what did not happen is said',
      { executed: 2, passed: 1, unjudged: 1, not_run: 4, unrunnable: 2 },
      0,
      '1 of 2 passed, 0 failed, 0 could not be verified, 1 was not judged, 4 did not run, 2 cannot run.',
    ],
    ['nothing happened', { not_run: 4 }, 0, 'No scenario was executed, 4 did not run.'],
  ])('%s', (_, changes, compromised, expected) => {
    expect(headlineOf(totals(changes), compromised)).toBe(expected);
  });

  it('of a report is made from its own totals', () => {
    const outcomes = [judged('a', 'Fail', { compromised: true }), judged('b', 'Unable to Verify')];
    expect(report(outcomes).headline).toBe(
      '1 scenario was compromised, 0 of 2 passed, 1 failed, 1 could not be verified.',
    );
  });
});
