import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { timeAtWork } from '../../../../engine/report/merge/merged-run-file';
import { recordedBy } from '../../../../engine/report/merge/verdict-run';
import { scenarioViewOf } from '../../../../engine/report/views/scenario-view';
import { openRun } from '../../../../engine/workspace/runs';
import { mergedRun, mergeFolders, plan, ShardFolders, shardFile } from './shard-folders';

let folders: ShardFolders;
beforeEach(() => {
  folders = new ShardFolders();
});
afterEach(() => folders.remove());

const runsDir = () => join(folders.agentDir(), 'runs');
const at = (...names: string[]) => join(folders.root, 'artifacts', ...names);
const merge = (dirs?: string[]) => mergeFolders(folders, dirs);
const merged = () => mergedRun(folders);

describe('two shards', () => {
  it('become one run in the order of the plan, found by readers of runs under its own id', async () => {
    const { runId, file, report, outcomes, shards } = await merged();
    expect(shards).toBe(2);
    expect(outcomes.map(({ id }) => id)).toEqual(plan);
    expect(file.included.map(({ scenario_id: id, shard }) => [id, shard])).toEqual([
      ['SC-1', 1],
      ['SC-2', 2],
      ['SC-3', 1],
      ['SC-4', 2],
    ]);
    expect(file).toMatchObject({
      id: runId,
      status: 'completed',
      created: '2026-10-04T10:01:00.000Z',
      ended: '2026-10-04T10:02:30.000Z',
      duration_ms: 60_000,
      skipped: [{ scenario_id: 'SC-8' }],
      unrunnable: [{ scenario_id: 'SC-9' }],
      merged_from: [
        { shard: 1, run_id: 'run-1' },
        { shard: 2, run_id: 'run-2' },
      ],
    });
    expect(report).toMatchObject({ run_id: runId, totals: { planned: 4, passed: 2, failed: 2, unrunnable: 1 } });
    // A cause that two shards share is one cluster, in the order of the plan.
    expect(report.clusters.map(({ scenarios }) => scenarios.map(({ scenario_id: id }) => id))).toEqual([
      ['SC-2', 'SC-3'],
    ]);
    const stored = await openRun(runsDir());
    expect(stored).toMatchObject({ ok: true, value: { id: runId, report: { state: 'present', value: report } } });
    expect(readdirSync(runsDir())).toEqual([runId]);
  });

  it('keep what each has on record of itself; run-state stays behind', async () => {
    const prepare = { ran: true, ok: true, at: '2026-10-04T10:01:01.000Z', durationMs: 1000 };
    folders.file(at('shard-1', 'hooks.json'), JSON.stringify({ phases: { prepare } }));
    folders.file(at('shard-1', 'run-state/unmasked/handle'), 'secret');
    folders.file(at('shard-1', 'scenarios/SC-1/hook-state/deep/a.bin'), 'kept');
    const { run, runId } = await merged();
    const { layout } = run;
    expect(readdirSync(layout.shardDir(1)).sort()).toEqual(['hooks.json', 'report.yaml', 'run.yaml']);
    expect(existsSync(layout.hooksFile)).toBe(false);
    expect(readdirSync(layout.runStateDir)).toEqual([]);
    expect(readFileSync(join(layout.scenarioDir('SC-1'), 'hook-state/deep/a.bin'), 'utf8')).toBe('kept');
    const stored = await openRun(runsDir(), runId);
    if (!stored.ok) throw new Error(stored.error.message);
    // The panel shows the fixture that a scenario was run on.
    const phases = async (id: string) => (await scenarioViewOf(stored.value, id)).timeline.map(({ phase }) => phase);
    expect([await phases('SC-1'), await phases('SC-2')]).toEqual([['prepare'], []]);
  });

  it('count what each has carried from an earlier run', async () => {
    folders.shard(1, { carried: [{ scenario_id: 'SC-3' }] }).shard(2, { carried: ['SC-4'] });
    expect((await merged()).report.totals.carried_forward).toBe(2);
  });

  it('mark what was run where prepare failed', async () => {
    const prepare = { ran: true, ok: false, error: 'no database' };
    folders.file(at('shard-2', 'hooks.json'), JSON.stringify({ phases: { prepare } }));
    const { file } = await merged();
    expect(file.included.map(({ unprepared }) => unprepared)).toEqual([
      undefined,
      'no database',
      undefined,
      'no database',
    ]);
  });

  it.each([
    [{ status: 'halted', reason: 'down' }, { status: 'completed' }, 'halted', 'shard 1 of 2: down'],
    [{ status: 'completed' }, { status: 'cancelled', reason: 'interrupted' }, 'cancelled', 'shard 2 of 2: interrupted'],
    [
      { status: 'cancelled', reason: 'interrupted' },
      { status: 'halted', reason: 'down' },
      'halted',
      'shard 1 of 2: interrupted; shard 2 of 2: down',
    ],
  ] as const)('%j and %j are %s', async (first, second, status, reason) => {
    folders.shard(1, first).shard(2, second);
    expect((await merged()).file).toMatchObject({ status, reason });
  });

  it('may each be named, twice as well, or be found through a link that is named', async () => {
    symlinkSync(at('shard-2'), join(folders.root, 'second'));
    expect(await merge([at('shard-1'), 'artifacts/shard-1', 'second'])).toMatchObject({ ok: true });
  });

  it('that were merged by a process that was killed leave nothing behind', async () => {
    mkdirSync(join(runsDir(), '.merging-12345678', 'scenarios'), { recursive: true });
    const { runId } = await merged();
    expect(readdirSync(runsDir())).toEqual([runId]);
  });
});

describe('the run that made the records of a scenario', () => {
  it('is its shard, in a merged run, else the run itself', async () => {
    const { file } = await merged();
    expect(plan.map((id) => recordedBy(file, id))).toEqual(['run-1', 'run-2', 'run-1', 'run-2']);
    expect(plan.map((id) => recordedBy(shardFile(1), id))).toEqual(['run-1', 'run-1', 'run-1', 'run-1']);
  });
});

describe('the time that shards took', () => {
  const span = (start: number, duration_ms?: number) => ({
    created: new Date(start * 1000).toISOString(),
    ...(duration_ms !== undefined && { duration_ms: duration_ms * 1000 }),
  });

  it.each([
    ['side by side', [span(0, 10), span(2, 10)], 12_000],
    ['one within another', [span(0, 20), span(2, 3), span(6, 5)], 20_000],
    ["one after the other, with a wait between that is nobody's", [span(100, 5), span(0, 10)], 15_000],
    ['of which one is not known', [span(0, 10), span(2)], undefined],
  ])('%s', (_, files, expected) => {
    expect(timeAtWork(files)).toBe(expected);
  });
});
