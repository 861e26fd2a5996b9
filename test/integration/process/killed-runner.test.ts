import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reportOf } from '../../../engine/report/stored-report';
import { listRunIds, openRun } from '../../../engine/workspace/runs';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { buildDriver, type Driver } from './driver';
import { tryRun } from './engine-run';
import { isAlive, notes, run, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
let driver: Driver;
beforeAll(() => {
  driver = buildDriver();
});
afterAll(() => driver.remove());

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process that runs the workspace, once its run has come to a hook that waits for `go`. */
async function runnerOn(workspace: WorkspaceBuilder): Promise<ChildProcess> {
  const child = driver.start(workspace.root);
  started.push(child);
  child.stdout?.resume();
  await until(() => notes(workspace, 'waiting').length > 0, 'the hook of SC-002');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** SC-001 answers. SC-002 waits for the file `go`, with a child that ignores SIGTERM beside it. */
function workspaceThatWaits(): WorkspaceBuilder {
  const child = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('fs').appendFileSync(process.env.ROOK_WORKSPACE + '/waiting', process.pid + '\\n');`;
  return build()
    .agent()
    .profile('local', ['prepare', 'open', 'execute', 'close'])
    .hook(
      hookScript({
        prepare: `
          const { spawn } = await import('node:child_process');
          const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
          server.unref();
          note('orphans', String(server.pid));`,
        execute: `
          note('executed', env.ROOK_SCENARIO_ID);
          if (env.ROOK_SCENARIO_ID === 'SC-002' && !fs.existsSync('go')) {
            const { spawn } = await import('node:child_process');
            note('orphans', String(process.pid));
            const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
            child.unref();
            note('orphans', String(child.pid));
            while (!fs.existsSync('go')) await sleep(10);
          }
          return { output: 'done' };`,
      }),
    )
    .scenario('SC-001')
    .scenario('SC-002')
    .scenario('SC-003');
}

const onPosix = describe.skipIf(process.platform === 'win32');

onPosix('a runner that is killed in the middle of a run', () => {
  it('loses no finished scenario, and the next run starts cleanly: it takes over the lock and ends what was left', async () => {
    const workspace = workspaceThatWaits();
    await kill(await runnerOn(workspace));
    const orphans = notes(workspace, 'orphans').map(Number);
    expect(orphans).toHaveLength(3);
    expect(orphans.every(isAlive)).toBe(true);

    const runsDir = join(workspace.agentDir(), 'runs');
    const [killedId = ''] = await listRunIds(runsDir);
    const killed = await openRun(runsDir, killedId);
    if (!killed.ok) throw new Error(killed.error.message);
    expect(killed.value.file).toMatchObject({ state: 'present', value: { status: 'running' } });
    const { report, source } = await reportOf(killed.value);
    expect(source).toBe('rebuilt');
    expect(report.totals).toMatchObject({ planned: 3, executed: 1, passed: 1, not_run: 2 });
    expect(readdirSync(runsDir, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);

    workspace.file('go', '');
    const next = await run(workspace);
    expect(next.states('SC-001', 'SC-002', 'SC-003')).toEqual(['Pass', 'Pass', 'Pass']);
    expect(next.outcome.runId).not.toBe(killedId);
    expect(next.events).toContainEqual({ type: 'warning', message: expect.stringMatching(/^ended \d+ process/) });
    expect(orphans.filter(isAlive)).toEqual([]);
  });

  it('can be gone on with: only what had not finished runs again', async () => {
    const workspace = workspaceThatWaits();
    await kill(await runnerOn(workspace));
    const [runId = ''] = await listRunIds(join(workspace.agentDir(), 'runs'));
    workspace.file('go', '');
    const finished = await run(workspace, { runId });
    expect(finished.outcome.runId).toBe(runId);
    expect(finished.report.totals).toMatchObject({ planned: 3, executed: 3, passed: 3 });
    expect(notes(workspace, 'executed')).toEqual(['SC-001', 'SC-002', 'SC-002', 'SC-003']);
  });
});

onPosix('while an agent is being run', () => {
  it('a second run of it is refused with the process that runs it, and leaves no trace', async () => {
    const workspace = workspaceThatWaits();
    const child = await runnerOn(workspace);
    const before = await listRunIds(join(workspace.agentDir(), 'runs'));
    const second = await tryRun(workspace.root);
    expect(second).toMatchObject({ ok: false, error: { message: expect.stringContaining(`process ${child.pid}`) } });
    expect(await listRunIds(join(workspace.agentDir(), 'runs'))).toEqual(before);

    const ended = once(child, 'exit');
    workspace.file('go', '');
    expect(await ended).toEqual([0, null]);
    expect((await run(workspace)).state('SC-002')).toBe('Pass');
  });

  it('of two that start at the same moment one runs and one is refused', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `while (!fs.existsSync('go')) await sleep(10); return { output: 'done' };` }))
      .scenario('SC-001');
    const both = [tryRun(workspace.root), tryRun(workspace.root)];
    const first = await Promise.race(both);
    expect(first).toMatchObject({ ok: false, error: { message: expect.stringContaining(`process ${process.pid}`) } });
    workspace.file('go', '');
    const results = await Promise.all(both);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await listRunIds(join(workspace.agentDir(), 'runs'))).toHaveLength(1);
  });
});

describe('a lock that nobody holds', () => {
  const ready = () =>
    build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `return { output: 'done' };` }))
      .scenario('SC-001');

  it.each([
    ['torn', '{"pid": 12'],
    ['empty', ''],
  ])('is taken over when it is %s', async (_, content) => {
    const workspace = ready();
    expect((await run(workspace)).state('SC-001')).toBe('Pass');
    const locks = join(workspace.rookDir, 'cache', 'locks');
    expect(readdirSync(locks)).toEqual([]);
    workspace.file(join(locks, 'desk--desk.lock'), content);
    expect((await run(workspace)).state('SC-001')).toBe('Pass');
    expect(readdirSync(locks)).toEqual([]);
  });

  it('is no lock of another agent', async () => {
    const workspace = ready();
    const other = workspace.agentDir('desk', 'other');
    workspace.agent(other).profile('local', ['execute'], {}, other).scenario('SC-001', {}, other);
    workspace.hook(
      hookScript({ execute: `while (!fs.existsSync('go')) await sleep(10); return { output: 'done' };` }),
      other,
    );
    workspace.file('.testmuai/rook/projects/desk/active', 'other\n');
    const slow = run(workspace);
    await until(() => readdirSync(workspace.rookDir).includes('cache'), 'the first run');
    workspace.file('.testmuai/rook/projects/desk/active', 'desk\n');
    expect((await run(workspace)).state('SC-001')).toBe('Pass');
    workspace.file('go', '');
    expect((await slow).state('SC-001')).toBe('Pass');
  });
});
