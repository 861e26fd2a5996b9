import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookScript } from '../workspace-builder';
import { everyPhase, inEveryPhase, jsonNotes, notes, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

describe('the order of the phases', () => {
  it('is prepare once, then open, execute for each turn, close and collect for each scenario', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, { capabilities: { multi_turn: true } })
      .hook(
        inEveryPhase(`
          note('notes', [phase, process.env.ROOK_SCENARIO_ID, process.env.ROOK_TURN].filter(Boolean).join(' '));
          if (phase === 'execute') print({ output: 'done', conversation: 'c' });`),
      )
      .scenario('SC-001')
      .scenario('SC-002', { setup_messages: ['one', 'two'] });
    const finished = await run(workspace);
    const scenario = (id: string, turns: number) => [
      `open ${id}`,
      ...Array.from({ length: turns }, (_, n) => `execute ${id} ${n + 1}`),
      `close ${id}`,
      `collect ${id}`,
    ];
    expect(notes(workspace)).toEqual(['prepare', ...scenario('SC-001', 1), ...scenario('SC-002', 3)]);
    expect(['SC-001', 'SC-002'].map((id) => finished.state(id))).toEqual(['Pass', 'Pass']);
    expect(finished.file).toMatchObject({ status: 'completed', phases_run: [...everyPhase, 'judge'] });
  });

  it('is announced as it happens: each phase ends before the next starts, the verdict comes last', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute', 'close'])
      .hook(hookScript({ execute: `print({ output: 'done' });` }))
      .scenario('SC-001');
    const { events } = await run(workspace);
    expect(events.map((event) => ('phase' in event ? `${event.type} ${event.phase}` : event.type))).toEqual([
      'planned',
      'scenarioStarted',
      ...['open', 'execute', 'close'].flatMap((phase) => [`phaseStarted ${phase}`, `phaseEnded ${phase}`]),
      'criterionGraded',
      'verdict',
      'finished',
    ]);
  });

  it('execute alone is enough', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `print({ output: 'done' });` }))
      .scenario('SC-001');
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(Object.keys(finished.hooks('SC-001').phases)).toEqual(['execute']);
  });
});

describe('what a hook is given', () => {
  it('the variables of its phase, the workspace as its folder and the phase as its only argument', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, {
        capabilities: { multi_turn: true },
        env: [{ variable: 'AGENT_TOKEN' }],
        hook_env: { REGION: '${CLOUD}-1', ROOK_RUN_ID: 'forged', ROOK_TURN: '99' },
      })
      .hook(
        inEveryPhase(`
          const { existsSync } = await import('node:fs');
          const variables = Object.entries(process.env)
            .filter(([name]) => /^(ROOK_|AGENT_|REGION|LT_|PLAIN)/.test(name) && name !== 'ROOK_INVOCATION');
          note('notes', JSON.stringify({
            phase, cwd: process.cwd(), args: process.argv.slice(2), env: Object.fromEntries(variables),
            state: existsSync(process.env.ROOK_STATE_DIR), runState: existsSync(process.env.ROOK_RUN_STATE_DIR),
          }));
          if (phase === 'open') print({ conversation: 'from open' });
          if (phase === 'execute') print({ output: 'done', conversation: 'from turn ' + process.env.ROOK_TURN });`),
      )
      .scenario('SC-001', { setup_messages: ['first'] });
    const env = {
      AGENT_TOKEN: 'token-value',
      CLOUD: 'eu',
      PLAIN: 'inherited',
      LT_ACCESS_KEY: 'k',
      ROOK_JUDGE_API_KEY: 'k',
      ROOK_SESSION: 'outer',
    };
    const { outcome } = await run(workspace, { env });

    const seen = jsonNotes<{
      phase: string;
      cwd: string;
      args: string[];
      env: Record<string, string>;
      state: boolean;
      runState: boolean;
    }>(workspace);
    expect(seen.map(({ phase }) => phase)).toEqual(['prepare', 'open', 'execute', 'execute', 'close', 'collect']);
    const runState = join(outcome.runDir, 'run-state');
    const state = join(outcome.runDir, 'scenarios', 'SC-001', 'hook-state');
    const session = seen[1]?.env.ROOK_SESSION;
    expect(session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const always = {
      ROOK_WORKSPACE: workspace.root,
      ROOK_PROJECT: 'desk',
      ROOK_AGENT: 'desk',
      ROOK_RUN_ID: basename(outcome.runDir),
      ROOK_RUN_STATE_DIR: runState,
      AGENT_TOKEN: 'token-value',
      REGION: 'eu-1',
      PLAIN: 'inherited',
    };
    const inScenario = {
      ...always,
      ROOK_SCENARIO_ID: 'SC-001',
      ROOK_SESSION: session,
      ROOK_ATTEMPT: '1',
      ROOK_STATE_DIR: state,
    };
    expect(seen.map(({ env: variables }) => variables)).toEqual([
      { ...always, ROOK_HOOK: 'prepare', ROOK_STATE_DIR: runState },
      { ...inScenario, ROOK_HOOK: 'open' },
      { ...inScenario, ROOK_HOOK: 'execute', ROOK_TURN: '1', ROOK_CONVERSATION: 'from open' },
      { ...inScenario, ROOK_HOOK: 'execute', ROOK_TURN: '2', ROOK_CONVERSATION: 'from turn 1' },
      { ...inScenario, ROOK_HOOK: 'close', ROOK_CONVERSATION: 'from turn 2' },
      { ...inScenario, ROOK_HOOK: 'collect', ROOK_CONVERSATION: 'from turn 2' },
    ]);
    for (const { phase, cwd, args, state: hasState, runState: hasRunState } of seen)
      expect({ phase, cwd, args, hasState, hasRunState }).toEqual({
        phase,
        cwd: workspace.root,
        args: [phase],
        hasState: true,
        hasRunState: true,
      });
  });

  it('attachments as absolute paths', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'], { capabilities: { attachments: true } })
      .hook(hookScript({ execute: `print({ output: 'done', got: JSON.parse(process.env.ROOK_ATTACHMENTS) });` }));
    const absolute = workspace.file('elsewhere/b.pdf', 'b');
    workspace.file('files/a.png', 'a');
    workspace.scenario('SC-001', { input_kind: 'image', attachments: ['files/a.png', absolute] });
    const finished = await run(workspace);
    expect(finished.hooks('SC-001').phases.execute?.data?.got).toEqual([join(workspace.root, 'files/a.png'), absolute]);
  });
});

describe('standard input', () => {
  const goal = '  „Ünïcödé" 😀\n\t$HOME `id` \'q\' "d" \\ %PATH%\r\nlast line, no line feed';

  it('is the goal, byte for byte, on execute, and at its end at once in every other phase', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, { capabilities: { multi_turn: true } })
      .hook(
        inEveryPhase(`
          note('notes', phase + ' ' + readFileSync(0).toString('base64'));
          if (phase === 'execute') print({ output: 'done', conversation: 1 });`),
      )
      .scenario('SC-001', { goal, setup_messages: ['set-up\n'] });
    await run(workspace);
    const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
    expect(notes(workspace)).toEqual([
      'prepare ',
      'open ',
      `execute ${base64('set-up\n')}`,
      `execute ${base64(goal)}`,
      'close ',
      'collect ',
    ]);
  });

  it('of 10 MiB arrives whole, and a script that never reads it is no failure', async () => {
    const line = `Grüße 😀 ${'x'.repeat(180)}`;
    const lines = Array.from({ length: 55_000 }, () => line);
    expect(Buffer.byteLength(lines.join('\n'))).toBeGreaterThan(10 * 1024 * 1024);
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `
            const { createHash } = await import('node:crypto');
            const reads = env.ROOK_SCENARIO_ID === 'SC-001';
            const hash = reads ? createHash('sha256').update(readFileSync(0)).digest('hex') : 'unread';
            return { output: 'done ' + hash };`,
        }),
      );
    // Written by hand: quoting so long a text takes a YAML library seconds.
    const block = `goal: |-\n${lines.map((text) => `  ${text}\n`).join('')}`;
    for (const id of ['SC-001', 'SC-002'])
      workspace.file(
        join(workspace.agentDir(), `scenarios/${id}.yaml`),
        `acceptance_criteria: [{check: contains, value: done}]\n${block}`,
      );
    const finished = await run(workspace);
    const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
    expect(finished.response('SC-001').output).toBe(`done ${hash}`);
    expect(finished.response('SC-002').output).toBe('done unread');
    expect(finished.state('SC-002')).toBe('Pass');
  });
});

describe('turns', () => {
  it('calls and usage are joined over the turns, and the transcript has every message', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'], { capabilities: { multi_turn: true, calls: true, usage: true } })
      .hook(
        hookScript({
          execute: `
            const turn = Number(process.env.ROOK_TURN);
            const message = readFileSync(0, 'utf8');
            const calls = turn === 2 ? [] : [{ name: 'tool' + turn }];
            print({ output: 'done: ' + message, conversation: 42, usage: { input: 10, output: turn }, calls });`,
        }),
      )
      .scenario('SC-001', {
        setup_messages: ['a', { content: 'b' }],
        goal: 'c',
        acceptance_criteria: [
          { check: 'equals', value: 'done: c' },
          { check: 'call_order', tools: ['tool1', 'tool3'] },
          { check: 'max_tokens', value: 36 },
          { check: 'max_turns', value: 3 },
        ],
      });
    const finished = await run(workspace);
    expect(finished.state('SC-001')).toBe('Pass');
    expect(finished.response('SC-001')).toMatchObject({
      status: 'completed',
      output: 'done: c',
      turns: 3,
      usage: { input_tokens: 30, output_tokens: 6 },
      transcript: ['a', 'b', 'c'].flatMap((content, n) => [
        { role: 'user', content, turn: n + 1 },
        { role: 'agent', content: `done: ${content}`, turn: n + 1 },
      ]),
    });
    expect(finished.hooks('SC-001').conversation).toBe(42);
    expect(finished.hooks('SC-001').phases.execute?.data?.calls).toEqual([
      { name: 'tool1', turn: 1 },
      { name: 'tool3', turn: 3 },
    ]);
  });

  it('without a handle after the first, a scenario of several turns stops: nothing is verified', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, { capabilities: { multi_turn: true } })
      .hook(inEveryPhase(`note('notes', phase); if (phase === 'execute') print({ output: 'done' });`))
      .scenario('SC-001', { setup_messages: ['first'] });
    const finished = await run(workspace);
    expect(notes(workspace)).toEqual(['prepare', 'open', 'execute', 'close', 'collect']);
    expect(finished.state('SC-001')).toBe('Unable to Verify (not_observable)');
    expect(finished.verdict('SC-001').diagnosis).toMatch(/no conversation handle/);
    expect(finished.outcome.halted).toBe(false);
  });

  it('together have the time that the scenario gives them; then close and collect still run', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase, { capabilities: { multi_turn: true } })
      .hook(
        inEveryPhase(`
          note('notes', phase);
          if (phase === 'execute' && process.env.ROOK_TURN === '2') await forever();
          if (phase === 'execute') print({ output: 'done', conversation: 'c' });`),
      )
      .scenario('SC-001', { setup_messages: ['first'], timeout_seconds: 4 });
    const finished = await run(workspace);
    expect(notes(workspace)).toEqual(['prepare', 'open', 'execute', 'execute', 'close', 'collect']);
    expect(finished.state('SC-001')).toBe('Unable to Verify (agent_never_ran)');
    expect(finished.verdict('SC-001').diagnosis).toMatch(/^execute exceeded .* \(the scenario's timeout_seconds\)/);
  });
});

describe('repeat', () => {
  it('gives each attempt its own session, state folder and records', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute'])
      .hook(
        inEveryPhase(`
          const { ROOK_SESSION: session, ROOK_STATE_DIR: state, ROOK_ATTEMPT: attempt } = process.env;
          const { readdirSync } = await import('node:fs');
          note('notes', JSON.stringify({ phase, session, state, attempt, files: readdirSync(state) }));
          writeFileSync(state + '/' + phase, session);
          if (phase === 'execute') print({ output: 'done ' + attempt, conversation: session });`),
      )
      .scenario('SC-001', { repeat: 3 });
    const finished = await run(workspace);
    const seen = jsonNotes<{ phase: string; session: string; state: string; attempt: string; files: string[] }>(
      workspace,
    );
    expect(seen.map(({ phase, attempt, files }) => [phase, attempt, files])).toEqual(
      ['1', '2', '3'].flatMap((attempt) => [
        ['open', attempt, []],
        ['execute', attempt, ['open']],
      ]),
    );
    expect(new Set(seen.map(({ session }) => session)).size).toBe(3);
    expect(new Set(seen.map(({ state }) => state)).size).toBe(3);
    for (const attempt of [1, 2, 3]) {
      expect(finished.response('SC-001', attempt)).toMatchObject({ attempt, output: `done ${attempt}` });
      expect(finished.hooks('SC-001', attempt).session).toBe(seen[2 * (attempt - 1)]?.session);
    }
    expect(finished.has('SC-001', 'attempts', '3', 'hooks.json')).toBe(true);
    expect(finished.verdict('SC-001')).toMatchObject({ status: 'Pass', turns: 3, attempts: [{}, {}, {}] });
  });

  it('one failing attempt fails the scenario, and with a passing one it is flaky', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `print({ output: process.env.ROOK_ATTEMPT === '2' ? 'broken' : 'done' });` }))
      .scenario('SC-001', { repeat: 3 });
    const { verdict } = await run(workspace).then((finished) => ({ verdict: finished.verdict('SC-001') }));
    expect(verdict).toMatchObject({ status: 'Fail', flaky: true });
    expect(verdict.criteria).toMatchObject([{ status: 'Fail', attempt: 2 }]);
  });
});

describe('a part of the phases', () => {
  it('up to execute leaves what was answered unjudged', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase)
      .hook(inEveryPhase(`note('notes', phase); if (phase === 'execute') print({ output: 'done' });`))
      .scenario('SC-001');
    const finished = await run(workspace, { phases: ['prepare', 'open', 'execute'] });
    expect(notes(workspace)).toEqual(['prepare', 'open', 'execute']);
    expect(finished.state('SC-001')).toBe('unjudged');
    expect(finished.report.totals).toMatchObject({ planned: 1, executed: 1, unjudged: 1, not_run: 0, pass_rate: null });
    expect(finished.file).toMatchObject({ status: 'completed', phases_run: ['prepare', 'open', 'execute'] });
  });

  it('before execute runs nothing of the agent', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase)
      .hook(inEveryPhase(`note('notes', phase); if (phase === 'execute') print({ output: 'done' });`))
      .scenario('SC-001');
    const finished = await run(workspace, { phases: ['prepare', 'open'] });
    expect(notes(workspace)).toEqual(['prepare', 'open']);
    expect(finished.state('SC-001')).toBe('not_run');
  });
});

describe('delay_seconds', () => {
  it('is the least time since the end of the last phase that ran, for open that of prepare', async () => {
    const workspace = build().agent();
    const script = { script: 'scripts/hook.mjs' };
    workspace
      .hook(hookScript({ execute: `print({ output: 'done' });` }))
      .scenario('SC-001')
      .file(join(workspace.agentDir(), 'profiles/local.yaml'), {
        id: 'local',
        hooks: {
          prepare: script,
          open: { ...script, delay_seconds: 0.7 },
          execute: script,
          collect: { ...script, delay_seconds: 0.7 },
        },
      });
    const finished = await run(workspace);
    const { open, execute, collect } = finished.hooks('SC-001').phases;
    const between = (end?: string, start?: string) => Date.parse(start ?? '') - Date.parse(end ?? '');
    expect(between(execute?.at, collect?.started_at)).toBeGreaterThanOrEqual(695);
    expect(between(finished.runHooks.phases.prepare?.at, open?.started_at)).toBeGreaterThanOrEqual(695);
    const waited = finished.events.flatMap((event) => (event.type === 'waiting' ? [event.phase] : []));
    expect([...new Set(waited)]).toEqual(['open', 'collect']);
  });
});

describe('scenarios at once', () => {
  it('are as many as asked for, each with its own session, state and answer', async () => {
    // Every execute waits until four are there: with fewer at once none would ever go on.
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute', 'collect'], { capabilities: { calls: true } })
      .hook(
        hookScript({
          open: `print({ conversation: process.env.ROOK_SESSION });`,
          execute: `
            const { readdirSync, mkdirSync, rmSync } = await import('node:fs');
            const { ROOK_RUN_STATE_DIR: shared, ROOK_SCENARIO_ID: id, ROOK_STATE_DIR: own } = process.env;
            mkdirSync(shared + '/here', { recursive: true });
            mkdirSync(shared + '/now', { recursive: true });
            writeFileSync(shared + '/here/' + id, '');
            writeFileSync(shared + '/now/' + id, '');
            while (readdirSync(shared + '/here').length < 4) await new Promise((go) => setTimeout(go, 5));
            note('notes', String(readdirSync(shared + '/now').length));
            writeFileSync(own + '/goal', readFileSync(0, 'utf8'));
            rmSync(shared + '/now/' + id);
            print({ output: 'done ' + id, calls: [{ name: 'for_' + id.replace('-', '_') }] });`,
          collect: `
            const { ROOK_STATE_DIR: own, ROOK_SESSION: session, ROOK_CONVERSATION: handle } = process.env;
            print({ goal: readFileSync(own + '/goal', 'utf8'), same: session === handle });`,
        }),
      );
    const ids = Array.from({ length: 8 }, (_, n) => `SC-00${n + 1}`);
    for (const id of ids) {
      workspace.scenario(id, {
        goal: `Goal of ${id}`,
        acceptance_criteria: [
          { check: 'equals', value: `done ${id}` },
          { check: 'call_count', tool: `for_${id.replace('-', '_')}`, equals: 1 },
        ],
      });
    }
    const finished = await run(workspace, { concurrency: 4 });
    for (const id of ids) {
      expect(finished.state(id), id).toBe('Pass');
      expect(finished.hooks(id).phases.collect?.data, id).toEqual({ goal: `Goal of ${id}`, same: true });
    }
    expect(Math.max(...notes(workspace).map(Number))).toBeLessThanOrEqual(4);
    expect(finished.file.concurrency).toBe(4);
  });

  it("are the profile's number when nothing else is said", async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'], { concurrency: 2 })
      .hook(
        hookScript({
          execute: `
            const { readdirSync, mkdirSync } = await import('node:fs');
            const here = process.env.ROOK_RUN_STATE_DIR + '/here';
            mkdirSync(here, { recursive: true });
            writeFileSync(here + '/' + process.env.ROOK_SCENARIO_ID, '');
            while (readdirSync(here).length < 2) await new Promise((go) => setTimeout(go, 5));
            print({ output: 'done' });`,
        }),
      )
      .scenario('SC-001')
      .scenario('SC-002');
    const finished = await run(workspace);
    expect(finished.file.concurrency).toBe(2);
    expect(finished.report.totals).toMatchObject({ planned: 2, passed: 2 });
  });
});
