import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookScript, repository, WorkspaceBuilder } from '../workspace-builder';
import { eventually, isAlive, rook, rookJson, startRook } from './rook-command';

let workspace: WorkspaceBuilder;
beforeEach(() => {
  workspace = new WorkspaceBuilder().agent();
});
afterEach(() => workspace.remove());

const json = (args: string[], env: Record<string, string> = {}) =>
  rookJson(['profile', ...args], { cwd: workspace.root, env });
const words = (...args: string[]) => rook(['profile', ...args], { cwd: workspace.root });

/** An agent that keeps a conversation, and counts tokens. */
const talking = hookScript({
  open: `console.error('opening the session');`,
  execute: `return { output: 'You said: ' + readFileSync(0, 'utf8'), conversation: 'c-1', usage: { input: 3, output: 4 } };`,
  close: `note('closed', 'yes');`,
});

describe('rook profile test', () => {
  it('says what came back, what was observed against what is declared, and the time of each phase', async () => {
    workspace.profile('desk', ['open', 'execute', 'close'], { capabilities: { calls: true } }).hook(talking);
    const { code, document } = await json(['test', 'desk']);
    expect(code).toBe(0);
    expect(document).toEqual({
      ok: true,
      profile_id: 'desk',
      goal: 'Say hello and nothing else.',
      output: 'You said: Say hello and nothing else.',
      conversation: 'c-1',
      usage: { input_tokens: 3, output_tokens: 4 },
      observed: { multi_turn: true, calls: false, usage: true },
      declared: { multi_turn: false, calls: true, usage: false, attachments: false },
      written: false,
      phases: [
        { phase: 'open', ok: true, duration_ms: expect.any(Number), exit_code: 0, stderr: 'opening the session\n' },
        { phase: 'execute', turn: 1, ok: true, duration_ms: expect.any(Number), exit_code: 0 },
        { phase: 'close', ok: true, duration_ms: expect.any(Number), exit_code: 0 },
      ],
    });
  });

  it('takes the active profile, another goal, several turns', async () => {
    workspace.profile('desk', ['execute']).hook(talking);
    const { document, stderr } = await json(['test', '--goal', 'Who are you?', '--turns', '2']);
    expect(document).toMatchObject({
      profile_id: 'desk',
      goal: 'Who are you?',
      output: 'You said: Say goodbye and nothing else.',
      usage: { input_tokens: 6, output_tokens: 8 },
    });
    expect(document.phases.map(({ turn }: { turn: number }) => turn)).toEqual([1, 2]);
    expect(stderr).toContain('execute, turn 2');
  });

  it('reads well, and shows what the hooks say as they say it', async () => {
    workspace.profile('desk', ['open', 'execute'], { capabilities: { calls: true } }).hook(talking);
    const { code, stdout, stderr } = await words('test');
    expect(code).toBe(0);
    expect(stderr).toContain('open | opening the session');
    expect(stdout).toContain('Profile desk answers.');
    expect(stdout).toContain('You said: Say hello and nothing else.');
    expect(stdout).toMatch(/Conversation +c-1/);
    expect(stdout).toMatch(/Tokens +3 in, 4 out/);
    expect(stdout).toMatch(/calls +declared, not observed/);
    expect(stdout).toMatch(/multi_turn +observed, not declared/);
    expect(stdout).toMatch(/execute 1 +\d+(\.\d)? m?s +ok/);
  });

  it('keeps what was observed beside the profile, and makes it count as verified; no run is recorded', async () => {
    workspace.profile('desk', ['execute']).hook(talking);
    expect((await json([])).document.profiles[0]).toMatchObject({ verified: false });
    await json(['test']);
    expect((await json([])).document.profiles[0]).toMatchObject({ verified: true });
    const kept = JSON.parse(workspace.read(join(workspace.agentDir(), 'profiles/.observed/desk.json')));
    expect(kept).toMatchObject({ observed: { multi_turn: true, calls: false, usage: true } });
    expect(workspace.has(join(workspace.agentDir(), 'runs'))).toBe(false);
  });

  it('--write puts it into the profile, comments kept; what was observed stays so', async () => {
    const file = workspace.file(
      join(workspace.agentDir(), 'profiles/desk.yaml'),
      '# mine\nid: desk\nhooks:\n  execute: scripts/hook.mjs # the one\ncapabilities:\n  calls: true # a claim\n',
    );
    workspace.hook(talking);
    const { document } = await json(['test', '--write']);
    expect(document).toMatchObject({ ok: true, written: true });
    expect(workspace.read(file)).toBe(
      '# mine\nid: desk\nhooks:\n  execute: scripts/hook.mjs # the one\ncapabilities:\n  calls: false # a claim\n  multi_turn: true\n  usage: true\n',
    );
    expect((await json([])).document.profiles[0]).toMatchObject({ verified: true });
    expect((await json(['test', '--write'])).document.written).toBe(false);
  });
});

describe('a profile that does not answer', () => {
  it('exits with 1, the error, the diagnosis and the next step; nothing is kept', async () => {
    const unreachable = `const { connect } = await import('node:net');
      await new Promise((_, fail) => connect(1, '127.0.0.1').on('error', fail));`;
    workspace
      .profile('desk', ['execute', 'close'])
      .hook(hookScript({ execute: unreachable, close: `note('closed', 'yes');` }));
    const { code, document } = await json(['test', '--write']);
    expect(code).toBe(1);
    expect(document).toMatchObject({
      ok: false,
      output: null,
      written: false,
      error: expect.stringContaining('ECONNREFUSED'),
      diagnosis: {
        code: 'connection_refused',
        summary: expect.stringContaining('127.0.0.1:1'),
        next: expect.stringContaining('scripts/hook.mjs'),
      },
    });
    expect(workspace.read('closed')).toBe('yes\n');
    expect(workspace.has(join(workspace.agentDir(), 'profiles/.observed'))).toBe(false);
    const { stdout } = await words('test');
    expect(stdout).toContain('Profile desk does not answer.');
    expect(stdout).toMatch(/Why +Nothing answers at 127\.0\.0\.1:1/);
    expect(stdout).toMatch(/Next +Start the agent/);
    expect(stdout).toMatch(/execute 1 .* failed, exit code 1/);
  });

  it.each([
    ['of an id that there is not', ['test', 'nope'], 'nope'],
    ['with no number of turns', ['test', '--turns', 'two'], '--turns'],
    ['with too few turns', ['test', '--turns', '0'], '--turns'],
    ['with an empty goal', ['test', '--goal', ' '], '--goal'],
  ])('%s is refused', async (_name, args, named) => {
    workspace.profile('desk', ['execute']).hook(talking);
    const { code, document } = await json(args);
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringContaining(named), remedy: expect.any(String) });
  });

  it('is not run when a variable has no value, or a rule denies it', async () => {
    workspace
      .profile('desk', ['execute'], { env: [{ variable: 'DESK_TOKEN', purpose: 'signs in' }] })
      .hook(hookScript({ execute: `note('ran', 'yes'); return { output: 'a' };` }));
    const missing = await json(['test']);
    expect(missing.code).toBe(1);
    expect(missing.document.error).toContain('DESK_TOKEN: signs in');
    workspace.file('.testmuai/rook/settings.json', '{ "permissions": { "deny": ["run(desk)"] } }');
    const denied = await json(['test'], { DESK_TOKEN: 'abcdefgh' });
    expect(denied.code).toBe(1);
    expect(denied.document).toMatchObject({ ok: false, error: expect.stringContaining('run(desk)') });
    expect(workspace.has('ran')).toBe(false);
  });

  it('finds values in the store', async () => {
    workspace
      .profile('desk', ['execute'], { env: [{ variable: 'DESK_TOKEN' }] })
      .hook(hookScript({ execute: `return { output: 'it is ' + env.DESK_TOKEN };` }));
    await rook(['env', 'set', 'DESK_TOKEN=abcdefgh'], { cwd: workspace.root });
    expect((await json(['test'])).document).toMatchObject({ ok: true, output: 'it is «DESK_TOKEN»' });
  });

  it('a recipe of the old kind is explained, with the command that converts it', async () => {
    cpSync(
      join(repository, 'test/fixtures/corpus/profiles/legacy-http.yaml'),
      workspace.file(join(workspace.agentDir(), 'profiles/vault.yaml'), ''),
    );
    for (const args of [
      ['profile', 'test', 'vault'],
      ['run', '--profile', 'vault'],
    ]) {
      const { code, document } = await rookJson(args, { cwd: workspace.root });
      expect(code).toBe(1);
      expect(document).toMatchObject({
        error: expect.stringContaining('old kind'),
        remedy: expect.stringContaining('rook profile convert vault'),
      });
    }
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl+C', () => {
  it('ends the hook, closes the session, and says that it was stopped', async () => {
    workspace.profile('desk', ['execute', 'close']).hook(
      hookScript({
        execute: `process.on('SIGTERM', () => {}); note('hanging.pid', String(process.pid)); await forever();`,
        close: `note('closed', 'yes');`,
      }),
    );
    const { child, finished } = startRook(['profile', 'test', '--json'], { cwd: workspace.root });
    const pid = await eventually(() =>
      workspace.has('hanging.pid') ? Number(/^(\d+)\n/.exec(workspace.read('hanging.pid'))?.[1]) : undefined,
    );
    child.kill('SIGINT');
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, cancelled: true, output: null });
    expect(stderr).toContain('Stopping');
    expect(workspace.read('closed')).toBe('yes\n');
    expect(isAlive(pid)).toBe(false);
  });
});
