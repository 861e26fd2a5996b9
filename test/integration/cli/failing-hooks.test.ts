import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doneHook, hookScript, WorkspaceBuilder } from '../workspace-builder';
import { rook } from './rook-command';

describe('a hook that fails is a verdict, not an exit code', () => {
  let workspace: WorkspaceBuilder;

  beforeEach(() => {
    workspace = new WorkspaceBuilder().agent().profile('local', ['execute', 'close']).scenario('SC-1');
  });
  afterEach(() => workspace.remove());

  it('says what a hook that exited with 3 had to say', async () => {
    workspace.hook(hookScript({ execute: "console.error('no such session: 42'); process.exit(3);" }));
    const { code, stdout } = await rook(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/SC-1 +Scenario SC-1 +Unable to Verify \(agent_never_ran\)/);
    expect(stdout).toContain('execute exited with code 3');
    expect(stdout).toContain('no such session: 42');
    expect(stdout).toMatch(/remedy +\S/);
    expect(stdout).toContain('rook run --only SC-1 --verbose');
  });

  it('quotes the line that stands before the JSON', async () => {
    workspace.hook(hookScript({ execute: "console.log('connecting …'); print({ output: 'done' });" }));
    const { code, stdout } = await rook(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stdout).toContain('Unable to Verify (agent_never_ran)');
    expect(stdout).toContain('connecting …');
    expect(stdout).toMatch(/standard\s+error|stderr/);
  });

  it('reports a close that failed while the verdict stands', async () => {
    workspace.hook(hookScript({ execute: "print({ output: 'done' });", close: 'process.exit(9);' }));
    const { code, stdout, stderr } = await rook(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/SC-1 .* Pass/);
    expect(stderr).toContain('warning: SC-1: close exited with code 9');
  });

  it('shows expected, achieved and evidence of what failed', async () => {
    workspace.hook(hookScript({ execute: "print({ output: 'I would rather not.' });" }));
    const { code, stdout } = await rook(['run'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/✗ SC-1 +Scenario SC-1 +Fail\n/);
    expect(stdout).toMatch(/C1 +It is done\.\n/);
    expect(stdout).toMatch(/expected +the answer contains "done"\n/);
    expect(stdout).toMatch(/achieved +\S/);
    expect(stdout).toMatch(/evidence +"I would rather not\."\n/);
    expect(stdout).toContain('rook run --only SC-1\n');
  });

  it('says that a failed prepare lets nothing pass', async () => {
    workspace
      .profile('fixture', ['prepare', 'execute'])
      .hook(hookScript({ prepare: 'process.exit(1);', execute: "print({ output: 'done' });" }));
    const { code, stdout, stderr } = await rook(['run', '--profile', 'fixture'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stderr).toContain('warning: run: prepare exited with code 1');
    expect(stdout).toContain('Unable to Verify (not_observable)');
  });

  it('warns about a phase that does not exist, and runs', async () => {
    workspace
      .profile('typo', [], { hooks: { execute: 'scripts/hook.mjs', colect: 'scripts/hook.mjs' } })
      .hook(doneHook);
    const { code, stderr } = await rook(['run', '--profile', 'typo'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stderr).toMatch(/warning: \S+typo\.yaml:\d+:\d+: hooks\.colect is not a phase.*collect\?/s);
  });
});
