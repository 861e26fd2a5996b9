import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { eventually, isAlive, rook, rookJson, type Started, startRook } from './rook-command';

/** SC-1 is answered; SC-2 hangs, deaf to SIGTERM. Both note what they do. */
const hangingHook = hookScript({
  execute: `if (process.env.ROOK_SCENARIO_ID === 'SC-1') return { output: 'done' };
    process.on('SIGTERM', () => {});
    note('hanging.pid', String(process.pid));
    await forever();`,
  close: "note('closed', process.env.ROOK_SCENARIO_ID);",
});

let workspace: WorkspaceBuilder;
const hooks: number[] = [];

beforeEach(() => {
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('local', ['open', 'execute', 'close'])
    .hook(hangingHook)
    .scenario('SC-1')
    .scenario('SC-2')
    .scenario('SC-3');
});
afterEach(() => {
  for (const pid of hooks.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL'); // a failed test leaves nothing
  workspace.remove();
});

/** Starts a run and waits until SC-2 hangs. */
async function startHanging(args: string[] = []): Promise<Started & { hook: number }> {
  const started = startRook(['run', ...args], { cwd: workspace.root });
  const hook = await eventually(() => {
    const written = workspace.has('hanging.pid') ? /^(\d+)\n/.exec(workspace.read('hanging.pid')) : null;
    return written ? Number(written[1]) : undefined;
  });
  hooks.push(hook);
  return { ...started, hook };
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exitCode) => {
  it('ends hooks, closes sessions and prints what is done', async () => {
    const { child, finished, hook } = await startHanging(['--json']);
    child.kill(signal);
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(exitCode);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ ok: true, halted: true, reason: 'interrupted', discarded: null });
    expect(document.report.totals).toMatchObject({ planned: 3, passed: 1, not_run: 2 });
    expect(stderr).toContain('Stopping');
    expect(isAlive(hook)).toBe(false);
    expect(workspace.read('closed')).toBe('SC-1\nSC-2\n');
    const run = parse(readFileSync(join(workspace.agentDir(), 'runs', document.run_id, 'run.yaml'), 'utf8'));
    expect(run).toMatchObject({ status: 'cancelled', reason: 'interrupted' });
  });
});

it('shows the table of an interrupted run to a person', async () => {
  const { child, finished } = await startHanging();
  child.kill('SIGINT');
  const { code, stdout } = await finished;
  expect(code).toBe(130);
  expect(stdout).toMatch(/Stopped +interrupted/);
  expect(stdout).toMatch(/SC-1 .* Pass/);
  expect(stdout).toMatch(/SC-2 .* Not run/);
});

it('leaves at once on a second Ctrl+C, and leaves no process', async () => {
  const { child, finished, hook } = await startHanging(['--json']);
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 200)); // within the grace that the first one gives
  child.kill('SIGINT');
  const { code, stdout } = await finished;
  expect(code).toBe(130);
  expect(stdout).toBe('');
  await eventually(() => !isAlive(hook));
});

describe('a run that was killed', () => {
  it('can be reported on, and does not stand in the way of the next one', async () => {
    const { child, finished, hook } = await startHanging();
    child.kill('SIGKILL');
    await finished;
    expect(isAlive(hook)).toBe(true); // nobody was left to end it

    const [killed] = (await rookJson(['status'], { cwd: workspace.root })).document.runs;
    expect(killed.status).toBe('running');
    const report = await rookJson(['report', killed.run_id], { cwd: workspace.root });
    expect(report.code).toBe(0);
    expect(report.document.report.totals).toMatchObject({ planned: 3, passed: 1, not_run: 2 });
    expect(report.stderr).toContain('made from its records');
    const words = await rook(['report', killed.run_id], { cwd: workspace.root });
    expect(words.stdout).toMatch(/SC-1 .* Pass/);
    expect(words.stdout).toMatch(/SC-2 .* Not run/);

    const next = await rookJson(['run', '--only', 'SC-1'], { cwd: workspace.root });
    expect(next.code).toBe(0);
    expect(next.document).toMatchObject({ ok: true, halted: false, report: { totals: { passed: 1 } } });
    expect(next.stderr).toContain('left behind');
    expect(isAlive(hook)).toBe(false);
  });
});

it('survives a reader that leaves early', async () => {
  workspace.hook(hookScript({ execute: "print({ output: 'done' });" }));
  const { child, finished } = startRook(['run'], { cwd: workspace.root });
  child.stdout?.destroy();
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr).not.toContain('EPIPE');
  expect(stderr).not.toMatch(/\n\s+at /);
});
