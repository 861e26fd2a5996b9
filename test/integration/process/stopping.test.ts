import { describe, expect, it } from 'vitest';
import type { HookPhase } from '../../../schemas/phase';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { everyPhase, inEveryPhase, isAlive, notes, run, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const neverRan = 'Unable to Verify (agent_never_ran)';

/** Three scenarios. Each phase notes itself; in SC-002 the named phase announces itself and then does not end. */
function hangingIn(hanging: HookPhase, profile: object = {}): WorkspaceBuilder {
  const workspace = build()
    .agent()
    .profile('local', everyPhase, { ...profile })
    .hook(
      inEveryPhase(`
        note('notes', [phase, env.ROOK_SCENARIO_ID].filter(Boolean).join(' '));
        if (phase === '${hanging}' && env.ROOK_SCENARIO_ID === 'SC-002') { note('hanging', String(process.pid)); await forever(); }
        if (phase === 'execute') return { output: 'done' };`),
    );
  for (const id of ['SC-001', 'SC-002', 'SC-003']) workspace.scenario(id);
  return workspace;
}

/** Runs until a hook announces itself, then stops the run. */
async function stopOnceHanging(workspace: WorkspaceBuilder) {
  const stop = new AbortController();
  const running = run(workspace, { signal: stop.signal });
  await until(() => notes(workspace, 'hanging').length > 0, 'a hook that hangs');
  stop.abort();
  return running;
}

describe('a run that is stopped', () => {
  it('in execute: what is done is kept, the session is closed, collect does not start, the rest does not run', async () => {
    const workspace = hangingIn('execute');
    const finished = await stopOnceHanging(workspace);
    expect(notes(workspace)).toEqual([
      'prepare',
      ...['open', 'execute', 'close', 'collect'].map((phase) => `${phase} SC-001`),
      ...['open', 'execute', 'close'].map((phase) => `${phase} SC-002`),
    ]);
    expect(finished.states('SC-001', 'SC-002', 'SC-003')).toEqual(['Pass', 'not_run', 'not_run']);
    expect(finished.outcome).toMatchObject({ halted: true, reason: 'interrupted' });
    expect(finished.file).toMatchObject({ status: 'cancelled', reason: 'interrupted' });
    expect(finished.report.totals).toMatchObject({ planned: 3, executed: 1, passed: 1, not_run: 2, pass_rate: 1 });
    expect(finished.hooks('SC-002').phases).toMatchObject({
      execute: { ok: false, cancelled: true },
      close: { ok: true },
    });
    expect(notes(workspace, 'hanging').map(Number).filter(isAlive)).toEqual([]);
    expect(finished.events.at(-1)).toMatchObject({ type: 'finished', halted: true, reason: 'interrupted' });
  });

  it('in collect: execute had finished, so the scenario is unjudged', async () => {
    const finished = await stopOnceHanging(hangingIn('collect'));
    expect(finished.states('SC-001', 'SC-002', 'SC-003')).toEqual(['Pass', 'unjudged', 'not_run']);
    expect(finished.report.totals).toMatchObject({ executed: 2, passed: 1, unjudged: 1, not_run: 1 });
    expect(finished.response('SC-002')).toMatchObject({ status: 'completed', output: 'done' });
  });

  it('in close: it gets five seconds more, however long it has been given; collect does not start', async () => {
    const finished = await stopOnceHanging(hangingIn('close'));
    expect(finished.states('SC-001', 'SC-002', 'SC-003')).toEqual(['Pass', 'unjudged', 'not_run']);
    expect(finished.hooks('SC-002').phases).not.toHaveProperty('collect');
    expect(finished.hooks('SC-002').phases.close).toMatchObject({ ran: true, ok: false });
  });

  it('in prepare: no scenario runs', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase)
      .hook(inEveryPhase(`note('hanging', phase); await forever();`))
      .scenario('SC-001');
    const finished = await stopOnceHanging(workspace);
    expect(notes(workspace, 'hanging')).toEqual(['prepare']);
    expect(finished.state('SC-001')).toBe('not_run');
    expect(finished.outcome).toMatchObject({ halted: true, reason: 'interrupted' });
  });

  it('while a delay is waited for: the phase after it does not start, and is not said to have run', async () => {
    const workspace = build().agent().scenario('SC-001');
    workspace
      .hook(hookScript({ execute: `return { output: 'done' };`, collect: `note('notes', 'collected');` }))
      .file(`${workspace.agentDir()}/profiles/local.yaml`, {
        id: 'local',
        hooks: { execute: 'scripts/hook.mjs', collect: { script: 'scripts/hook.mjs', delay_seconds: 3600 } },
      });
    const stop = new AbortController();
    const finished = await run(workspace, {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'waiting') stop.abort();
      },
    });
    expect(notes(workspace)).toEqual([]);
    expect(finished.state('SC-001')).toBe('unjudged');
    expect(finished.hooks('SC-001').phases).not.toHaveProperty('collect');
    expect(finished.events.some((event) => event.type === 'phaseStarted' && event.phase === 'collect')).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('kills a hook that ignores SIGTERM', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `process.on('SIGTERM', () => {}); note('hanging', String(process.pid)); await forever();`,
        }),
      )
      .scenario('SC-001');
    const finished = await stopOnceHanging(workspace);
    expect(finished.state('SC-001')).toBe('not_run');
    expect(finished.hooks('SC-001').phases.execute).toMatchObject({ cancelled: true, signal: 'SIGKILL' });
    expect(notes(workspace, 'hanging').map(Number).filter(isAlive)).toEqual([]);
  });

  it('with several scenarios at once closes each of their sessions', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute', 'close'], { concurrency: 3 })
      .hook(
        inEveryPhase(`
          if (phase === 'close') note('notes', 'closed ' + env.ROOK_SCENARIO_ID);
          if (phase === 'execute') { note('waiting', env.ROOK_SCENARIO_ID); await forever(); }`),
      );
    for (const id of ['SC-001', 'SC-002', 'SC-003', 'SC-004']) workspace.scenario(id);
    const stop = new AbortController();
    const running = run(workspace, { signal: stop.signal });
    await until(() => notes(workspace, 'waiting').length === 3, 'three scenarios at once');
    stop.abort();
    const finished = await running;
    expect(notes(workspace).sort()).toEqual(['closed SC-001', 'closed SC-002', 'closed SC-003']);
    expect(finished.report.totals).toMatchObject({ planned: 4, executed: 0, not_run: 4, pass_rate: null });
    expect(finished.report.headline).toMatch(/^No scenario was executed/);
  });

  it('before it starts runs nothing, and says that it was interrupted', async () => {
    const workspace = hangingIn('execute');
    const finished = await run(workspace, { signal: AbortSignal.abort() });
    expect(notes(workspace)).toEqual([]);
    expect(finished.states('SC-001', 'SC-002', 'SC-003')).toEqual(['not_run', 'not_run', 'not_run']);
    expect(finished.outcome).toMatchObject({ halted: true, reason: 'interrupted' });
  });

  it('between the attempts of a scenario does not judge half of them', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `if (env.ROOK_ATTEMPT === '2') { note('hanging', '2'); await forever(); } return { output: 'done' };`,
        }),
      )
      .scenario('SC-001', { repeat: 3 });
    const finished = await stopOnceHanging(workspace);
    expect(finished.state('SC-001')).toBe('unjudged');
    expect(finished.has('SC-001', 'attempts', '3')).toBe(false);
  });
});

describe('three executes in a row that did not reach the agent', () => {
  const failing = (ids: string[], code: string, mapped = ['open', 'execute', 'close', 'collect']) => {
    const workspace = build()
      .agent()
      .profile('local', mapped)
      .hook(inEveryPhase(`note('notes', phase + ' ' + env.ROOK_SCENARIO_ID); if (phase === 'execute') { ${code} }`));
    for (const id of ids) workspace.scenario(id);
    return workspace;
  };

  it('halt the run: the reason is said, everything done is kept, the rest does not run', async () => {
    const workspace = failing(['A', 'B', 'C', 'D', 'E'], `console.error('connection refused'); process.exit(1);`);
    const finished = await run(workspace);
    expect(finished.states('A', 'B', 'C', 'D', 'E')).toEqual([neverRan, neverRan, neverRan, 'not_run', 'not_run']);
    expect(finished.outcome).toMatchObject({ halted: true, reason: expect.stringMatching(/3 times in a row.*code 1/) });
    expect(finished.file).toMatchObject({ status: 'halted', reason: finished.outcome.reason });
    expect(finished.report.totals).toMatchObject({ planned: 5, executed: 3, unverifiable: 3, not_run: 2, failed: 0 });
    // The third is finished like the others: closed, and its evidence collected.
    expect(notes(workspace).slice(-2)).toEqual(['close C', 'collect C']);
    expect(finished.events.filter(({ type }) => type === 'halted')).toHaveLength(1);
  });

  it('are counted over every kind of useless answer, and over attempts', async () => {
    const workspace = failing(
      ['A', 'B'],
      `if (env.ROOK_ATTEMPT === '1') process.exit(1); if (env.ROOK_ATTEMPT === '2') return; print([]);`,
      ['execute'],
    );
    workspace.scenario('A', { repeat: 3 });
    const finished = await run(workspace);
    expect(finished.states('A', 'B')).toEqual([neverRan, 'not_run']);
    expect(finished.verdict('A').attempts).toHaveLength(3);
    expect(finished.outcome.halted).toBe(true);
  });

  it('are not three when an answer lies between', async () => {
    const workspace = failing(
      ['A', 'B', 'C', 'D', 'E'],
      `if (env.ROOK_SCENARIO_ID !== 'C') process.exit(1); return { output: 'done' };`,
      ['execute'],
    );
    const finished = await run(workspace);
    expect(finished.states('A', 'B', 'C', 'D', 'E')).toEqual([neverRan, neverRan, 'Pass', neverRan, neverRan]);
    expect(finished.outcome.halted).toBe(false);
    expect(finished.file.status).toBe('completed');
  });

  it('an answer that is judged to fail is no transport failure', async () => {
    const workspace = failing(['A', 'B', 'C', 'D'], `return { output: 'wrong' };`, ['execute']);
    const finished = await run(workspace);
    expect(finished.states('A', 'B', 'C', 'D')).toEqual(['Fail', 'Fail', 'Fail', 'Fail']);
    expect(finished.outcome.halted).toBe(false);
  });
});
