import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Trial } from '../../../engine/author/trial';
import { type TryRequest, tryProfile } from '../../../engine/author/try-profile';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { loadProfile } from '../../../engine/workspace/agent-files';
import { selectAgentIn, selectProfileId } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import type { RunEvent } from '../../../schemas/event';
import { formatRefusal, type Result } from '../../../schemas/result';
import { hookScript, type WorkspaceBuilder } from '../workspace-builder';
import { everyPhase, inEveryPhase, isAlive, jsonNotes, notes, until, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}`);
  return result.value;
}

type Changes = Partial<Pick<TryRequest, 'goals' | 'signal' | 'env' | 'onEvent' | 'hidden'>>;

async function attempt(workspace: WorkspaceBuilder, changes: Changes = {}): Promise<Result<Trial>> {
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  return tryProfile({
    loaded: must(await loadProfile(agent, must(selectProfileId(agent)), workspace.root)),
    workspaceRoot: workspace.root,
    agent,
    node: currentNode(),
    env: process.env,
    goals: ['Say hello.'],
    signal: new AbortController().signal,
    ...changes,
  });
}

const tried = async (workspace: WorkspaceBuilder, changes: Changes = {}): Promise<Trial> =>
  must(await attempt(workspace, changes));

const phasesOf = (trial: Trial): string[] =>
  trial.phases.map(({ phase, turn, ok }) => `${phase}${turn ?? ''}${ok ? '' : ' failed'}`);

/** An agent that answers what it was told, and whose conversation counts its turns. */
const talking = hookScript({
  open: `console.error('opening'); return { conversation: 'c-0' };`,
  execute: `const goal = readFileSync(0, 'utf8');
    note('seen', JSON.stringify({ goal, turn: env.ROOK_TURN, conversation: env.ROOK_CONVERSATION, session: env.ROOK_SESSION }));
    return { output: 'You said: ' + goal, conversation: 'c-' + env.ROOK_TURN, usage: { input: 3, output: 4 }, calls: [] };`,
  close: `note('closed', env.ROOK_CONVERSATION);`,
});

describe('a profile that is tried', () => {
  it('runs every phase once, passes the conversation on, and says what it returned', async () => {
    const workspace = build().agent().profile('local', everyPhase).hook(talking);
    const trial = await tried(workspace);
    expect(trial).toMatchObject({
      ok: true,
      goal: 'Say hello.',
      output: 'You said: Say hello.',
      conversation: 'c-1',
      usage: { input_tokens: 3, output_tokens: 4 },
      calls: [],
      observed: { multi_turn: true, calls: true, usage: true },
    });
    expect(trial.error).toBeUndefined();
    expect(phasesOf(trial)).toEqual(['prepare', 'open', 'execute1', 'close', 'collect']);
    expect(trial.phases[1]).toMatchObject({ exitCode: 0, stderr: 'opening\n' });
    expect(jsonNotes(workspace, 'seen')).toEqual([
      { goal: 'Say hello.', turn: '1', conversation: 'c-0', session: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(notes(workspace, 'closed')).toEqual(['c-1']);
  });

  it('sends each goal in a turn of one conversation', async () => {
    const workspace = build().agent().profile('local', ['execute']).hook(talking);
    const trial = await tried(workspace, { goals: ['My name is Ada.', 'Who am I?'] });
    expect(trial).toMatchObject({
      ok: true,
      goal: 'My name is Ada.',
      output: 'You said: Who am I?',
      conversation: 'c-2',
    });
    expect(phasesOf(trial)).toEqual(['execute1', 'execute2']);
    expect(trial.usage).toEqual({ input_tokens: 6, output_tokens: 8 });
    const [first, second] = jsonNotes<Record<string, string>>(workspace, 'seen');
    expect([first?.conversation, second?.conversation]).toEqual([undefined, 'c-1']);
    expect(first?.session).toBe(second?.session);
  });

  it('does not go on to a second turn without a handle: it would be another conversation', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `note('ran', env.ROOK_TURN); return { output: 'hello' };` }));
    const trial = await tried(workspace, { goals: ['One.', 'Two.'] });
    expect(trial).toMatchObject({ ok: false, output: 'hello', observed: { multi_turn: false } });
    expect(trial.error).toContain('no conversation handle');
    expect(notes(workspace, 'ran')).toEqual(['1']);
  });

  it('has not shown several turns when the second one is refused its handle', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `if (env.ROOK_TURN === '2') throw new Error('unknown session'); return { output: 'a', conversation: 'x' };`,
        }),
      );
    const trial = await tried(workspace, { goals: ['One.', 'Two.'] });
    expect(trial).toMatchObject({ ok: false, conversation: 'x', observed: { multi_turn: false } });
    expect(trial.error).toContain('unknown session');
  });

  it('takes what collect saw as the calls and the usage', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute', 'collect'])
      .hook(
        hookScript({
          execute: `return { output: 'hi' };`,
          collect: `return { calls: [{ name: 'lookup', arguments: { id: 7 } }], usage: { input: 1, output: 2 } };`,
        }),
      );
    expect(await tried(workspace)).toMatchObject({
      calls: [{ name: 'lookup', arguments: { id: 7 } }],
      usage: { input_tokens: 1, output_tokens: 2 },
      observed: { multi_turn: false, calls: true, usage: true },
    });
  });

  it('works in state folders of its own that only the user can read, and leaves nothing', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['prepare', 'open', 'execute'])
      .hook(
        inEveryPhase(`note('folders', env.ROOK_STATE_DIR); note('folders', env.ROOK_RUN_STATE_DIR);
          writeFileSync(env.ROOK_STATE_DIR + '/kept', 'x');
          note('modes', (fs.statSync(env.ROOK_STATE_DIR).mode & 0o777).toString(8));
          note('modes', (fs.statSync(path.resolve(env.ROOK_STATE_DIR, '..')).mode & 0o777).toString(8));
          if (phase === 'execute') return { output: String(fs.existsSync(env.ROOK_RUN_STATE_DIR + '/kept')) };`),
      );
    const trial = await tried(workspace);
    expect(trial.output).toBe('true');
    const folders = [...new Set(notes(workspace, 'folders'))];
    expect(folders.length).toBe(2);
    for (const folder of folders) {
      expect(folder.startsWith(tmpdir())).toBe(true);
      expect(existsSync(folder)).toBe(false);
    }
    if (process.platform !== 'win32') expect(new Set(notes(workspace, 'modes'))).toEqual(new Set(['700']));
    expect(existsSync(`${workspace.agentDir()}/runs`)).toBe(false);
    expect(readdirSync(`${workspace.rookDir}/cache/locks`)).toEqual([]);
  });

  it('ends what prepare has left running when the trial is over, not before', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['prepare', 'execute'])
      .hook(
        hookScript({
          prepare: `const { spawn } = await import('node:child_process');
            const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
            note('server', String(child.pid)); child.unref();`,
          execute: `let alive = true; try { process.kill(Number(readFileSync(env.ROOK_WORKSPACE + '/server', 'utf8')), 0); } catch { alive = false; }
            return { output: 'server ' + alive };`,
        }),
      );
    expect(await tried(workspace)).toMatchObject({ output: 'server true' });
    expect(notes(workspace, 'server').map(Number).filter(isAlive)).toEqual([]);
  });

  it('waits out delay_seconds from the end of the phase before', async () => {
    const workspace = build()
      .agent()
      .hook(
        hookScript({
          execute: `note('times', String(Date.now())); return { output: 'a' };`,
          collect: `note('times', String(Date.now()));`,
        }),
      );
    workspace.file(`${workspace.agentDir()}/profiles/local.yaml`, {
      id: 'local',
      hooks: { execute: 'scripts/hook.mjs', collect: { script: 'scripts/hook.mjs', delay_seconds: 1 } },
    });
    const waits: string[] = [];
    const trial = await tried(workspace, { onEvent: (event) => event.type === 'waiting' && waits.push(event.phase) });
    expect(phasesOf(trial)).toEqual(['execute1', 'collect']);
    const [executed = 0, collected = 0] = notes(workspace, 'times').map(Number);
    expect(collected - executed).toBeGreaterThanOrEqual(1000); // the least time, which the specification promises
    expect(waits[0]).toBe('collect');
  });

  it('shows standard error while the hook runs', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(
        hookScript({
          execute: `console.error('thinking'); while (!fs.existsSync(env.ROOK_WORKSPACE + '/go')) await sleep(10); return { output: 'a' };`,
        }),
      );
    const trial = await tried(workspace, {
      // Only what is shown at once lets the hook end.
      onEvent: (event: RunEvent) =>
        event.type === 'output' && event.text.includes('thinking') && workspace.file('go', ''),
    });
    expect(trial.ok).toBe(true);
  });
});

describe('what goes wrong in a trial', () => {
  it('is a failed phase, whose error is whole; close and collect still run', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase)
      .hook(
        hookScript({
          execute: `console.error('connect ECONNREFUSED 127.0.0.1:9'); process.exit(3);`,
          close: `note('closed', 'yes');`,
        }),
      );
    const trial = await tried(workspace);
    expect(phasesOf(trial)).toEqual(['prepare', 'open', 'execute1 failed', 'close', 'collect']);
    expect(trial).toMatchObject({ ok: false, observed: { multi_turn: false, calls: false, usage: false } });
    expect(trial.phases[2]).toMatchObject({ exitCode: 3, stderr: 'connect ECONNREFUSED 127.0.0.1:9\n' });
    expect(trial.error).toContain('execute exited with code 3');
    expect(trial.error).toContain('ECONNREFUSED');
    expect(trial).not.toHaveProperty('output');
    expect(notes(workspace, 'closed')).toEqual(['yes']);
  });

  it('in prepare and open is said first, though the agent answers all the same', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['prepare', 'open', 'execute'])
      .hook(hookScript({ prepare: `throw new Error('no fixture');`, execute: `return { output: 'hello' };` }));
    const trial = await tried(workspace);
    expect(trial.ok).toBe(true);
    expect(trial.error).toContain('no fixture');
    expect(phasesOf(trial)).toEqual(['prepare failed', 'open', 'execute1']);
  });

  it('a hook that does not end is stopped at its limit, with what it has started', async () => {
    const workspace = build()
      .agent()
      .hook(
        hookScript({
          execute: `const { spawn } = await import('node:child_process');
            note('pids', String(process.pid));
            note('pids', String(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).pid));
            await forever();`,
        }),
      );
    workspace.file(`${workspace.agentDir()}/profiles/local.yaml`, {
      id: 'local',
      hooks: { execute: { script: 'scripts/hook.mjs', timeout_seconds: 0.8 } },
    });
    const trial = await tried(workspace);
    expect(trial.ok).toBe(false);
    expect(trial.error).toContain('execute exceeded');
    expect(notes(workspace, 'pids').map(Number).filter(isAlive)).toEqual([]);
  });

  it('stopped by hand, ends the hook and still closes the session; collect does not start', async () => {
    const workspace = build()
      .agent()
      .profile('local', everyPhase)
      .hook(
        hookScript({
          execute: `note('hanging', String(process.pid)); await forever();`,
          close: `note('closed', 'yes');`,
          collect: `note('collected', 'yes');`,
        }),
      );
    const stop = new AbortController();
    const running = tried(workspace, { signal: stop.signal });
    await until(() => notes(workspace, 'hanging').length > 0, 'a hook that hangs');
    stop.abort();
    const trial = await running;
    expect(trial).toMatchObject({ ok: false, cancelled: true, error: 'execute was cancelled' });
    expect(phasesOf(trial)).toEqual(['prepare', 'open', 'execute1 failed', 'close']);
    expect(notes(workspace, 'closed')).toEqual(['yes']);
    expect(notes(workspace, 'collected')).toEqual([]);
    expect(notes(workspace, 'hanging').map(Number).filter(isAlive)).toEqual([]);
  });

  it('a variable without a value is refused before anything runs, all of them at once', async () => {
    const env = [{ variable: 'DESK_TOKEN', purpose: 'signs in' }, { variable: 'DESK_URL' }];
    const workspace = build().agent().profile('local', ['execute'], { env }).hook(talking);
    const result = await attempt(workspace, { env: { PATH: process.env.PATH, DESK_URL: '' } });
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/DESK_TOKEN: signs in\n.*DESK_URL/) },
    });
    expect(notes(workspace, 'seen')).toEqual([]);
  });

  it('while the agent is being run, it is refused', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `note('hanging', 'x'); await forever();` }));
    const stop = new AbortController();
    const first = tried(workspace, { signal: stop.signal });
    await until(() => notes(workspace, 'hanging').length > 0, 'a hook that hangs');
    const second = await attempt(workspace);
    stop.abort();
    await first;
    expect(second).toMatchObject({ ok: false, error: { message: expect.stringContaining('is being run by process') } });
  });
});

describe('secrets in a trial', () => {
  const token = 'tok-9f8e7d6c5b';

  it('are masked in the answer, the handle, the calls, errors, standard error and the kept exchange', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['open', 'execute', 'collect'], { env: [{ variable: 'DESK_TOKEN' }] })
      .hook(
        hookScript({
          open: `console.error('with ' + env.DESK_TOKEN); throw new Error('no session for ' + env.DESK_TOKEN);`,
          execute: `writeFileSync(env.ROOK_STATE_DIR + '/reply.json', JSON.stringify({ status: 200, headers: { echo: env.DESK_TOKEN }, body: JSON.stringify({ a: env.DESK_TOKEN }) }));
            return { output: 'it is ' + env.DESK_TOKEN, conversation: 'c-' + env.DESK_TOKEN, calls: [{ name: 'x', arguments: { t: env.DESK_TOKEN } }] };`,
          collect: `note('handle', String(env.ROOK_CONVERSATION === 'c-' + env.DESK_TOKEN));`,
        }),
      );
    const events: RunEvent[] = [];
    const env = { PATH: process.env.PATH, DESK_TOKEN: token };
    const trial = await tried(workspace, { env, onEvent: (event) => void events.push(event) });
    expect(JSON.stringify([trial, events])).not.toContain(token);
    expect(trial).toMatchObject({ output: 'it is «DESK_TOKEN»', conversation: 'c-«DESK_TOKEN»' });
    expect(trial.exchange?.body).toBe('{"a":"«DESK_TOKEN»"}');
    expect(notes(workspace, 'handle')).toEqual(['true']); // hooks get it as it is
  });

  it('a key that the profile does not declare reaches no hook', async () => {
    const workspace = build()
      .agent()
      .profile('local', ['execute'])
      .hook(hookScript({ execute: `return { output: String(env.SOME_MODEL_KEY) };` }));
    const env = { PATH: process.env.PATH, SOME_MODEL_KEY: 'judge-key-1' };
    expect(await tried(workspace, { env, hidden: ['SOME_MODEL_KEY'] })).toMatchObject({ output: 'undefined' });
  });
});

describe('the exchange that a script keeps', () => {
  const keep = (value: string): string => `writeFileSync(env.ROOK_STATE_DIR + '/reply.json', ${value});`;
  const profile = (phases: Record<string, string>): WorkspaceBuilder =>
    build().agent().profile('local', Object.keys(phases)).hook(hookScript(phases));

  it('is that of the last turn', async () => {
    const workspace = profile({
      execute: `${keep(`JSON.stringify({ status: 200, url: 'http://h/', headers: { a: 'b' }, cookies: ['sid'], body: 'turn ' + env.ROOK_TURN, first: { status: 202, body: '' } })`)}
        return { output: 'a', conversation: 1 };`,
    });
    const trial = await tried(workspace, { goals: ['One.', 'Two.'] });
    expect(trial.exchange).toEqual({
      status: 200,
      url: 'http://h/',
      headers: { a: 'b' },
      cookies: ['sid'],
      body: 'turn 2',
      first: { status: 202, body: '' },
    });
    expect(trial.exchanges?.map(({ body }) => body)).toEqual(['turn 1', 'turn 2']);
  });

  it('of an earlier turn is not taken for that of one that failed before it got a reply', async () => {
    const workspace = profile({
      execute: `if (env.ROOK_TURN === '2') throw new Error('connect ECONNREFUSED');
        ${keep(`JSON.stringify({ status: 200, body: 'x' })`)} return { output: 'a', conversation: 1 };`,
    });
    expect(await tried(workspace, { goals: ['One.', 'Two.'] })).not.toHaveProperty('exchange');
  });

  it('of a login that failed is there when execute had none', async () => {
    const workspace = profile({
      open: `${keep(`JSON.stringify({ status: 401, body: 'no' })`)} throw new Error('login failed');`,
      execute: `throw new Error('no token');`,
    });
    expect((await tried(workspace)).exchange).toEqual({ status: 401, body: 'no' });
  });

  it.each([
    ['not JSON', `'{'`],
    ['something else', `JSON.stringify([1])`],
    ['an exchange without a body', `JSON.stringify({ status: 200 })`],
  ])('is passed over when it is %s', async (_name, value) => {
    const trial = await tried(profile({ execute: `${keep(value)} return { output: 'a' };` }));
    expect(trial.ok).toBe(true);
    expect(trial).not.toHaveProperty('exchange');
  });
});
