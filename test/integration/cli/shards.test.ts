import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../../schemas/report';
import { copyOfExample, doneHook, hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

const example = 'refund-desk';
const exampleAgent = '.testmuai/rook/projects/harbour-goods/agents/refund-desk';
const rules = ['--allow', 'mcp_start(refund-status)', '--allow', 'mcp_call(refund-status.*)'];
const total = 4;

/** A machine of its own, on which the server of the example is approved. */
async function machine(): Promise<WorkspaceBuilder> {
  const workspace = copyOfExample(example);
  const place = { cwd: workspace.root };
  const { document } = await rookJson(['mcp', 'get', 'refund-status'], place);
  const { fingerprint } = document.server;
  expect((await rook(['mcp', 'approve', 'refund-status', '--fingerprint', fingerprint], place)).code).toBe(0);
  return workspace;
}

const record = (folder: string, name: string) => parse(readFileSync(join(folder, name), 'utf8'));

const session = /desk-[0-9a-f-]{36}/g;
const port = /127\.0\.0\.1:\d+/g;

/** What may not differ between a merged run and one that was run at once: everything but times, names, ports, sessions. */
function comparable(report: Report): object {
  const { run_id: _id, generated: _at, metrics, ...rest } = report;
  const settled = JSON.parse(JSON.stringify(rest).replace(session, 'desk').replace(port, 'desk'));
  return { ...settled, measured: Object.keys(metrics).sort(), turns: metrics.turns_total };
}

function verdicts(runDir: string): Record<string, unknown> {
  return Object.fromEntries(
    readdirSync(join(runDir, 'scenarios')).map((id) => {
      const { status, unverifiable_reason, compromised, criteria } = record(
        join(runDir, 'scenarios', id),
        'verdict.yaml',
      );
      const grades = criteria.map((one: Record<string, unknown>) => [one.criterion_id, one.status]);
      return [id, { status, unverifiable_reason, compromised, grades }];
    }),
  );
}

describe('four shards of the example suite', () => {
  let atOnce: WorkspaceBuilder;
  let whole: { run_id: string; report: Report };
  const machines: WorkspaceBuilder[] = [];
  afterAll(() => {
    for (const workspace of [atOnce, ...machines]) workspace.remove();
  });
  const runDirOf = (workspace: WorkspaceBuilder, runId: string) => join(workspace.root, exampleAgent, 'runs', runId);

  it('merge into a run that is equal to one that was run at once: ids, totals, clusters, verdicts', async () => {
    atOnce = await machine();
    whole = (await rookJson(['run', ...rules], { cwd: atOnce.root })).document;
    for (let index = 1; index <= total; index++) {
      const shard = await machine();
      machines.push(shard);
      const { code, document } = await rookJson(['run', '--shard', `${index}/${total}`, ...rules], { cwd: shard.root });
      expect([code, document.halted]).toEqual([0, false]);
      cpSync(runDirOf(shard, document.run_id), join(atOnce.root, 'artifacts', `shard-${index}`), { recursive: true });
    }

    const { code, document } = await rookJson(['merge', 'artifacts', '--name', 'release'], { cwd: atOnce.root });
    expect(code).toBe(0);
    expect(document).toMatchObject({ ok: true, halted: false, discarded: null, credits: 0, shards: total });
    expect(comparable(document.report)).toEqual(comparable(whole.report));
    expect(document.report.run_id).toBe(document.run_id);

    const [merged, unsharded] = [document.dir, runDirOf(atOnce, whole.run_id)];
    expect(merged).toBe(runDirOf(atOnce, document.run_id));
    expect(verdicts(merged)).toEqual(verdicts(unsharded));
    const [mergedFile, wholeFile] = [merged, unsharded].map((dir) => record(dir, 'run.yaml'));
    const plain = (entries: Record<string, unknown>[]) => entries.map(({ shard: _shard, ...entry }) => entry);
    expect(plain(mergedFile.included)).toEqual(wholeFile.included);
    for (const key of ['skipped', 'unrunnable', 'gapped', 'pins', 'phases_run', 'agent_id', 'status'])
      expect(mergedFile[key], key).toEqual(wholeFile[key]);
    expect(mergedFile.merged_from.map(({ shard }: { shard: number }) => shard)).toEqual([1, 2, 3, 4]);
    expect(mergedFile.name).toBe('release');
    expect(mergedFile).not.toHaveProperty('shard');
  }, 240_000); // six machines, one after the other

  it('are a run like any other: reported, gated, and judged again from what they have on record', async () => {
    const place = { cwd: atOnce.root };
    const { document } = await rookJson(['report'], place);
    expect(comparable(document.report)).toMatchObject(comparable(whole.report));
    const gated = await rookJson(['gate', document.run_id], place);
    const plain = await rookJson(['gate', whole.run_id], place);
    expect(gated.document).toMatchObject({ gate: 'closed', kind: 'finding' });
    expect(gated.document.reasons.length).toBe(plain.document.reasons.length);
    const again = await rookJson(['run', '--run', document.run_id, '--phases', 'judge', ...rules], place);
    expect([again.code, again.document.run_id]).toEqual([0, document.run_id]);
    expect(again.document.report.totals).toEqual(whole.report.totals);
    expect(verdicts(document.dir)).toEqual(verdicts(runDirOf(atOnce, whole.run_id)));
    expect(record(document.dir, 'run.yaml').merged_from).toHaveLength(total);
  });
});

describe('what a shard and a merge refuse', () => {
  let workspace: WorkspaceBuilder;
  const place = () => ({ cwd: workspace.root });
  const runs = (): string[] => readdirSync(join(workspace.agentDir(), 'runs')).sort();
  const shard = async (index: number, of: number, ...more: string[]): Promise<string> => {
    const { document } = await rookJson(['run', '--shard', `${index}/${of}`, ...more], place());
    return join(workspace.agentDir(), 'runs', document.run_id);
  };
  afterEach(() => workspace.remove());
  const desk = () => {
    workspace = new WorkspaceBuilder().agent().profile('local', ['prepare', 'execute']).hook(doneHook);
    for (const id of ['SC-1', 'SC-2', 'SC-3']) workspace.scenario(id);
  };

  it.each([
    [['--shard', '5/4'], /--shard must be i\/n.*found 5\/4/],
    [['--shard', 'x'], /--shard must be i\/n/],
    [['--shard', '1/4'], /4 shards for 3 scenarios: use at most 3/],
    [['--shard', '4/4'], /4 shards for 3 scenarios: use at most 3/],
    [['--only', 'SC-1', '--shard', '1/2'], /2 shards for 1 scenario: use at most 1/],
    [['--run', 'x', '--shard', '1/2'], /--shard cannot change it/],
    [['--durations', 'd.json'], /--shard is missing/],
    [['--shard', '1/2', '--durations', 'none.json'], /there is no file of durations none\.json/],
  ])('run %j runs nothing', async (args, message) => {
    desk();
    const { code, document } = await rookJson(['run', ...args], place());
    expect([code, document.ok]).toEqual([1, false]);
    expect(document.error).toMatch(message);
    expect(workspace.has(join(workspace.agentDir(), 'runs'))).toBe(false);
  });

  it('a missing shard, one that is there twice, a run that is none; nothing is written then', async () => {
    desk();
    const [first, second, third] = [await shard(1, 3), await shard(2, 3), await shard(3, 3)];
    const before = runs();
    const whole = join(workspace.agentDir(), 'runs', (await rookJson(['run'], place())).document.run_id);
    const cases: [string[], RegExp][] = [
      [[first, third], /^shard 2 of 3 is missing$/],
      [[second], /^shards 1, 3 of 3 are missing$/],
      [[first, second, third, whole], /is no shard: it was run without --shard/],
      [[first, second, third, await shard(2, 3)], /^shard 2 of 3 is there twice: .* and /],
      [[first, await shard(2, 2)], /different numbers of shards: .*\(3\).*\(2\)/],
      [['nowhere'], /there is no folder nowhere/],
      [[join(workspace.agentDir(), 'scenarios')], /there is no run in /],
    ];
    const known = runs();
    for (const [dirs, message] of cases) {
      const { code, document } = await rookJson(['merge', ...dirs], place());
      expect([code, document.ok]).toEqual([1, false]);
      expect(document.error).toMatch(message);
      expect(document.remedy).toEqual(expect.any(String));
      expect(runs()).toEqual(known);
    }
    expect(known.length).toBeGreaterThan(before.length);
    expect((await rookJson(['merge', first, second, third], place())).code).toBe(0);
  });

  it('a scenario, a profile or a selection that has changed between two shards', async () => {
    desk();
    const first = await shard(1, 2);
    workspace.scenario('SC-3', { title: 'Another title' });
    const changed = await rookJson(['merge', first, await shard(2, 2)], place());
    expect(changed.document.error).toMatch(/different versions of the scenarios: .*runs/);
    desk();
    const own = await shard(1, 2);
    expect((await rookJson(['merge', own, await shard(2, 2, '--only', 'SC-1,SC-2')], place())).document.error).toMatch(
      /different selections of scenarios/,
    );
    workspace.hook(`${doneHook}// changed\n`);
    expect((await rookJson(['merge', own, await shard(2, 2)], place())).document.error).toMatch(
      /different revisions of the profile or its scripts/,
    );
  });

  it('merges a halted shard as a halted run, with the reason', async () => {
    desk();
    workspace.hook(
      hookScript({
        execute: "if (fs.existsSync(env.ROOK_WORKSPACE + '/down')) process.exit(3); print({ output: 'done' });",
      }),
    );
    for (const id of ['SC-4', 'SC-5', 'SC-6', 'SC-7', 'SC-8']) workspace.scenario(id);
    const up = await shard(1, 2);
    workspace.file('down', '');
    const down = await shard(2, 2);
    const { code, document } = await rookJson(['merge', up, down], place());
    expect(code).toBe(0);
    expect(document).toMatchObject({
      ok: true,
      halted: true,
      reason: expect.stringMatching(/^shard 2 of 2: execute failed 3 times/),
    });
    expect(document.report.totals).toMatchObject({ planned: 8, executed: 7, passed: 4, unverifiable: 3, not_run: 1 });
    expect(record(document.dir, 'run.yaml')).toMatchObject({ status: 'halted', reason: document.reason });
  });

  it('does not pass when judged again what ran on a fixture that was not set up', async () => {
    desk();
    workspace.hook(
      hookScript({
        prepare: "if (fs.existsSync(env.ROOK_WORKSPACE + '/broken')) process.exit(3);",
        execute: "print({ output: 'done' });",
      }),
    );
    const fine = await shard(1, 2);
    workspace.file('broken', '');
    const unprepared = await shard(2, 2);
    const merged = await rookJson(['merge', fine, unprepared], place());
    expect(merged.document.report.totals).toMatchObject({ passed: 2, unverifiable: 1 });
    const again = await rookJson(['run', '--run', merged.document.run_id, '--phases', 'judge'], place());
    expect(again.document.report.totals).toMatchObject({ passed: 2, unverifiable: 1 });
  });
});

describe('durations', () => {
  let workspace: WorkspaceBuilder;
  afterEach(() => workspace.remove());

  it('are kept from a run and cut the next shards; another agent or a torn file is refused', async () => {
    workspace = new WorkspaceBuilder().agent().profile('local', ['execute']);
    workspace.hook(
      hookScript({
        execute: "await sleep(env.ROOK_SCENARIO_ID === 'SC-1' ? 900 : 5); print({ output: 'done' });",
      }),
    );
    for (const id of ['SC-1', 'SC-2', 'SC-3', 'SC-4']) workspace.scenario(id);
    const place = { cwd: workspace.root };
    const file = join(workspace.agentDir(), 'durations.json');
    expect((await rookJson(['run'], place)).code).toBe(0);
    const { stderr } = await rookJson(['report', '--durations', file], place);
    expect(stderr).toContain('Durations of 4 scenarios written to');
    const kept = JSON.parse(workspace.read(file));
    expect(kept).toMatchObject({ version: 1, agent_id: 'desk' });
    expect(kept.scenarios['SC-1']).toBeGreaterThan(850);
    const ids = async (...flags: string[]) => {
      const { document } = await rookJson(['run', '--shard', '1/2', ...flags], place);
      return document.ok === false
        ? document.error
        : record(join(workspace.agentDir(), 'runs', document.run_id), 'run.yaml').included.map(
            (entry: { scenario_id: string }) => entry.scenario_id,
          );
    };
    expect(await ids()).toEqual(['SC-1']);
    workspace.file('equal.json', JSON.stringify({ version: 1, agent_id: 'desk', scenarios: {} }));
    expect(await ids('--durations', 'equal.json')).toEqual(['SC-1', 'SC-3']);
    workspace.file('other.json', JSON.stringify({ ...kept, agent_id: 'other' }));
    expect(await ids('--durations', 'other.json')).toMatch(/durations of agent other, not of desk/);
    workspace.file('torn.json', '{"version": 1, "agent');
    expect(await ids('--durations', 'torn.json')).toMatch(/the durations cannot be read/);
    expect((await rookJson(['report', '--durations', 'torn.json'], place)).code).toBe(1);
    expect(workspace.read('torn.json')).toBe('{"version": 1, "agent');
  });
});
