import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { everyPhase, notes, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const neverRan = 'Unable to Verify (agent_never_ran)';
const notObservable = 'Unable to Verify (not_observable)';

/** An agent that answers "done" and called nothing; the code of some phases is changed. Each phase notes itself. */
function withHooks(changes: Record<string, string> = {}, mapped = everyPhase): WorkspaceBuilder {
  const usual = { execute: `return { output: 'done', calls: [] };` };
  const phases = mapped.map((phase) => [phase, `note('notes', '${phase}'); ${{ ...usual, ...changes }[phase] ?? ''}`]);
  return build()
    .agent()
    .profile('local', mapped, { capabilities: { calls: true } })
    .hook(hookScript(Object.fromEntries(phases)))
    .scenario('PASSES', { acceptance_criteria: [{ check: 'contains', value: 'done' }] })
    .scenario('FAILS', { acceptance_criteria: [{ check: 'contains', value: 'something else' }] });
}
const exits = (code: number) => `console.error('could not reach the desk'); process.exit(${code});`;

describe('when prepare fails', () => {
  it('the run goes on, but nothing passes on a fixture that was not set up', async () => {
    const workspace = withHooks({ prepare: exits(4) });
    const finished = await run(workspace);
    expect(finished.states('PASSES', 'FAILS')).toEqual([notObservable, 'Fail']);
    expect(finished.verdict('PASSES').criteria[0]?.evidence).toMatch(/fixture was not set up.*code 4/s);
    expect(finished.runHooks.phases.prepare).toMatchObject({
      ran: true,
      ok: false,
      exit_code: 4,
      stderr: 'could not reach the desk\n',
    });
    expect(notes(workspace).filter((phase) => phase === 'execute')).toHaveLength(2);
    expect(finished.outcome.halted).toBe(false);
  });
});

describe('when open fails', () => {
  it('execute still runs, nothing of that scenario passes, and close runs', async () => {
    const workspace = withHooks({ open: `if (env.ROOK_SCENARIO_ID === 'PASSES') { ${exits(1)} }` });
    workspace.scenario('OTHER');
    const finished = await run(workspace);
    expect(finished.states('PASSES', 'FAILS', 'OTHER')).toEqual([notObservable, 'Fail', 'Pass']);
    expect(finished.hooks('PASSES').phases).toMatchObject({
      open: { ok: false },
      execute: { ok: true },
      close: { ok: true },
    });
  });
});

describe('when execute fails', () => {
  it('with exit code 3: not graded, agent_never_ran, standard error is the diagnosis, close and collect are tried', async () => {
    const workspace = withHooks({ execute: `console.error('line 1\\nthe desk is closed'); process.exit(3);` });
    const finished = await run(workspace, { selection: { only: ['PASSES'] } });
    expect(finished.state('PASSES')).toBe(neverRan);
    expect(finished.verdict('PASSES')).toMatchObject({
      criteria: [],
      diagnosis: 'execute exited with code 3:\nline 1\nthe desk is closed',
    });
    expect(notes(workspace)).toEqual(everyPhase);
    expect(finished.hooks('PASSES').phases.execute).toMatchObject({
      ok: false,
      exit_code: 3,
      stderr: 'line 1\nthe desk is closed\n',
    });
    expect(finished.response('PASSES')).toMatchObject({ status: 'failed', turns: 0 });
    expect(finished.response('PASSES')).not.toHaveProperty('output');
    expect(finished.report.totals).toMatchObject({ executed: 1, unverifiable: 1, failed: 0, pass_rate: 0 });
    expect(finished.report.clusters).toMatchObject([{ kind: 'unverifiable', scenarios: [{ scenario_id: 'PASSES' }] }]);
  });

  it.skipIf(process.platform === 'win32')('by a signal: the record names it and has no exit code', async () => {
    const finished = await run(
      withHooks({ execute: `process.kill(process.pid, 'SIGSEGV'); await sleep(60_000);` }, ['execute']),
      {
        selection: { only: ['PASSES'] },
      },
    );
    expect(finished.state('PASSES')).toBe(neverRan);
    expect(finished.verdict('PASSES').diagnosis).toMatch(/^execute was ended by SIGSEGV/);
    expect(finished.hooks('PASSES').phases.execute).toMatchObject({ exit_code: null, signal: 'SIGSEGV' });
  });

  it.each<[string, string, RegExp]>([
    ['printing nothing', '', /^execute printed nothing on standard output/],
    [
      'logs before the JSON',
      `console.log('connecting to the desk…'); console.log(JSON.stringify({ output: 'done' }));`,
      /first stray line is "connecting to the desk…".*standard error/s,
    ],
    [
      'logs after it',
      `print({ output: 'done' }); console.log('\\nbye');`,
      /after its JSON object; the first stray line is "bye"/,
    ],
    ['a list', `print([{ output: 'done' }]);`, /^execute printed a list/],
    ['a blank answer', `print({ output: ' ' });`, /^execute returned an empty output/],
    ['no answer', `print({ reply: 'done' });`, /^execute returned no output field/],
    [
      'bytes that are no text',
      `process.stdout.write(Buffer.from([0x7b, 0xff, 0x7d]));`,
      /not valid UTF-8: byte 1 is 0xff/,
    ],
    ['calls that are no list', `print({ output: 'done', calls: 'none' });`, /calls must be a list/],
    [
      'usage without whole numbers',
      `print({ output: 'done', usage: { input: 1.5, output: 1 } });`,
      /usage\.input must be a whole number/,
    ],
  ])('by %s: the diagnosis says so, and nothing is guessed', async (_, code, diagnosis) => {
    const finished = await run(withHooks({ execute: code }, ['execute']), { selection: { only: ['PASSES'] } });
    expect(finished.state('PASSES')).toBe(neverRan);
    expect(finished.verdict('PASSES').diagnosis).toMatch(diagnosis);
  });

  it('by not being a program: the diagnosis says that it could not be started', async () => {
    const workspace = build().agent().scenario('SC-001');
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      hooks: { execute: 'scripts/agent' },
    });
    chmodSync(workspace.file(join(workspace.agentDir(), 'scripts/agent'), 'no program'), 0o644);
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe(neverRan);
    expect(finished.verdict('SC-001').diagnosis).toMatch(/^execute could not be started/);
  });
});

describe('when close fails', () => {
  it('no verdict changes; the failure is on record', async () => {
    const finished = await run(withHooks({ close: exits(1) }));
    expect(finished.states('PASSES', 'FAILS')).toEqual(['Pass', 'Fail']);
    expect(finished.hooks('PASSES').phases.close).toMatchObject({ ok: false, exit_code: 1 });
  });
});

describe('when collect fails', () => {
  it('what was observed to fail stays a failure, nothing passes', async () => {
    const workspace = withHooks({ collect: exits(1) });
    workspace.scenario('SILENT', { acceptance_criteria: [{ check: 'not_called', tool: 'issue_refund' }] });
    const finished = await run(workspace);
    expect(finished.states('PASSES', 'FAILS', 'SILENT')).toEqual([notObservable, 'Fail', notObservable]);
    expect(finished.verdict('PASSES').criteria[0]?.evidence).toMatch(/evidence is missing.*code 1/s);
  });
});

describe('what nobody observed is never a pass', () => {
  it.each<[string, string, string]>([
    ['no calls returned', `return { output: 'done' };`, notObservable],
    ['an empty list returned', `return { output: 'done', calls: [] };`, 'Pass'],
    ['the call returned', `return { output: 'done', calls: [{ name: 'issue_refund' }] };`, 'Fail'],
  ])('a negative check of a silent agent: %s', async (_, execute, expected) => {
    const workspace = withHooks({ execute }, ['execute']);
    workspace.scenario('NEGATIVE', {
      acceptance_criteria: [],
      calls: [{ tool: 'issue_refund', expect: 'not_called' }],
    });
    const finished = await run(workspace, { selection: { only: ['NEGATIVE'] } });
    expect(finished.state('NEGATIVE')).toBe(expected);
    const data = finished.hooks('NEGATIVE').phases.execute?.data ?? {};
    expect('calls' in data).toBe(execute.includes('calls'));
  });
});
