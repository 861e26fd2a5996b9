import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expectedVerdicts } from '../expected-verdicts';
import { copyOfExample, doneHook, hookScript, WorkspaceBuilder } from '../workspace-builder';
import { type Finished, rook, rookJson } from './rook-command';

describe.each(['refund-desk', 'order-cli'])('rook run --json in examples/%s', (example) => {
  let workspace: WorkspaceBuilder;
  let run: Awaited<ReturnType<typeof rookJson>>;
  const expected = expectedVerdicts(example, 'unapproved');
  const planned = Object.entries(expected).filter(([, { status }]) => !['unrunnable', 'skipped'].includes(status));

  beforeAll(async () => {
    workspace = copyOfExample(example);
    run = await rookJson(['run'], { cwd: workspace.root });
  });
  afterAll(() => workspace.remove());

  it('completes, and prints one document with the agreed fields', () => {
    expect(run.code).toBe(0);
    expect(Object.keys(run.document).sort()).toEqual(
      ['credits', 'discarded', 'halted', 'ok', 'report', 'run_id', 'unrunnable'].sort(),
    );
    expect(run.document).toMatchObject({ ok: true, halted: false, discarded: null, credits: 0 });
    expect(run.document.report.run_id).toBe(run.document.run_id);
    expect(run.stderr).toContain(run.document.report.headline);
  });

  it('lists what could not run', () => {
    const unrunnable = Object.keys(expected).filter((id) => expected[id]?.status === 'unrunnable');
    expect(run.document.unrunnable.map((entry: { scenario_id: string }) => entry.scenario_id)).toEqual(unrunnable);
    for (const entry of run.document.unrunnable)
      expect(entry).toEqual({ scenario_id: expect.any(String), title: expect.any(String), why: expect.any(String) });
  });

  it('has totals that add up', () => {
    const { totals } = run.document.report;
    expect(totals.planned).toBe(planned.length);
    expect(totals.planned).toBe(totals.executed + totals.not_run);
    expect(totals.executed).toBe(totals.passed + totals.failed + totals.unverifiable + totals.unjudged);
    expect(totals.decided).toBe(totals.passed + totals.failed);
    expect(totals.pass_rate).toBeCloseTo(totals.passed / (totals.passed + totals.failed + totals.unverifiable));
  });

  it('comes to the verdicts that the example promises', () => {
    const runs = (run.document.report.run_id as string) ?? '';
    const report = rook(['report', runs, '--json'], { cwd: workspace.root });
    return report.then(({ stdout }) => {
      const { dir } = JSON.parse(stdout);
      for (const [id, { status, reason, compromised }] of planned) {
        const verdict = parse(readFileSync(join(dir, 'scenarios', id, 'verdict.yaml'), 'utf8'));
        expect([id, verdict.status, verdict.unverifiable_reason, verdict.compromised]).toEqual([
          id,
          status,
          reason,
          compromised,
        ]);
      }
    });
  });
});

describe('the outcome of a run', () => {
  let workspace: WorkspaceBuilder;
  const inWorkspace = (args: string[]): Promise<Finished> => rook(args, { cwd: workspace.root });

  beforeAll(() => {
    workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-1');
  });
  afterAll(() => workspace.remove());

  it('is a table on standard output, with progress on standard error', async () => {
    const { code, stdout, stderr } = await inWorkspace(['run', '--name', 'nightly']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ SC-1 {2}Scenario SC-1 {2}Pass\n/);
    expect(stdout).toContain('1 planned: 1 passed, 0 failed, 0 unable to verify.');
    expect(stdout).toMatch(/Evidence {2}\S+runs\/\S+/);
    expect(stderr).toContain('[1/1] SC-1  Pass  Scenario SC-1');
    expect(stderr).not.toContain('Evidence');
  });

  it('keeps the name of the run', async () => {
    const { stdout } = await inWorkspace(['report', '--json']);
    expect(JSON.parse(stdout).name).toBe('nightly');
  });

  it('shows what hooks say when asked to, each line with whose it is', async () => {
    workspace.hook(hookScript({ execute: "console.error('one\\ntwo'); print({ output: 'done' });" }));
    const quiet = await inWorkspace(['run']);
    expect(quiet.stderr).not.toContain('one');
    const { stderr } = await inWorkspace(['run', '--verbose']);
    expect(stderr).toContain('SC-1 execute | one\nSC-1 execute | two\n');
  });

  it('counts down a delay in a log without filling it', async () => {
    workspace
      .profile('slow', ['execute'], {
        hooks: { execute: 'scripts/hook.mjs', collect: { script: 'scripts/hook.mjs', delay_seconds: 2 } },
      })
      .hook(doneHook);
    const { stderr } = await inWorkspace(['run', '--profile', 'slow']);
    expect(stderr.match(/SC-1 collect: waiting \d s more/g)).toHaveLength(1);
  });

  it('leaves judging out when told to', async () => {
    const { document } = await rookJson(['run', '--profile', 'local', '--skip', 'judge'], { cwd: workspace.root });
    expect(document.report.totals).toMatchObject({ planned: 1, executed: 1, unjudged: 1, pass_rate: null });
  });

  it('is kept, and marked, when the agent cannot be reached three times in a row', async () => {
    for (const id of ['SC-2', 'SC-3', 'SC-4']) workspace.scenario(id);
    workspace.hook(hookScript({ execute: 'process.exit(7);' }));
    const { code, document, stderr } = await rookJson(['run', '--profile', 'local'], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(document).toMatchObject({ ok: true, halted: true, report: { totals: { unverifiable: 3, not_run: 1 } } });
    expect(document.reason).toContain('3 times in a row');
    expect(stderr).toContain('halted:');
  });
});
