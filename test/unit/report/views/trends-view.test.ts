import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TrendsReader } from '../../../../engine/report/views/trends-view';
import { TrendsView } from '../../../../schemas/panel-view';
import { type Left, StoredRuns } from './stored-runs';

let runs: StoredRuns;
beforeEach(() => {
  runs = new StoredRuns();
});
afterEach(() => runs.remove());

const id = (day: number): string => `2026-10-${String(day).padStart(2, '0')}T12-00-00Z`;

/** Runs of one scenario, a day each. */
async function days(...list: (Left | undefined)[]): Promise<void> {
  for (const [index, left] of list.entries()) if (left) await runs.run(id(index + 1), { 'SC-1': left });
}

async function whole(reader: TrendsReader, scenarioId?: string): Promise<TrendsView> {
  for (;;) {
    const view = await reader.read(scenarioId);
    if (!view.reading) return TrendsView.parse(view);
  }
}

async function trends(scenarioId?: string): Promise<TrendsView> {
  return whole(new TrendsReader(await runs.agent()), scenarioId);
}

describe('a run in a trend', () => {
  test('counts as its report does; the rate is of all verdicts', async () => {
    const tokens: [number, number] = [100, 20];
    await runs.run(
      id(1),
      {
        'SC-1': { status: 'Pass', latencyMs: 100, tokens },
        'SC-2': { status: 'Fail', latencyMs: 300, tokens },
        'SC-3': { status: 'Unable to Verify' },
        'SC-4': { status: 'Fail', compromised: true, latencyMs: 200 },
        'SC-5': { answer: 'not judged' },
        'SC-6': {},
      },
      { name: 'Nightly', unrunnable: [{ scenario_id: 'SC-7', why: 'not executable' }] },
    );
    const { points, scenarios, missing } = await trends();
    expect(points).toEqual([
      {
        runId: id(1),
        name: 'Nightly',
        created: '2026-10-01T12:00:00Z',
        status: 'completed',
        passed: 1,
        failed: 2,
        unverifiable: 1,
        without: 3,
        compromised: 1,
        passRate: 0.25,
        latencyP50Ms: 200,
        latencyP95Ms: 300,
        tokensIn: 200,
        tokensOut: 40,
      },
    ]);
    expect(scenarios.map(({ moments }) => moments[0]?.status)).toEqual([
      'Pass',
      'Fail',
      'Unable to Verify',
      'Fail',
      'unjudged',
      'not_run',
      'unrunnable',
    ]);
    expect(missing).toEqual([]);
  });

  test('without a report it is the same, made from its records', async () => {
    const left: Record<string, Left> = {
      'SC-1': { status: 'Pass', latencyMs: 100, tokens: [10, 2] },
      'SC-2': { status: 'Fail', latencyMs: 300 },
      'SC-3': {},
    };
    await runs.run(id(1), left);
    await runs.run(id(2), left, { report: false });
    await runs.run(id(3), left, { report: false, status: 'running' });
    const [stored, killed, running] = (await trends()).points.map(({ runId, created, status, ...rest }) => rest);
    expect(killed).toEqual(stored);
    expect(running).toEqual(stored);
  });

  test('what was not measured is absent, and a run without verdicts has no rate', async () => {
    await days({ status: 'Pass' }, {});
    const { points } = await trends();
    expect(points[0]).not.toHaveProperty('latencyP50Ms');
    expect(points[0]).not.toHaveProperty('tokensIn');
    expect(points[1]).toMatchObject({ passRate: null, without: 1 });
  });
});

describe('a scenario over the runs', () => {
  test('flips are counted between Pass and Fail; what decides nothing lies between without counting', async () => {
    await days({ status: 'Pass' }, { status: 'Unable to Verify' }, { status: 'Fail' }, {}, { status: 'Pass' });
    expect((await trends()).scenarios).toMatchObject([{ flips: 2, steps: 2, runs: 5, verdicts: 4, passRate: 0.5 }]);
  });

  test('attempts that disagree are a flip from a verdict, and none from the same', async () => {
    await days({ status: 'Pass' }, { status: 'Fail', flaky: true }, { status: 'Fail', flaky: true });
    const [trend] = (await trends()).scenarios;
    expect(trend).toMatchObject({ flips: 1, steps: 2 });
    expect(trend?.moments.map(({ flaky }) => flaky === true)).toEqual([false, true, true]);
  });

  test('another definition is marked and is no flip, and neither is one that is not on record', async () => {
    await days(
      { status: 'Pass', definition: 'old' },
      { status: 'Fail', definition: 'new' },
      { status: 'Fail', definition: 'new' },
      { status: 'Pass', definition: null },
      { status: 'Pass', definition: 'new' },
    );
    const [trend] = (await trends()).scenarios;
    expect(trend).toMatchObject({ flips: 1, steps: 2 });
    expect(trend?.moments.map(({ redefined }) => redefined === true)).toEqual([false, true, false, false, false]);
  });

  test('a definition that came back starts anew', async () => {
    await days(
      { status: 'Pass', definition: 'a' },
      { status: 'Pass', definition: 'b' },
      { status: 'Fail', definition: 'a' },
    );
    expect((await trends()).scenarios[0]).toMatchObject({ flips: 0, steps: 0 });
  });

  test('another profile or script is no flip', async () => {
    await days({ status: 'Pass' });
    const pins = { profile_id: 'local', profile_revision: 'r2' };
    await runs.run(id(2), { 'SC-1': { status: 'Fail' } }, { pins });
    expect((await trends()).scenarios[0]).toMatchObject({ flips: 0, steps: 0 });
  });

  test('its own page has all its moments, that of the agent the newest', async () => {
    for (let day = 1; day <= 45; day++)
      await runs.run(
        `2026-10-01T12-00-00Z-${day}`,
        { 'SC-1': { status: 'Pass', latencyMs: day }, 'SC-2': {} },
        { report: false },
      );
    const [all, one] = [await trends(), await trends('SC-1')];
    expect(all.scenarios.map(({ moments, runs }) => [moments.length, runs])).toEqual([
      [30, 45],
      [30, 45],
    ]);
    expect(all.scenarios[0]?.moments.at(-1)).toEqual({ runId: '2026-10-01T12-00-00Z-45', status: 'Pass' });
    expect(one.scenarios[0]?.moments.at(-1)?.latencyMs).toBe(45);
    expect(one.scenarioId).toBe('SC-1');
    expect(one.scenarios).toMatchObject([{ scenarioId: 'SC-1', title: 'Scenario SC-1' }]);
    expect(one.scenarios[0]?.moments).toHaveLength(45);
    expect(one.points).toHaveLength(45);
    expect((await trends('SC-9')).scenarios).toEqual([]);
  });
});

describe('what cannot be read', () => {
  test('is named with its reason, and the rest is there', async () => {
    await days({ status: 'Pass' }, { status: 'Pass' }, { status: 'Fail' });
    runs.workspace.file(join(runs.dir(id(1)), 'run.yaml'), 'id: [torn');
    runs.workspace.file(join(runs.dir(id(2)), 'report.yaml'), 'totals: {passed: lots}');
    runs.workspace.file(join(runs.dir('2026-10-09-notes'), 'notes.txt'), 'not a run');
    const { points, missing } = await trends();
    expect(points.map(({ passed, failed }) => [passed, failed])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(missing).toEqual([
      expect.stringMatching(`^Run ${id(1)}: run.yaml cannot be read \\(.+\\)\\.$`),
      expect.stringMatching(`^Run ${id(2)}: report.yaml cannot be read \\(.+\\)\\.$`),
    ]);
  });

  test('a torn verdict is none', async () => {
    await days({ status: 'Pass', torn: true, answer: 'done' });
    expect((await trends()).scenarios[0]).toMatchObject({ passRate: null, moments: [{ status: 'unjudged' }] });
  });

  test('no run at all is an empty page, not a fault', async () => {
    expect(await trends()).toMatchObject({ points: [], scenarios: [], missing: [] });
  });

  test('of more than 500 runs the newest are shown, and that is said', async () => {
    for (let n = 1; n <= 503; n++)
      runs.workspace.file(join(runs.dir(`2026-10-01T12-00-00Z-${n}`), 'run.yaml'), {
        id: String(n),
        agent_id: 'desk',
        created: '2026-10-01T12:00:00Z',
        included: [],
      });
    const { points, missing } = await trends();
    expect(points).toHaveLength(500);
    expect(points[0]?.runId).toBe('2026-10-01T12-00-00Z-4');
    expect(missing).toEqual(['3 older runs are left out: the newest 500 are shown.']);
  });
});

describe('reading', () => {
  test('goes on in slices, the newest run first', async () => {
    await days({ status: 'Pass' }, { status: 'Fail' }, { status: 'Pass' });
    const reader = new TrendsReader(await runs.agent(), { first: 0, next: 0 });
    const seen: string[] = [];
    for (;;) {
      const view = await reader.read(undefined);
      const newest = view.points.map(({ runId }) => runId.slice(8, 10)).join();
      if (seen.at(-1) !== newest) seen.push(newest);
      if (!view.reading) break;
      expect(view.reading.total).toBe(3);
    }
    expect(seen).toEqual(['', '03', '02,03', '01,02,03']);
  });

  test('a run that has ended is not read again until its files change; one that goes on is', async () => {
    await days({ status: 'Pass' });
    await runs.run(id(2), { 'SC-1': { status: 'Pass' } }, { status: 'running', report: false });
    const reader = new TrendsReader(await runs.agent());
    await whole(reader);
    // Behind the back of the stamp, so that reading again would show.
    for (const day of [1, 2]) {
      const file = join(runs.dir(id(day)), 'scenarios/SC-1/verdict.yaml');
      runs.workspace.file(file, runs.workspace.read(file).replace('status: Pass', 'status: Fail'));
    }
    const statuses = async () => (await whole(reader)).scenarios[0]?.moments.map(({ status }) => status);
    expect(await statuses()).toEqual(['Pass', 'Fail']);
    await runs.run(id(1), { 'SC-1': { status: 'Fail' } }, { summary: 'again' });
    expect(await statuses()).toEqual(['Fail', 'Fail']);
    rmSync(runs.dir(id(1)), { recursive: true });
    expect((await whole(reader)).points.map(({ runId }) => runId)).toEqual([id(2)]);
  });
});
