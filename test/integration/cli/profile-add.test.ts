import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

const token = 'tok-7f3a9c1e5b2d48f0a6c4';
const agentFolder = '.testmuai/rook/projects/desk/agents/desk';

let workspace: WorkspaceBuilder;
let server: Server | undefined;
beforeEach(() => {
  workspace = new WorkspaceBuilder().agent();
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
  workspace.remove();
});

interface Asked {
  message?: string;
  session_id?: string;
}

/** An agent on loopback. @returns its address. */
async function listening(answer: (asked: Asked, authorization: string) => [number, unknown]): Promise<string> {
  const started = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const [status, value] = answer(JSON.parse(body || '{}') as Asked, request.headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`; // it listens on a port
}

const talking = (asked: Asked, authorization: string): [number, unknown] => {
  if (authorization !== `Bearer ${token}`) return [401, { error: 'who are you?' }];
  const id = asked.session_id ?? 's-1';
  return [200, { data: { reply: `You said: ${asked.message}`, session_id: id } }];
};

const curl = (url: string): string =>
  `curl ${url}/chat -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"message": "Hi"}'`;

const add = (args: string[], input: string) =>
  rookJson(['profile', 'add', ...args], { cwd: workspace.root, env: {}, input });

describe('rook profile add', () => {
  it('writes a profile that runs, from a cURL command on standard input', async () => {
    const url = await listening(talking);
    const { code, document, stderr } = await add(['staging', '--yes'], curl(url));
    expect(stderr).toContain('This is a cURL command: POST');
    expect(document).toEqual({
      ok: true,
      profile_id: 'staging',
      profile_path: expect.stringMatching(/profiles[\\/]staging\.yaml$/),
      scripts: [expect.stringMatching(/scripts[\\/]staging\.mjs$/)],
      output: 'You said: Say hello and nothing else.',
      observed: { multi_turn: true, calls: false, usage: false },
      env: [{ variable: expect.any(String), purpose: expect.any(String), stored: true }],
      active: true,
      attempts: 2,
    });
    expect(code).toBe(0);
    workspace.scenario('SC-001', { goal: 'It is done?' });
    const run = await rookJson(['run'], { cwd: workspace.root, env: {} });
    expect(run.document.report.totals).toMatchObject({ executed: 1, passed: 1 });
  });

  it('writes the credential into no file of the workspace, and shows the variable as set', async () => {
    const url = await listening(talking);
    await add(['staging', '--yes'], curl(url));
    const script = workspace.read(`${agentFolder}/scripts/staging.mjs`);
    const profile = workspace.read(`${agentFolder}/profiles/staging.yaml`);
    expect(script + profile).not.toContain(token);
    expect(profile).toContain('# Written by rook profile add from a cURL command: POST');
    const { document } = await rookJson(['profile', 'show', 'staging'], { cwd: workspace.root, env: {} });
    expect(document.env).toEqual([{ variable: expect.any(String), purpose: expect.any(String), set: true }]);
    expect(document.observed).toMatchObject({ multi_turn: true });
  });

  it('sends nothing where nobody can be asked: the refusal names the rule', async () => {
    let requests = 0;
    const url = await listening(() => [200, { reply: `number ${++requests}` }]);
    const { code, document } = await add(['staging'], curl(url));
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringContaining('probe(staging)') });
    expect(document.remedy).toContain("--allow 'probe(staging)'");
    expect(requests).toBe(0);
    const allowed = await add(['staging', '--allow', 'probe(staging)'], curl(url));
    expect(allowed.document).toMatchObject({ ok: true, env: [{ stored: false }] });
  });

  it('guesses nothing: with two answers it ends with the candidates, and a path decides', async () => {
    const url = await listening(({ message }) => [
      200,
      { answer: `First part of an answer to ${message}`, response: `Second part of an answer to ${message}` },
    ]);
    const { code, document } = await add(['staging', '--yes'], curl(url));
    expect(code).toBe(1);
    expect(document.candidates.map(({ path }: { path: string }) => path)).toEqual(['$.answer', '$.response']);
    expect(document.remedy).toContain("--answer '$.answer'");
    expect(workspace.has(`${agentFolder}/profiles/staging.yaml`)).toBe(false);
    const chosen = await add(['staging', '--yes', '--answer', '$.response'], curl(url));
    expect(chosen.document).toMatchObject({ ok: true, output: expect.stringContaining('Second part') });
  });

  it('leaves no profile when the target does not let it in, and says what to do; what was tried stays', async () => {
    const url = await listening(() => [401, { error: 'who are you?' }]);
    const { code, document } = await add(['staging', '--yes'], curl(url));
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, diagnosis: { code: 'http_401' }, attempts: 1 });
    expect(workspace.has(`${agentFolder}/profiles/staging.yaml`)).toBe(false);
    const kept = workspace.read('.testmuai/rook/cache/author/staging/material.txt');
    expect(kept).toContain('/chat');
    expect(kept).not.toContain(token);
    expect(workspace.has('.testmuai/rook/cache/author/staging/staging.mjs')).toBe(true);
  });

  it('does not write over a profile that is there, unless told to', async () => {
    const url = await listening(talking);
    await add(['staging', '--yes'], curl(url));
    const again = await add(['staging', '--yes'], curl(url));
    expect(again.document).toMatchObject({ ok: false, error: expect.stringContaining('there already') });
    expect((await add(['staging', '--yes', '--force'], curl(url))).document).toMatchObject({ ok: true });
  });

  it('takes a command line, and reads well', async () => {
    workspace.file('agent.mjs', `console.log('You said: ' + process.argv.at(-1));`);
    const { code, stdout, stderr } = await rook(
      ['profile', 'add', 'local', '--yes', '--command', 'node agent.mjs --ask "Hi"'],
      {
        cwd: workspace.root,
      },
    );
    expect(stderr).toContain('invocation 1: "Say hello and nothing else."');
    expect(stdout).toContain('The agent said:\n  You said: Say hello and nothing else.\n');
    expect(stdout).toContain('Profile local is written, and is the one that agent desk uses.');
    expect(stdout).toMatch(/Next: write a scenario, \S+SC-001\.yaml, then rook run:\n\n {2}local_id: SC-001/);
    expect(code).toBe(0);
  });

  it('reads notes in plain language with the judge model that is configured', async () => {
    const url = await listening(talking);
    const material = JSON.stringify(curl(url).replace(token, '$DESK_TOKEN'));
    workspace.file(
      'judge.mjs',
      `for await (const _ of process.stdin);
       console.log(JSON.stringify({ material: ${material}, answer_path: null, explanation: 'as the notes say', missing: [] }));`,
    );
    const notes = 'Our desk answers questions about orders. Whoever asks needs the token in DESK_TOKEN.';
    const env = { ROOK_JUDGE_COMMAND: 'node judge.mjs', DESK_TOKEN: token };
    const { document, stderr } = await rookJson(['profile', 'add', 'desk', '--yes'], {
      cwd: workspace.root,
      env,
      input: notes,
    });
    expect(stderr).toContain('the model reads the notes');
    expect(document).toMatchObject({ ok: true, profile_id: 'desk', env: [{ variable: 'DESK_TOKEN', stored: false }] });
    expect(stderr + workspace.read(`${agentFolder}/scripts/desk.mjs`)).not.toContain(token);
  });

  it('begins a workspace where there is none, when told to', async () => {
    const folder = join(workspace.root, 'Order Desk');
    mkdirSync(folder);
    rmSync(join(workspace.root, '.testmuai'), { recursive: true });
    writeFileSync(join(folder, 'agent.mjs'), `console.log('You said: ' + process.argv.at(-1));`);
    const args = ['profile', 'add', 'local', '--command', 'node agent.mjs --ask "Hi"'];
    const refused = await rookJson(args, { cwd: folder, env: {} });
    expect(refused.document).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('with --yes to begin one here'),
    });
    const { document, stderr } = await rookJson([...args, '--yes'], { cwd: folder, env: {} });
    expect(stderr).toContain('Began the agent order-desk in .testmuai/rook/projects/order-desk/agents/order-desk');
    expect(document).toMatchObject({ ok: true, active: true });
    expect(workspace.read('Order Desk/.testmuai/rook/.gitignore')).toContain('cache/');
    const status = await rookJson(['status'], { cwd: folder, env: {} });
    expect(status.document.agents).toHaveLength(1);
  });

  it.each([
    [['bad name!', '--yes'], 'curl http://127.0.0.1:1/ -d message=hi', /cannot be the id/],
    [['x', '--yes', '--goal', ' '], 'curl http://127.0.0.1:1/ -d message=hi', /--goal is empty/],
    [['x', '--yes', '--answer', '$.a['], 'curl http://127.0.0.1:1/', /--answer: .* is not a path/],
    [['x', '--yes'], '   ', /is empty/],
    [['x', '--yes', '--from', 'no-such-file'], '', /no-such-file/],
    [['x', '--yes'], 'Our agent is nice and talks a lot.', /plain language/],
  ])('refuses %j with %j', async (args, input, message) => {
    const { code, document } = await add(args, input);
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringMatching(message) });
    expect(document.remedy).toBeTruthy();
  });
});

describe('rook profile fix', () => {
  const fix = (...args: string[]) => rookJson(['profile', 'fix', ...args], { cwd: workspace.root, env: {} });

  /** A profile that works with an agent whose ways then change. */
  async function added(): Promise<{ change: (to: typeof talking) => void }> {
    let answer = talking;
    const url = await listening((asked, authorization) => answer(asked, authorization));
    expect((await add(['staging', '--yes'], curl(url))).document).toMatchObject({ ok: true });
    return {
      change: (to) => {
        answer = to;
      },
    };
  }

  it('changes nothing in a profile that answers', async () => {
    await added();
    const { code, document } = await fix('staging', '--yes');
    expect(document).toMatchObject({ ok: true, changed: false, diff: '', diagnosis: null });
    expect(code).toBe(0);
  });

  it('finds the answer in another field, and shows the diff', async () => {
    const { change } = await added();
    change(({ message }) => [200, { result: { text: `You said now: ${message}` } }]);
    const { code, document } = await fix('staging', '--yes');
    expect(document).toMatchObject({
      ok: true,
      changed: true,
      diagnosis: { code: 'wrong_field' },
      output: 'You said now: Say hello and nothing else.',
    });
    expect(document.diff).toContain('-    output: answerText(body?.data?.reply');
    expect(document.diff).toContain('+    output: answerText(body?.result?.text');
    expect(code).toBe(0);
    expect((await rookJson(['profile', 'test', 'staging'], { cwd: workspace.root, env: {} })).document.ok).toBe(true);
  });

  it('takes what a person says is wrong', async () => {
    const { change } = await added();
    change(({ message }) => [
      200,
      { answer: `First part of an answer to ${message}`, response: `Second part of an answer to ${message}` },
    ]);
    expect((await fix('staging', '--yes')).document).toMatchObject({ ok: false, changed: false });
    const { document } = await fix('staging', '--yes', '--what', 'the answer is in the field response');
    expect(document).toMatchObject({ ok: true, changed: true, output: expect.stringContaining('Second part') });
  });

  it('writes nothing when the words leave open which field is meant, and offers the fields', async () => {
    const { change } = await added();
    change(({ message }) => [200, { answer: `First of ${message}`, response: `Second of ${message}`, id: 'r-1' }]);
    const words = 'the id is returned instead of the real thing';
    const { code, document } = await fix('staging', '--yes', '--what', words);
    expect(document).toMatchObject({
      ok: false,
      changed: false,
      understood: ['the answer does not stand at $.id'],
      candidates: expect.arrayContaining([expect.objectContaining({ path: '$.answer' })]),
    });
    expect(code).toBe(1);
    const plain = await rook(['profile', 'fix', 'staging', '--yes', '--what', words], { cwd: workspace.root, env: {} });
    expect(plain.stderr).toContain('It may be one of these:\n');
    expect(plain.stderr).toContain('$.response: "Second of Say');
    expect(plain.stderr).toContain("--what 'the answer is in $.");
  });

  it('says what to do about what it cannot repair', async () => {
    const { change } = await added();
    change(() => [403, { error: 'not you' }]);
    const { code, document } = await fix('staging', '--yes');
    expect(document).toMatchObject({ ok: false, changed: false, diagnosis: { code: 'http_403' } });
    expect(document.next).toBeTruthy();
    expect(code).toBe(1);
  });

  it('never writes over a script that was changed by hand', async () => {
    const { change } = await added();
    const script = `${agentFolder}/scripts/staging.mjs`;
    const mine = `${workspace.read(script)}\n// mine\n`;
    workspace.file(script, mine);
    change(({ message }) => [200, { result: { text: `You said now: ${message}` } }]);
    const { document } = await fix('staging', '--yes');
    expect(document).toMatchObject({ ok: false, changed: false, diagnosis: { code: 'wrong_field' } });
    expect(workspace.read(script)).toBe(mine);
  });
});
