import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CompareRoute, compareViewOf } from '../../../../engine/report/views/compare-view';
import { PanelSession } from '../../../../engine/report/views/panel-session';
import { CompareView } from '../../../../schemas/panel-view';
import { StoredRuns } from './stored-runs';

const [first, second, third] = ['2026-10-01T12-00-00Z', '2026-10-02T12-00-00Z', '2026-10-03T12-00-00Z'] as const;

let runs: StoredRuns;
beforeEach(() => {
  runs = new StoredRuns();
});
afterEach(() => runs.remove());

const route = (more: Partial<CompareRoute> = {}): CompareRoute => ({ view: 'compare', ...more });

async function viewOf(more: Partial<CompareRoute> = {}, options: { whole?: boolean } = {}): Promise<CompareView> {
  const view = await compareViewOf(await runs.agent(), route(more), options);
  if (!view.ok) throw new Error(view.error.message);
  return CompareView.parse(view.value);
}

const refusal = async (more: Partial<CompareRoute> = {}) => {
  const view = await compareViewOf(await runs.agent(), route(more));
  return view.ok ? undefined : view.error;
};

describe('which runs are compared', () => {
  test('the newest with the one before it, unless the place names others', async () => {
    await runs.run(first, { 'SC-1': { status: 'Fail' } }, { name: 'Nightly' });
    await runs.run(second, { 'SC-1': { status: 'Fail' } });
    await runs.run(third, { 'SC-1': { status: 'Pass' } });
    const view = await viewOf();
    expect([view.base.runId, view.head.runId]).toEqual([second, third]);
    expect(view.comparison.fixed.map(({ scenario_id }) => scenario_id)).toEqual(['SC-1']);
    expect((await viewOf({ head: second })).base).toMatchObject({
      runId: first,
      name: 'Nightly',
      status: 'completed',
      created: '2026-10-01T12:00:00Z',
      headline: '0 of 1 passed, 1 failed, 0 could not be verified.',
    });
    const turned = await viewOf({ base: third, head: first });
    expect([turned.base.runId, turned.head.runId]).toEqual([third, first]);
    expect(turned.runs.map(({ runId }) => runId)).toEqual([third, second, first]);
  });

  test('with one run, or none, it is said what to do', async () => {
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('no run yet') });
    await runs.run(first, { 'SC-1': { status: 'Pass' } });
    expect(await refusal()).toEqual({
      message: `There is no run before ${first}, so there is nothing to compare it with.`,
      remedy: 'Run the scenarios again: what has changed between the two runs is then shown here.',
    });
  });

  test('a run that is not there is refused, and no other file is tried', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass' } });
    await runs.run(second, { 'SC-1': { status: 'Pass' } });
    expect(await refusal({ base: 'package.json' })).toMatchObject({ message: 'there is no run package.json' });
    expect(await refusal({ head: 'engine' })).toMatchObject({ message: 'there is no run engine' });
  });

  test('a run whose records are gone says so', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass' } });
    await runs.run(second, { 'SC-1': { status: 'Pass' } });
    rmSync(join(runs.dir(first), 'scenarios'), { recursive: true });
    runs.workspace.file(join(runs.dir(first), 'run.yaml'), 'id: [torn');
    expect((await refusal())?.message).toContain(`run ${first} has no records of scenarios`);
  });
});

describe('what is shown of the two', () => {
  test('groups, how many are in both, who was compromised, and what limits the comparison', async () => {
    await runs.run(first, {
      'SC-1': { status: 'Pass' },
      'SC-2': { status: 'Fail' },
      'SC-3': { status: 'Pass', definition: 'old' },
      'SC-4': { status: 'Pass' },
    });
    await runs.run(
      second,
      {
        'SC-1': { status: 'Fail', compromised: true },
        'SC-2': { status: 'Pass' },
        'SC-3': { status: 'Pass', definition: 'new' },
        'SC-5': { status: 'Pass' },
      },
      { status: 'halted', reason: 'out of time' },
    );
    const { comparison, shared, compromised } = await viewOf();
    const ids = (group: 'newly_failing' | 'fixed' | 'redefined' | 'added' | 'removed') =>
      comparison[group].map(({ scenario_id }) => scenario_id);
    expect([ids('newly_failing'), ids('fixed'), ids('redefined'), ids('added'), ids('removed')]).toEqual([
      ['SC-1'],
      ['SC-2'],
      ['SC-3'],
      ['SC-5'],
      ['SC-4'],
    ]);
    expect(shared).toBe(3);
    expect(compromised).toEqual(['SC-1']);
    expect(comparison.notes).toEqual([expect.stringContaining('was halted (out of time)')]);
  });

  test('runs with half their files are compared as far as their records go', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass' }, 'SC-2': { status: 'Pass', torn: true } }, { report: false });
    await runs.run(second, { 'SC-1': { status: 'Pass', definition: null }, 'SC-2': { status: 'Pass' } });
    rmSync(join(runs.dir(second), 'run.yaml'));
    const view = await viewOf({ scenarioId: 'SC-2' });
    expect(view.base.headline).toBeUndefined();
    expect(view.head).toMatchObject({ runId: second, headline: expect.any(String) });
    expect(view.scenario?.base).toMatchObject({ status: 'not_run', criteria: [] });
    expect(view.scenario?.head).toMatchObject({ status: 'Pass' });
    expect(view.comparison.notes?.join()).toContain('has no run.yaml that can be read');
  });
});

describe('the scenario that was opened', () => {
  test('both sides with criteria, the last answer and the definition', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass', answer: '49.90 EUR', latencyMs: 120, definition: 'old' } });
    await runs.run(second, { 'SC-1': { status: 'Fail', answer: '50.10 EUR', definition: 'new' } });
    const { scenario } = await viewOf({ scenarioId: 'SC-1' });
    expect(scenario?.title).toBe('Scenario SC-1');
    expect(scenario?.base).toMatchObject({ runId: first, status: 'Pass', answer: '49.90 EUR', latencyMs: 120 });
    expect(scenario?.base?.snapshot).toContain('goal: Do old.');
    expect(scenario?.head).toMatchObject({ runId: second, status: 'Fail', answer: '50.10 EUR' });
    expect(scenario?.head?.criteria.map(({ status }) => status)).toEqual(['Pass', 'Fail']);
    expect(scenario?.head?.latencyMs).toBeUndefined();
  });

  test('a side is absent where the scenario is not, both where it is in neither', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass' } });
    await runs.run(second, { 'SC-2': { status: 'Pass' } });
    expect((await viewOf({ scenarioId: 'SC-2' })).scenario).toMatchObject({ head: { status: 'Pass' } });
    expect((await viewOf({ scenarioId: 'SC-2' })).scenario?.base).toBeUndefined();
    expect((await viewOf({ scenarioId: 'SC-9' })).scenario).toEqual({ scenarioId: 'SC-9', title: 'SC-9' });
  });

  test('of several attempts the answer is of the one that decided', async () => {
    await runs.run(first, { 'SC-1': { status: 'Pass', answer: 'fine' } });
    await runs.run(second, { 'SC-1': { status: 'Pass', answer: 'fine' } });
    const dir = join(runs.dir(second), 'scenarios/SC-1');
    const verdict = { scenario_id: 'SC-1', run_id: second, status: 'Fail', criteria: [], forbidden_hits: [] };
    const attempts = [
      { attempt: 1, status: 'Pass' },
      { attempt: 2, status: 'Fail' },
    ];
    runs.workspace.file(join(dir, 'verdict.yaml'), { ...verdict, flaky: true, attempts });
    const response = { scenario_id: 'SC-1', status: 'completed', transcript: [{ role: 'agent', content: 'broken' }] };
    runs.workspace.file(join(dir, 'attempts/2/response.json'), JSON.stringify(response));
    expect((await viewOf({ scenarioId: 'SC-1' })).scenario?.head).toMatchObject({ attempt: 2, answer: 'broken' });
  });

  test('long texts are cut, and the rest is read at the path that the cut names', async () => {
    const long = `${'x'.repeat(150_000)}END`;
    await runs.run(first, { 'SC-1': { status: 'Pass', answer: 'short' } });
    await runs.run(second, { 'SC-1': { status: 'Pass', answer: long } });
    const session = new PanelSession(await runs.agent(), route({ scenarioId: 'SC-1' }));
    const { message } = await session.shown();
    const view = message.type === 'compare' ? message.view : undefined;
    const path = ['scenario', 'head', 'answer'];
    expect(view?.scenario?.cuts).toContainEqual({ path, length: long.length });
    expect(view?.scenario?.head?.answer?.length).toBeLessThan(100_000);
    const request = { ask: 'viewText', path, start: 150_000, end: 200_000 } as const;
    expect(await session.answer(request)).toEqual({ kind: 'text', text: 'END', length: long.length });
    expect((await viewOf({ scenarioId: 'SC-1' }, { whole: true })).scenario?.head?.answer).toBe(long);
  });
});

test('a panel that stays open sees what a run wrote since', async () => {
  await runs.run(first, { 'SC-1': { status: 'Pass' } });
  await runs.run(second, { 'SC-1': { status: 'Pass' } });
  const session = new PanelSession(await runs.agent(), route());
  const failing = async () => {
    const { message } = await session.shown();
    return message.type === 'compare' ? message.view.comparison.newly_failing.length : message.type;
  };
  expect(await failing()).toBe(0);
  await runs.run(third, { 'SC-1': { status: 'Fail' } });
  expect(await failing()).toBe(1);
  await runs.run(third, { 'SC-1': { status: 'Pass' } }, { summary: 'resumed' });
  expect(await failing()).toBe(0);
});
