import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { reportOf } from '../../../engine/report/stored-report';
import { scenarioViewOf, timelineOf } from '../../../engine/report/views/scenario-view';
import { listRunIds, openRun, type StoredRun } from '../../../engine/workspace/runs';
import { ScenarioView } from '../../../schemas/panel-view';
import { WorkspaceBuilder } from '../../integration/workspace-builder';
import { corpusFolder } from '../schemas/corpus-files';

const corpusRun = '2026-10-04T21-07-16Z';
const built: WorkspaceBuilder[] = [];
afterEach(() => {
  for (const workspace of built.splice(0)) workspace.remove();
});

/** A runs folder with the corpus's run in it. */
function runsFolder(): { runs: string; run: string; workspace: WorkspaceBuilder } {
  const workspace = new WorkspaceBuilder();
  built.push(workspace);
  const runs = join(workspace.root, 'runs');
  const run = join(runs, corpusRun);
  cpSync(join(corpusFolder, 'run'), run, { recursive: true });
  return { runs, run, workspace };
}

async function opened(runs: string, id?: string): Promise<StoredRun> {
  const result = await openRun(runs, id);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('stored runs', () => {
  it('are listed newest first, those of one second by their number; other files are not runs', async () => {
    const { runs, workspace } = runsFolder();
    const ids = ['2026-10-04T21-07-16Z-2', '2026-10-04T21-07-16Z-10', '2027-01-01T00-00-00Z', '2025-01-01T00-00-00Z'];
    for (const id of [...ids, '.hidden']) mkdirSync(join(runs, id));
    workspace.file('runs/notes.txt', 'x');
    expect(await listRunIds(runs)).toEqual([
      '2027-01-01T00-00-00Z',
      '2026-10-04T21-07-16Z-10',
      '2026-10-04T21-07-16Z-2',
      '2026-10-04T21-07-16Z',
      '2025-01-01T00-00-00Z',
    ]);
    // Folders without any record do not stand in the way of the newest run that has some.
    expect((await opened(runs)).id).toBe(corpusRun);
    expect((await opened(runs, corpusRun)).id).toBe(corpusRun);
  });

  it('that do not exist are refused with those that do', async () => {
    const { runs } = runsFolder();
    expect(await openRun(runs, 'nope')).toMatchObject({
      ok: false,
      error: { message: 'there is no run nope', remedy: expect.stringContaining(corpusRun) },
    });
    expect(await openRun(join(runs, 'none'))).toMatchObject({
      ok: false,
      error: { remedy: expect.stringMatching(/rook run/) },
    });
  });

  it('an id that leads out of the folder is no run', async () => {
    const { runs } = runsFolder();
    expect(await openRun(runs, '../runs')).toMatchObject({ ok: false });
    expect(await openRun(runs, '.')).toMatchObject({ ok: false });
  });
});

describe('the report of a stored run', () => {
  it('is read as it was stored, with its recorded rate', async () => {
    const { runs } = runsFolder();
    const { report, source } = await reportOf(await opened(runs));
    expect(source).toBe('stored');
    expect(report.totals.pass_rate).toBe(0.45454545454545453);
  });

  it('is made from the verdicts when there is none, or none that can be read', async () => {
    for (const text of [undefined, 'totals: [torn', 'run_id: x\n']) {
      const { runs, run, workspace } = runsFolder();
      rmSync(join(run, 'report.yaml'));
      if (text !== undefined) workspace.file(join(run, 'report.yaml'), text);
      const { report, source } = await reportOf(await opened(runs));
      expect(source).toBe('rebuilt');
      expect(report).toMatchObject({
        run_id: corpusRun,
        agent_id: 'incident-scribe',
        pass_rate_basis: 'all_verdicts',
        totals: { planned: 1, executed: 1, unverifiable: 1, pass_rate: 0, not_run: 0 },
      });
    }
  });

  it('of a run that was killed counts what is on disk: judged, answered, not begun', async () => {
    const { runs, run, workspace } = runsFolder();
    const included = ['SC-002', 'SC-010', 'SC-011', 'SC-012'].map((scenario_id) => ({ scenario_id, why: 'w' }));
    rmSync(join(run, 'report.yaml'));
    workspace.file(join(run, 'run.yaml'), {
      id: corpusRun,
      agent_id: 'desk',
      created: 'c',
      status: 'running',
      included,
    });
    const response = { scenario_id: 'SC-010', status: 'completed', output: 'x', transcript: [] };
    workspace.file(join(run, 'scenarios/SC-010/response.json'), JSON.stringify(response));
    workspace.file(join(run, 'scenarios/SC-011/response.json'), '{"scenario_id": "SC-011", "sta');
    const { report } = await reportOf(await opened(runs));
    expect(report.totals).toMatchObject({ planned: 4, executed: 2, unverifiable: 1, unjudged: 1, not_run: 2 });
  });

  it('of a continued run that was killed is not the one of its first part', async () => {
    const { runs, run, workspace } = runsFolder();
    const stored = await opened(runs);
    if (stored.file.state !== 'present') throw new Error('run.yaml is in the corpus');
    workspace.file(join(run, 'run.yaml'), stringify({ ...stored.file.value, status: 'running' }));
    const { report, source } = await reportOf(await opened(runs));
    expect(source).toBe('rebuilt');
    expect(report.totals.planned).toBe(1);
  });

  it('of a resumed run that was killed still tells what was carried', async () => {
    const { runs, run, workspace } = runsFolder();
    rmSync(join(run, 'report.yaml'));
    const file = {
      id: corpusRun,
      agent_id: 'desk',
      created: 'c',
      status: 'running',
      included: [{ scenario_id: 'SC-002', why: 'w' }],
      carried: [{ scenario_id: 'SC-002', from: 'earlier' }],
    };
    workspace.file(join(run, 'run.yaml'), file);
    expect((await reportOf(await opened(runs))).report.totals.carried_forward).toBe(1);
  });

  it('of a folder without anything is empty, not an error', async () => {
    const { runs } = runsFolder();
    mkdirSync(join(runs, '2027-01-01T00-00-00Z'));
    const { report } = await reportOf(await opened(runs, '2027-01-01T00-00-00Z'));
    expect(report.totals).toMatchObject({ planned: 0, pass_rate: null });
  });
});

describe('everything on record of one scenario', () => {
  it('of a real run', async () => {
    const { runs } = runsFolder();
    const view = await scenarioViewOf(await opened(runs), 'SC-002');
    expect(ScenarioView.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      runId: corpusRun,
      runName: 'local-rehearsal-1',
      scenarioId: 'SC-002',
      title: 'Unregistered service lookup returns found:false and prevents fake owner attribution',
      class: 'functional',
      profileId: 'local',
      verdict: { status: 'Unable to Verify' },
      missing: [],
    });
    expect(view.timeline.map(({ phase, ok, durationMs }) => [phase, ok, durationMs])).toEqual([
      ['open', true, 847],
      ['execute', true, 31963],
    ]);
    expect(view).not.toHaveProperty('state');
  });

  it('what is absent or torn is named, and the rest is shown', async () => {
    const { runs, run, workspace } = runsFolder();
    rmSync(join(run, 'scenarios/SC-002/request.json'));
    rmSync(join(run, 'scenarios/SC-002/snapshot.yaml'));
    workspace.file(join(run, 'scenarios/SC-002/hooks.json'), '{"version": 1, "pha');
    const view = await scenarioViewOf(await opened(runs), 'SC-002');
    expect(view.missing).toEqual([
      'request.json: not recorded',
      expect.stringMatching(/^hooks\.json: cannot be read/),
      'snapshot.yaml: not recorded',
    ]);
    expect(view).toMatchObject({ title: 'SC-002', timeline: [], response: { turns: 3 }, verdict: { turns: 3 } });
  });

  it('a run of an older version without most of its files still opens', async () => {
    const { runs, run } = runsFolder();
    for (const name of ['run.yaml', 'report.yaml']) rmSync(join(run, name));
    rmSync(join(run, 'scenarios/SC-002'), { recursive: true });
    const view = await scenarioViewOf(await opened(runs), 'SC-002');
    expect(view).toMatchObject({ state: 'Not run.', timeline: [] });
    expect(view.missing).toHaveLength(6);
  });

  it('without a verdict tells how far it came', async () => {
    const { runs, run } = runsFolder();
    rmSync(join(run, 'scenarios/SC-002/verdict.yaml'));
    expect((await scenarioViewOf(await opened(runs), 'SC-002')).state).toMatch(/answered.*nobody judged/);
    rmSync(join(run, 'scenarios/SC-002/response.json'));
    expect((await scenarioViewOf(await opened(runs), 'SC-002')).state).toBe('Not run.');
  });
});

describe('the timeline', () => {
  it('has one entry per turn, in the order of the phases, with times in milliseconds', () => {
    const turn = (n: number, at: string) => ({ ran: true, ok: true, turn: n, at, durationMs: 100 });
    const turns = [turn(1, '2026-01-01T00:00:01.000Z'), turn(2, '2026-01-01T00:00:02.000Z')];
    const timeline = timelineOf({
      phases: {
        close: {
          ran: true,
          ok: false,
          at: '2026-01-01T00:00:03.000Z',
          exit_code: 3,
          stderr: 'boom',
          error: 'close exited',
        },
        execute: { ran: true, ok: true, turns },
      },
    });
    expect(timeline.map(({ phase, turn: n, startMs, endMs }) => [phase, n, startMs, endMs])).toEqual([
      ['execute', 1, Date.UTC(2026, 0, 1, 0, 0, 0, 900), Date.UTC(2026, 0, 1, 0, 0, 1)],
      ['execute', 2, Date.UTC(2026, 0, 1, 0, 0, 1, 900), Date.UTC(2026, 0, 1, 0, 0, 2)],
      ['close', undefined, undefined, Date.UTC(2026, 0, 1, 0, 0, 3)],
    ]);
    expect(timeline[2]).toMatchObject({ ok: false, exitCode: 3, stderr: 'boom', error: 'close exited' });
  });

  it('of nothing is empty', () => {
    expect(timelineOf(undefined)).toEqual([]);
  });
});
