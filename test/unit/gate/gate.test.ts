import { describe, expect, it } from 'vitest';
import { readExpectedIds } from '../../../engine/gate/expected-ids';
import { generalPolicy, policyOf, strictPolicy } from '../../../engine/gate/policy';
import { at, expectedIds, gateOf, pairOf } from './clean-pair';

type Pair = ReturnType<typeof pairOf>;
const clean = (): Pair => pairOf('clean-pass');
/** What `rook report --json` lists of a clean pass, with what a test changes of each. */
const listed = (changes: Record<string, object> = {}): object[] =>
  expectedIds.map((id) => ({ scenario_id: id, title: id, status: 'Pass', ...changes[id] }));
const totals = (pair: Pair) => at(pair.report, 'report', 'totals');

describe('a gate over run.json and report.json', () => {
  it('opens when everything passed, and says by which rules', async () => {
    const result = await gateOf(clean());
    expect(result).toMatchObject({ ok: true, gate: 'open', reasons: [], run_id: 'fixture-clean-pass' });
    expect(result.policy.rules).toContain('No scenario may be Unable to Verify.');
  });

  it('opens with the few fields that hand-written documents have', async () => {
    const { planned, executed, passed, failed, unverifiable, unjudged, not_run, unrunnable } = totals(clean());
    const counts = { planned, executed, passed, failed, unverifiable, unjudged, not_run, unrunnable };
    const run = { ok: true, halted: false, discarded: null, run_id: 'fixture', report: {} };
    const report = { run_id: 'fixture', dir: 'x', report: { run_id: 'fixture', totals: counts, clusters: [] } };
    expect(await gateOf({ run, report })).toMatchObject({ gate: 'open', totals: counts });
  });

  it('reads the report in run.json when there is no other', async () => {
    expect(await gateOf({ run: clean().run })).toMatchObject({ gate: 'open' });
  });

  it.each<[string, string, string, (pair: Pair) => void]>([
    [
      'ok: false',
      'setup',
      'no run took place: signed out',
      ({ run }) => Object.assign(run, { ok: false, error: 'signed out' }),
    ],
    ['ok: false without an error', 'setup', 'and not why', ({ run }) => Object.assign(run, { ok: false })],
    ['a refused run', 'setup', 'refused', ({ run }) => Object.assign(run, { discarded: 'refused' })],
    ['ok as a text', 'incomplete', 'ok must be true', ({ run }) => Object.assign(run, { ok: 'true' })],
    ['no ok', 'incomplete', 'ok is missing', ({ run }) => delete run.ok],
    ['no halted', 'incomplete', 'halted is missing', ({ run }) => delete run.halted],
    ['no discarded', 'incomplete', 'discarded is missing', ({ run }) => delete run.discarded],
    ['an empty id', 'incomplete', 'run_id is empty', ({ run }) => Object.assign(run, { run_id: '' })],
    ['a number as id', 'incomplete', 'run_id must be', ({ run }) => Object.assign(run, { run_id: 7 })],
    ['a list as report', 'incomplete', 'report must be an object', ({ run }) => Object.assign(run, { report: [] })],
    [
      'another id around the report',
      'inconsistent',
      'is other',
      ({ report }) => Object.assign(report, { run_id: 'other' }),
    ],
    [
      'another id in the report',
      'inconsistent',
      'is other',
      ({ report }) => Object.assign(at(report, 'report'), { run_id: 'other' }),
    ],
    [
      'another id in the report of run.json',
      'inconsistent',
      'is other',
      ({ run }) => Object.assign(at(run, 'report'), { run_id: 'other' }),
    ],
    ['no id in the report', 'inconsistent', 'run_id is missing', ({ report }) => delete at(report, 'report').run_id],
    [
      'a null report',
      'inconsistent',
      'report must be an object',
      ({ report }) => Object.assign(report, { report: null }),
    ],
    ['no totals', 'inconsistent', 'totals is missing', ({ report }) => delete at(report, 'report').totals],
    ['a missing count', 'inconsistent', 'totals.unjudged is missing', (pair) => delete totals(pair).unjudged],
    ['a float', 'inconsistent', 'found 3.5', (pair) => Object.assign(totals(pair), { passed: 3.5 })],
    ['a count as a text', 'inconsistent', 'the text "3"', (pair) => Object.assign(totals(pair), { passed: '3' })],
    ['a null count', 'inconsistent', 'found null', (pair) => Object.assign(totals(pair), { failed: null })],
    ['a negative count', 'inconsistent', 'found -1', (pair) => Object.assign(totals(pair), { failed: -1 })],
    [
      'a huge count',
      'inconsistent',
      'totals.planned must be',
      (pair) => Object.assign(totals(pair), { planned: 2 ** 60, executed: 2 ** 60, passed: 2 ** 60 }),
    ],
    [
      'executed that does not add up',
      'inconsistent',
      'executed is 3',
      (pair) => Object.assign(totals(pair), { passed: 2 }),
    ],
    [
      'planned that does not add up',
      'inconsistent',
      'planned is 3',
      (pair) => Object.assign(totals(pair), { not_run: 1 }),
    ],
    ['a wrong decided', 'inconsistent', 'decided is 2', (pair) => Object.assign(totals(pair), { decided: 2 })],
    ['a wrong rate', 'inconsistent', 'pass_rate is 0.5', (pair) => Object.assign(totals(pair), { pass_rate: 0.5 })],
    ['no clusters', 'inconsistent', 'clusters is missing', ({ report }) => delete at(report, 'report').clusters],
    [
      'an unknown kind of cluster',
      'inconsistent',
      'clusters[0].kind',
      ({ report }) => Object.assign(at(report, 'report'), { clusters: [{ kind: 'odd' }] }),
    ],
    [
      'a cluster of failures without a failure',
      'inconsistent',
      'totals.failed is 0',
      ({ report }) => Object.assign(at(report, 'report'), { clusters: [{ kind: 'failed', scenarios: [] }] }),
    ],
    [
      'an error beside ok: true',
      'inconsistent',
      'says ok: true, and has an error: boom',
      ({ run }) => Object.assign(run, { error: 'boom' }),
    ],
    [
      'a report of a command that failed',
      'inconsistent',
      'report.json, ok must be true',
      ({ report }) => Object.assign(report, { ok: false }),
    ],
    [
      'a list of scenarios that counts otherwise',
      'inconsistent',
      'passed is 3, but its list of scenarios shows 2',
      ({ report }) => Object.assign(report, { scenarios: listed({ 'SC-002': { status: 'Fail' } }) }),
    ],
    [
      'a list that names a scenario twice',
      'inconsistent',
      'SC-001 stands in scenarios twice',
      ({ report }) => Object.assign(report, { scenarios: listed({ 'SC-002': { scenario_id: 'SC-001' } }) }),
    ],
    [
      'a list of other scenarios than were expected',
      'inconsistent',
      'the run did not plan what was expected: SC-002',
      ({ report }) => Object.assign(report, { scenarios: listed({ 'SC-002': { scenario_id: 'SC-009' } }) }),
    ],
    [
      'a flaky scenario in the list',
      'finding',
      'SC-002 is flaky',
      ({ report }) => Object.assign(report, { scenarios: listed({ 'SC-002': { flaky: true } }) }),
    ],
    [
      'a compromised scenario in the list',
      'finding',
      'SC-002 was compromised',
      ({ report }) => Object.assign(report, { scenarios: listed({ 'SC-002': { compromised: true } }) }),
    ],
    [
      'a run of another agent than its report',
      'inconsistent',
      'report.agent_id is refund-desk, but run.json, report.agent_id is other',
      ({ run }) => Object.assign(at(run, 'report'), { agent_id: 'other' }),
    ],
    [
      'more that could not run than the report counts',
      'inconsistent',
      'unrunnable is 0, but run.json lists 1',
      ({ run }) => Object.assign(run, { unrunnable: [{ scenario_id: 'SC-004', why: 'x' }] }),
    ],
    [
      'a compromise that only run.json knows',
      'inconsistent',
      'compromised clusters 0 / 1',
      ({ run }) => Object.assign(at(run, 'report'), { clusters: [{ kind: 'compromised', scenarios: [] }] }),
    ],
    [
      'one part of a plan',
      'incomplete',
      'run.json is of shard 2 of 4',
      ({ run }) => Object.assign(run, { shard: { index: 2, total: 4 } }),
    ],
    [
      'two reports that differ',
      'inconsistent',
      'disagree: planned 3 / 2',
      ({ run }) => Object.assign(at(run, 'report', 'totals'), { planned: 2, executed: 2, passed: 2, decided: 2 }),
    ],
    [
      'a compromised cluster',
      'finding',
      'SC-003 was compromised',
      ({ report }) =>
        Object.assign(at(report, 'report'), {
          clusters: [{ kind: 'compromised', scenarios: [{ scenario_id: 'SC-003' }] }],
        }),
    ],
    [
      'a compromised cluster that names nobody',
      'finding',
      '1 compromised',
      ({ report }) => Object.assign(at(report, 'report'), { clusters: [{ kind: 'compromised' }] }),
    ],
    [
      'an unrunnable scenario',
      'blocked',
      '1 scenario could not run',
      ({ run, report }) => {
        for (const one of [run, report]) at(one, 'report', 'totals').unrunnable = 1;
      },
    ],
  ])('is closed by %s', async (_what, kind, message, change) => {
    const pair = clean();
    change(pair);
    const result = await gateOf(pair);
    expect([result.ok, result.gate, result.kind]).toEqual([false, 'closed', kind]);
    expect(result.error).toContain(message);
  });

  it('does not take a run without any scenario for a pass, under no policy', async () => {
    const pair = clean();
    for (const one of [pair.run, pair.report])
      Object.assign(at(one, 'report', 'totals'), { planned: 0, executed: 0, passed: 0, decided: 0, pass_rate: null });
    for (const policy of [strictPolicy, generalPolicy])
      expect(await gateOf(pair, policy, null)).toMatchObject({
        kind: 'blocked',
        error: expect.stringContaining('empty run'),
      });
  });

  it('is closed when other scenarios were expected than planned', async () => {
    expect(await gateOf(clean(), strictPolicy, ['SC-001'])).toMatchObject({
      kind: 'inconsistent',
      error: 'the run planned 3 scenarios, and 1 was expected',
    });
  });

  it('never calls Unable to Verify a failure', async () => {
    const result = await gateOf(pairOf('unable-to-verify'));
    expect(result.reasons.map(({ kind }) => kind)).toEqual(['blocked', 'blocked']);
    expect(JSON.stringify(result.reasons)).not.toMatch(/\bfailed\b|\bFail\b/);
    expect(await gateOf(pairOf('unable-to-verify'), generalPolicy)).toMatchObject({ gate: 'open' });
  });

  it('tells findings first when there are both', async () => {
    const pair = pairOf('fail');
    for (const one of [pair.run, pair.report]) at(one, 'report', 'totals').unrunnable = 2;
    const result = await gateOf(pair);
    expect(result.reasons.map(({ kind }) => kind)).toEqual(['finding', 'finding', 'blocked']);
    expect(result.reasons[1]).toMatchObject({ scenario_id: 'SC-002' });
  });

  it('keeps what an agent wrote as it is in the document', async () => {
    const pair = pairOf('fail');
    at(pair.report, 'report', 'clusters', 0, 'scenarios', 0).summary = '\u001b[2J::error::';
    expect((await gateOf(pair)).reasons[1]?.message).toContain('\u001b[2J::error::');
  });
});

describe('thresholds of a policy', () => {
  const policy = (more: object) => policyOf({ name: 'mine', ...more }, 'policy.yaml');

  it('allow as much as they say, and no more', async () => {
    const more = { unverifiable: { max: 1 } };
    expect(await gateOf(pairOf('unable-to-verify'), policy(more))).toMatchObject({ gate: 'open' });
    expect(await gateOf(pairOf('unable-to-verify'), policy({ ...more, min_pass_rate: 0.9 }))).toMatchObject({
      kind: 'blocked',
      error: 'the pass rate is 66.6 %, and the policy wants at least 90 %',
    });
    expect(await gateOf(pairOf('unable-to-verify'), policy({ ...more, min_pass_rate: 2 / 3 }))).toMatchObject({
      gate: 'open',
    });
  });

  it.each([
    ['required criteria', 'clean-pass', { required_criteria: ['SC-001/C1'] }],
    ['tags', 'unable-to-verify', { unverifiable: { allow_tags: ['wip'] } }],
    ['flakiness beside failures', 'fail', { max_failed: 1 }],
    ['a base', 'clean-pass', { allow_newly_failing: false }],
  ])('that need %s close the gate when that is not at hand', async (_what, fixture, more) => {
    expect(await gateOf(pairOf(fixture), policy(more))).toMatchObject({ kind: 'setup' });
  });

  it('do not ask for records that could not change anything', async () => {
    expect(await gateOf(clean(), policy({ unverifiable: { allow_tags: ['wip'] } }))).toMatchObject({ gate: 'open' });
  });
});

describe('--expected', () => {
  it('is a list with commas', () => {
    expect(readExpectedIds('SC-001,SC-002,SC-003')).toEqual({ ok: true, value: expectedIds });
  });

  it.each([
    ['', 'names no scenario'],
    ['SC-001, SC-002', 'white space'],
    ['SC-001,,SC-002', 'empty entry'],
    ['SC-001,', 'empty entry'],
    ['SC-001,SC-002,SC-001', 'names SC-001 twice'],
  ])('refuses %j', (text, message) => {
    expect(readExpectedIds(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining(message) } });
  });
});
