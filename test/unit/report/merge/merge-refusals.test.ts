import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('refused, and nothing is written', () => {
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  const digestless = { index: 2, total: 2, plan, plan_digest: 'sha256:other' };

  it.each<[string, () => void, RegExp]>([
    ['a missing shard', () => rmSync(at('shard-1'), { recursive: true }), /^shard 1 of 2 is missing$/],
    [
      'one that is there twice',
      () => folders.shard(2, { id: 'again' }, 'copy'),
      /^shard 2 of 2 is there twice: .*copy and .*shard-2$/,
    ],
    [
      'another agent',
      () => folders.shard(2, { agent_id: 'other' }),
      /different agents: .*\(desk\/desk\).*\(desk\/other\)/,
    ],
    [
      'another number of shards',
      () => folders.shard(2, { shard: { ...digestless, total: 3 } }),
      /different numbers of shards/,
    ],
    [
      'another plan',
      () => folders.shard(2, { shard: { ...digestless, plan: [...plan, 'SC-5'] } }),
      /different selections/,
    ],
    ['other texts', () => folders.shard(2, { shard: digestless }), /different versions of the scenarios/],
    ['another selection', () => folders.shard(2, { skipped: [] }), /different selections of scenarios/],
    [
      'another revision',
      () => folders.shard(2, { pins: { profile_id: 'local', profile_revision: 'x' } }),
      /different revisions/,
    ],
    ['other phases', () => folders.shard(2, { phases_run: ['execute'] }), /different phases/],
    ['one that still runs', () => folders.shard(2, { status: 'running' }), /shard 2 of 2 has not ended/],
    ['a torn run.yaml', () => edit(at('shard-2', 'run.yaml'), (text) => text.slice(0, 40)), /run\.yaml cannot be read/],
    ['a torn report', () => folders.file(at('shard-2', 'report.yaml'), 'totals: [torn'), /report\.yaml cannot be read/],
    ['no report', () => rmSync(at('shard-2', 'report.yaml')), /there is no report\.yaml/],
    [
      'a torn verdict',
      () => folders.file(at('shard-2', 'scenarios/SC-4/verdict.yaml'), 'status: Pa'),
      /the verdict of SC-4 cannot be read/,
    ],
    [
      'a verdict of another run',
      () => edit(at('shard-2', 'scenarios/SC-4/verdict.yaml'), (text) => text.replace('run-2', 'run-1')),
      /the verdict of SC-4 is of scenario SC-4 in run run-1/,
    ],
    [
      'a lost verdict',
      () => rmSync(at('shard-2', 'scenarios/SC-4/verdict.yaml')),
      /report says passed: 1, and its records 0/,
    ],
    ['a lost scenario', () => rmSync(at('shard-2', 'scenarios/SC-4'), { recursive: true }), /there is no SC-4/],
    [
      'a lost copy of a scenario',
      () => rmSync(at('shard-2', 'scenarios/SC-4/snapshot.yaml')),
      /shard 2 has no copy of scenario SC-4/,
    ],
    [
      'a changed copy',
      () => edit(at('shard-2', 'scenarios/SC-4/snapshot.yaml'), (text) => text.replace('hello', 'hi')),
      /not those that the shards were cut from/,
    ],
    [
      'another agent.yaml',
      () => folders.file(at('shard-2', 'agent.yaml'), { name: 'Other' }),
      /different copies of agent\.yaml/,
    ],
    ['unlisted records', () => folders.file(at('shard-2', 'scenarios/SC-7/snapshot.yaml'), 'x'), /does not list SC-7/],
    ['a shard beyond the last', () => folders.shard(2, { shard: { ...digestless, index: 3 } }), /says shard 3 of 2/],
  ])('%s', async (_, spoil, message) => {
    spoil();
    const result = await merge();
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message), remedy: expect.any(String) },
    });
    expect(existsSync(runsDir())).toBe(false);
  });

  it('a scenario in two shards, and one in none', async () => {
    const both = shardFile(2).included.concat({ scenario_id: 'SC-1', why: 'selected' });
    folders.shard(2, { included: both });
    for (const name of ['snapshot.yaml', 'verdict.yaml']) {
      const text = readFileSync(at('shard-1/scenarios/SC-1', name), 'utf8');
      folders.file(at('shard-2/scenarios/SC-1', name), text.replace('run_id: run-1', 'run_id: run-2'));
    }
    const report = at('shard-2', 'report.yaml');
    edit(report, (text) => text.replace('planned: 2', 'planned: 3').replace('passed: 1', 'passed: 2'));
    expect(await merge()).toMatchObject({ ok: false, error: { message: 'SC-1 is in shard 1 and in shard 2' } });
    rmSync(at('shard-2/scenarios/SC-1'), { recursive: true });
    folders.shard(2, { included: [{ scenario_id: 'SC-2', why: 'selected' }] });
    rmSync(at('shard-2/scenarios/SC-4'), { recursive: true });
    edit(report, (text) => text.replace('planned: 2', 'planned: 1').replace('passed: 1', 'passed: 0'));
    expect(await merge()).toMatchObject({ ok: false, error: { message: 'no shard has run SC-4' } });
  });

  it.each([
    ['a run that is no shard', { shard: undefined }, /run-1 is no shard: it was run without --shard/],
    ['a merged run', { shard: undefined, merged_from: [] }, /run-1 was merged already/],
  ])(
    '%s, when it is named; where it only lies beside shards it is left out, and said so',
    async (_, changes, message) => {
      folders.shard(1, changes, 'whole');
      expect(await merge(['artifacts', 'artifacts/whole'])).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(message) },
      });
      expect(existsSync(runsDir())).toBe(false);
      expect(await merge()).toMatchObject({
        ok: true,
        value: { shards: 2 },
        warnings: ['left out, since they are no shards: whole'],
      });
      for (const index of [1, 2]) rmSync(at(`shard-${index}`), { recursive: true });
      expect(await merge()).toMatchObject({ ok: false, error: { message: 'there is no shard to merge' } });
    },
  );

  it('shards of an agent that is not the active one', async () => {
    folders.shard(1, { agent_id: 'other' }).shard(2, { agent_id: 'other' });
    expect(await merge()).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining('agent other in project desk'),
        remedy: expect.stringContaining('--agent other'),
      },
    });
  });

  it.each<[string, () => void, RegExp]>([
    [
      'out of a scenario',
      () => symlinkSync('/etc/hostname', at('shard-2/scenarios/SC-4/evidence')),
      /SC-4\/evidence is a link that leads out/,
    ],
    [
      'upwards',
      () => symlinkSync('../../run.yaml', at('shard-2/scenarios/SC-4/plan')),
      /SC-4\/plan is a link that leads out/,
    ],
    [
      'by an absolute path, even into its own scenario',
      () => symlinkSync(at('shard-2/scenarios/SC-4/verdict.yaml'), at('shard-2/scenarios/SC-4/same')),
      /SC-4\/same is a link that leads out/,
    ],
    ['nowhere', () => symlinkSync('nothing', at('shard-2/scenarios/SC-4/gone')), /SC-4\/gone is a link that leads out/],
    [
      'in the place of a record',
      () => {
        rmSync(at('shard-2/agent.yaml'));
        symlinkSync('../shard-1/agent.yaml', at('shard-2/agent.yaml'));
      },
      /agent\.yaml is a link/,
    ],
    [
      'in the place of a scenario',
      () => {
        rmSync(at('shard-2/scenarios/SC-4'), { recursive: true });
        symlinkSync('../../shard-1/scenarios/SC-1', at('shard-2/scenarios/SC-4'));
      },
      /SC-4 is a link/,
    ],
  ])('a link that leads %s', async (_, spoil, message) => {
    spoil();
    expect(await merge()).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
    expect(existsSync(runsDir()) ? readdirSync(runsDir()) : []).toEqual([]);
  });

  it('but a link within a scenario is kept', async () => {
    folders.file(at('shard-2/scenarios/SC-4/hook-state/one.txt'), 'one');
    symlinkSync('one.txt', at('shard-2/scenarios/SC-4/hook-state/newest'));
    const { run } = await merged();
    expect(readFileSync(join(run.layout.scenarioDir('SC-4'), 'hook-state/newest'), 'utf8')).toBe('one');
  });
});
