import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { corpusText } from '../../unit/schemas/corpus-files';
import { WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
let server: Server | undefined;
beforeEach(() => {
  workspace = new WorkspaceBuilder().agent();
});
afterEach(() => {
  server?.close();
  workspace.remove();
});

const json = (...args: string[]) => rookJson(['profile', ...args], { cwd: workspace.root });

/** An agent of the kind that the recipe of the corpus talks to. */
async function startAgent(): Promise<string> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { input, session_id: session } = JSON.parse(body);
    const allowed = request.headers.authorization === undefined || request.headers.authorization === `Bearer ${key}`;
    response.statusCode = allowed ? 200 : 401;
    response.end(
      JSON.stringify({
        output: `${input} (${session ?? 'new'})`,
        session_id: 's-7',
        usage: { input_tokens: 5, output_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

const key = 'sk-live-4f9a8b7c6d5e4f3a2b1c';

it('rook profile convert turns the recipe of a real workspace into hooks, which then answer', async () => {
  const text = corpusText('profiles/legacy-http.yaml').replace('http://127.0.0.1:9600', await startAgent());
  const profile = workspace.file(join(workspace.agentDir(), 'profiles/vault.yaml'), text);
  workspace.file('scripts/reset.mjs', '');
  const { code, document } = await json('convert', 'vault');
  expect(code).toBe(0);
  expect(document).toEqual({
    ok: true,
    profile_id: 'vault',
    profile_path: profile,
    scripts: ['vault', 'vault-reset'].map((name) => join(workspace.agentDir(), `scripts/${name}.mjs`)),
    backup: join(workspace.agentDir(), 'profiles/vault.legacy.bak'),
    warnings: [],
    env: [],
  });
  expect((await json()).document.profiles).toMatchObject([{ id: 'vault', name: 'knowledge-vault' }]);
  const test = await json('test', 'vault', '--turns', '2');
  expect(test.document).toMatchObject({
    ok: true,
    output: 'Say goodbye and nothing else. (s-7)',
    observed: { multi_turn: true, calls: false, usage: true },
    declared: { multi_turn: true, calls: false, usage: true },
  });
  const again = await json('convert', 'vault');
  expect(again.code).toBe(1);
  expect(again.document.error).toContain('converted already');
});

it('credentials go to the store with --yes; without, it is said what to set', async () => {
  const url = await startAgent();
  const recipe = {
    id: 'p',
    kind: 'http',
    invoke: { url, headers: { authorization: `Bearer ${key}` }, body: { input: '{{goal}}' } },
    result: { path: '$.output' },
  };
  for (const id of ['p', 'q']) workspace.file(join(workspace.agentDir(), `profiles/${id}.yaml`), { ...recipe, id });
  const unkept = await rook(['profile', 'convert', 'q'], { cwd: workspace.root });
  expect(unkept.stdout).toMatch(/Set its values: rook env set \w+\./);
  expect(unkept.stderr).toContain('q.legacy.bak still holds them');
  expect((await json('test', 'q')).document).toMatchObject({ ok: false, error: expect.stringContaining('no value') });
  const kept = await json('convert', 'p', '--yes');
  expect(kept.document.env).toEqual([{ variable: expect.any(String), purpose: expect.any(String), stored: true }]);
  expect(kept.stdout).not.toContain(key);
  expect((await json('test', 'p')).document).toMatchObject({ ok: true, output: 'Say hello and nothing else. (new)' });
});

it('what cannot be converted is refused by name, and nothing is written', async () => {
  const file = workspace.file(join(workspace.agentDir(), 'profiles/p.yaml'), { id: 'p', kind: 'grpc', invoke: {} });
  const before = workspace.read(file);
  const { code, document } = await json('convert', 'p');
  expect(code).toBe(1);
  expect(document).toMatchObject({
    ok: false,
    error: expect.stringContaining('kind: grpc'),
    remedy: expect.any(String),
  });
  expect(workspace.read(file)).toBe(before);
  expect(workspace.has(join(workspace.agentDir(), 'scripts'))).toBe(false);
  const unknown = await json('convert', 'nope');
  expect(unknown.document).toMatchObject({ ok: false, remedy: expect.stringContaining('p') });
});
