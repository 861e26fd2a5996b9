import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { repository } from '../workspace-builder';
import { run } from './engine-run';
import { useWorkspaces } from './run-workspace';

const text = readFileSync(join(repository, 'docs/files-and-hooks.md'), 'utf8');

/** An example of the page, by the name that its first line gives it. */
function example(name: string): string {
  const block = text.match(new RegExp(`^\`\`\`\\w+\\n((?:#|//) ${name}\\n[\\s\\S]*?)^\`\`\`$`, 'm'))?.[1];
  if (block === undefined) throw new Error(`there is no example ${name}`);
  return block;
}

const token = 'desk-token-4711';
const build = useWorkspaces();
let server: Server | undefined;
afterEach(() => server?.close());

/** A support desk with sessions: it cancels the order that was named in whichever message. */
async function startDesk(requests: string[]): Promise<string> {
  const said = new Map<string, string>();
  server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const session = request.url?.split('/')[2];
    if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end('who are you?');
    else if (session === undefined) response.end(JSON.stringify({ session: newSession(said) }));
    else if (request.method === 'DELETE') response.writeHead(204).end();
    else response.end(JSON.stringify(answerTo(session, Buffer.concat(chunks).toString('utf8'))));
  });
  const answerTo = (session: string, body: string): object => {
    const { message } = JSON.parse(body);
    const all = `${said.get(session)} ${message}`;
    said.set(session, all);
    const order = all.match(/ORD-\d+/)?.[0];
    const tools = message.includes('cancel') ? [{ name: 'cancel_order', input: { id: order } }] : [];
    return { reply: `About ${order}: done.`, tools, usage: { input: 10, output: 2 } };
  };
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function newSession(said: Map<string, string>): string {
  const id = `S-${said.size + 1}`;
  said.set(id, '');
  return id;
}

describe('the complete example of docs/files-and-hooks.md', () => {
  it('runs: one conversation over two turns, closed in the end, and the folder holds what the page names', async () => {
    const requests: string[] = [];
    const url = await startDesk(requests);
    const workspace = build().agent();
    const agentDir = workspace.agentDir();
    for (const name of ['scripts/support-desk.mjs', 'scenarios/SC-001.yaml'])
      workspace.file(join(agentDir, name), example(name));
    const profile = example('profiles/local.yaml');
    expect(profile).toContain('http://localhost:8080');
    workspace.file(join(agentDir, 'profiles/local.yaml'), profile.replace('http://localhost:8080', url));

    const done = await run(workspace.root, { env: { ...process.env, AGENT_TOKEN: token } });
    expect((await done.verdict('SC-001')).status).toBe('Pass');
    expect(requests).toEqual([
      'POST /sessions',
      'POST /sessions/S-1/messages',
      'POST /sessions/S-1/messages',
      'DELETE /sessions/S-1',
    ]);
    const response = await done.json('scenarios/SC-001/response.json');
    expect(response).toMatchObject({ turns: 2, usage: { input_tokens: 20, output_tokens: 4 } });

    const chapter = text.split('## The folder of a run')[1] ?? '';
    const named = [...chapter.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const files = readdirSync(done.runDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(done.runDir.length + 1));
    const asNamed = files.map((file) =>
      file
        .replace('SC-001', '<id>')
        .replace(/evidence\/execute-\d+/, 'evidence/execute-<n>')
        .replace(/evidence\/(open|close|collect)\b/, 'evidence/<phase>'),
    );
    expect(asNamed.length).toBeGreaterThan(10);
    expect(asNamed.filter((file) => !named.includes(file))).toEqual([]);
  });

  it('a desk that refuses makes the hook fail, with the reason on record', async () => {
    const url = await startDesk([]);
    const workspace = build().agent();
    const agentDir = workspace.agentDir();
    for (const name of ['scripts/support-desk.mjs', 'scenarios/SC-001.yaml'])
      workspace.file(join(agentDir, name), example(name));
    workspace.file(
      join(agentDir, 'profiles/local.yaml'),
      example('profiles/local.yaml').replace('http://localhost:8080', url),
    );
    const done = await run(workspace.root, { env: { ...process.env, AGENT_TOKEN: 'another-token-0815' } });
    const verdict = await done.verdict('SC-001');
    expect(verdict).toMatchObject({ status: 'Unable to Verify', unverifiable_reason: 'agent_never_ran' });
    expect(verdict.diagnosis).toContain('answered 401: who are you?');
  });
});
