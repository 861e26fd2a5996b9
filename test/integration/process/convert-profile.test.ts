import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConvertedProfile, convertProfile } from '../../../engine/author/convert/convert-profile';
import type { Trial } from '../../../engine/author/trial';
import { tryProfile } from '../../../engine/author/try-profile';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { loadProfile } from '../../../engine/workspace/agent-files';
import { selectAgentIn } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import { formatRefusal, type Result } from '../../../schemas/result';
import { corpusText } from '../../unit/schemas/corpus-files';
import type { WorkspaceBuilder } from '../workspace-builder';
import { notes, run, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An agent on the loopback interface. @param answer what it answers, as JSON. */
async function agentThat(answer: (asked: Asked, count: number) => unknown): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const one = { path: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(one, asked.length)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }; // it listens on a port
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${formatRefusal(result.error)}`);
  return result.value;
}

async function convert(workspace: WorkspaceBuilder, id: string): Promise<Result<ConvertedProfile>> {
  const opened = must(await openWorkspace(workspace.root));
  return convertProfile(opened, must(selectAgentIn(opened, {})), id);
}

async function tried(
  workspace: WorkspaceBuilder,
  id: string,
  goals: [string, ...string[]] = ['One.', 'Two.'],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Trial> {
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  const loaded = must(await loadProfile(agent, id, workspace.root));
  const signal = new AbortController().signal;
  return must(
    await tryProfile({ loaded, workspaceRoot: workspace.root, agent, node: currentNode(), env, goals, signal }),
  );
}

/** The legacy profile of a real workspace, at another address. */
async function realRecipe(url: string): Promise<{ workspace: WorkspaceBuilder; text: string }> {
  const workspace = build().agent();
  const text = corpusText('profiles/legacy-http.yaml').replace('http://127.0.0.1:9600', url);
  workspace.file(join(workspace.agentDir(), 'profiles/vault.yaml'), text);
  workspace.file(
    'scripts/reset.mjs',
    `import { appendFileSync } from 'node:fs'; console.log('reset'); appendFileSync('resets', process.cwd() + '\\n');`,
  );
  return { workspace, text };
}

describe('the recipe of a real workspace, converted', () => {
  it('answers in two turns of one conversation, resets before it, and counts tokens', async () => {
    const { url, asked } = await agentThat(({ body }, count) => ({
      output: `heard ${JSON.parse(body).input}`,
      session_id: 's-1',
      usage: { prompt_tokens: 10 * count, completion_tokens: count },
    }));
    const { workspace } = await realRecipe(url);
    const converted = must(await convert(workspace, 'vault'));
    expect(converted.warnings).toEqual([]);
    const trial = await tried(workspace, 'vault');
    expect(trial).toMatchObject({
      ok: true,
      output: 'heard Two.',
      conversation: 's-1',
      usage: { input_tokens: 30, output_tokens: 3 },
      observed: { multi_turn: true, calls: false, usage: true },
    });
    expect(trial.phases.map(({ phase }) => phase)).toEqual(['open', 'execute', 'execute']);
    expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/v1/ask', { input: 'One.' }],
      ['/v1/ask', { input: 'Two.', session_id: 's-1' }],
    ]);
    expect(notes(workspace, 'resets')).toEqual([workspace.root]);
  });

  it('keeps id, name and comments; the old text stays beside it, and the scripts read well', async () => {
    const { workspace, text } = await realRecipe('http://127.0.0.1:1');
    const converted = must(await convert(workspace, 'vault'));
    const agentDir = workspace.agentDir();
    expect(converted).toMatchObject({
      profileFile: join(agentDir, 'profiles/vault.yaml'),
      scripts: [join(agentDir, 'scripts/vault.mjs'), join(agentDir, 'scripts/vault-reset.mjs')],
      backup: join(agentDir, 'profiles/vault.legacy.bak'),
    });
    expect(workspace.read(converted.backup)).toBe(text);
    expect(workspace.read(converted.profileFile)).toBe(
      [
        '# base profile (grounding + multi-turn).',
        '# HTTP, sync. POSTs the goal to /v1/ask and reads the answer from $.output.',
        'id: knowledge-vault',
        'name: knowledge-vault',
        'hooks:',
        '  open: scripts/vault-reset.mjs',
        '  execute: scripts/vault.mjs',
        'capabilities:',
        '  multi_turn: true',
        '  calls: false',
        '  usage: true',
        '',
      ].join('\n'),
    );
  });

  it('runs scenarios', async () => {
    const { url } = await agentThat(() => ({ output: 'it is done', session_id: 1 }));
    const { workspace } = await realRecipe(url);
    workspace.scenario('SC-1').scenario('SC-2', { setup_messages: ['Before.'] });
    must(await convert(workspace, 'vault'));
    expect((await run(workspace, { profile: 'vault' })).states('SC-1', 'SC-2')).toEqual(['Pass', 'Pass']);
    expect(notes(workspace, 'resets')).toHaveLength(2);
  });

  it('is converted once: the second time says so and changes nothing', async () => {
    const { workspace } = await realRecipe('http://127.0.0.1:1');
    const { profileFile } = must(await convert(workspace, 'vault'));
    const before = workspace.read(profileFile);
    const again = await convert(workspace, 'vault');
    expect(again).toMatchObject({ ok: false, error: { message: expect.stringContaining('converted already') } });
    expect(workspace.read(profileFile)).toBe(before);
  });
});

describe('a reset', () => {
  const profile = (workspace: WorkspaceBuilder, url: string, reset: object): void => {
    workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), {
      id: 'p',
      kind: 'http',
      invoke: { method: 'POST', url, body: { q: '{{goal}}' } },
      result: { from: 'json_path', path: '$.a' },
      reset,
    });
  };

  it('runs in its folder, and what it prints is standard error', async () => {
    const { url } = await agentThat(() => ({ a: 'hi' }));
    const workspace = build().agent();
    profile(workspace, url, { argv: ['node', 'r.mjs', "it's $HOME"], cwd: 'tools/agent' });
    workspace.file('tools/agent/r.mjs', `console.log(process.cwd() + ' ' + process.argv[2]);`);
    must(await convert(workspace, 'p'));
    const trial = await tried(workspace, 'p', ['Hi.']);
    expect(trial.phases[0]).toMatchObject({ phase: 'open', ok: true });
    expect(trial.phases[0]?.stderr).toBe(`${join(workspace.root, 'tools/agent')} it's $HOME\n`);
  });

  it('that fails is a failed open hook, with what it said', async () => {
    const { url } = await agentThat(() => ({ a: 'hi' }));
    const workspace = build().agent();
    profile(workspace, url, { argv: ['node', '-e', 'console.error("no database"); process.exit(4)'] });
    must(await convert(workspace, 'p'));
    const trial = await tried(workspace, 'p', ['Hi.']);
    expect(trial.ok).toBe(true);
    expect(trial.error).toMatch(/open exited with code 1[\s\S]*no database[\s\S]*node exited with 4/);
  });
});

describe('credentials of a recipe', () => {
  it('land in no script and not in the profile; with their value set, it answers', async () => {
    const key = 'sk-live-4f9a8b7c6d5e4f3a2b1c';
    const { url, asked } = await agentThat(() => ({ a: 'hi' }));
    const workspace = build().agent();
    workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), {
      id: 'p',
      kind: 'http',
      env: [{ variable: 'OTHER', purpose: 'kept' }],
      invoke: { url, headers: { authorization: `Bearer ${key}` }, body: { q: '{{goal}}' } },
      result: { from: 'json_path', path: '$.a' },
    });
    const converted = must(await convert(workspace, 'p'));
    const [secret] = converted.secrets;
    expect(secret?.value).toBe(key);
    for (const file of [converted.profileFile, ...converted.scripts]) expect(workspace.read(file)).not.toContain(key);
    expect(converted.warnings.join('\n')).toContain('p.legacy.bak still holds them');
    const env = { PATH: process.env.PATH, OTHER: 'x', [secret?.variable ?? '']: key };
    expect(await tried(workspace, 'p', ['Hi.'], env)).toMatchObject({ ok: true, output: 'hi' });
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });
});

describe('a recipe that starts a program, converted', () => {
  it('answers, whatever is in the goal', async () => {
    const workspace = build().agent();
    workspace.file(
      'agent.mjs',
      `let t = ''; for await (const c of process.stdin) t += c; console.log(JSON.stringify({ reply: 'You said ' + t, usage: { input: 2, output: 1 } }));`,
    );
    workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), {
      id: 'p',
      kind: 'cli',
      invoke: { command: 'node agent.mjs', stdin: '{{goal}}' },
      result: { from: 'json_path', path: '$.reply' },
      observe: { usage: true },
    });
    must(await convert(workspace, 'p'));
    const goal = `"quotes" $HOME \`x\` 'y' ünï\n{{goal}}`;
    expect(await tried(workspace, 'p', [goal])).toMatchObject({
      ok: true,
      output: `You said ${goal}`,
      usage: { input_tokens: 2, output_tokens: 1 },
    });
  });
});

describe('nothing is lost', () => {
  const recipe = { id: 'p', kind: 'cli', invoke: { argv: ['agent', '{{goal}}'] } };

  it('a script that is there already is not written over', async () => {
    const workspace = build().agent();
    const file = workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), recipe);
    const before = workspace.read(file);
    workspace.file(join(workspace.agentDir(), 'scripts/p.mjs'), 'mine');
    const result = await convert(workspace, 'p');
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('scripts/p.mjs is there already') },
    });
    expect(workspace.read(file)).toBe(before);
    expect(workspace.read(join(workspace.agentDir(), 'scripts/p.mjs'))).toBe('mine');
    expect(workspace.has(join(workspace.agentDir(), 'profiles/p.legacy.bak'))).toBe(false);
  });

  it('a text that was kept before is kept', async () => {
    const workspace = build().agent();
    workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), recipe);
    workspace.file(join(workspace.agentDir(), 'profiles/p.legacy.bak'), 'older');
    const { backup } = must(await convert(workspace, 'p'));
    expect(backup).toBe(join(workspace.agentDir(), 'profiles/p.legacy.2.bak'));
    expect(workspace.read(join(workspace.agentDir(), 'profiles/p.legacy.bak'))).toBe('older');
  });

  it('a profile with hooks has nothing to convert', async () => {
    const workspace = build().agent().profile('local', ['execute']);
    expect(await convert(workspace, 'local')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('nothing to convert') },
    });
  });
});
