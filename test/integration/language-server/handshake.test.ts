import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFrame } from '../../../language-server/handshake/frames';

const dist = resolve(import.meta.dirname, '../../../dist');
let folder: string;
const processes: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rook-handshake-'));
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Told {
  id?: number | string;
  method?: string;
  params?: { message?: string };
  result?: unknown;
  error?: { code: number };
}

/** The server as a process whose input is written byte by byte as the test likes. */
function start(script = join(dist, 'server.js')) {
  const child = spawn(process.execPath, [script, '--stdio'], { stdio: 'pipe', cwd: folder });
  processes.push(child);
  let bytes = Buffer.alloc(0);
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return {
    child,
    exited: once(child, 'close'),
    complaints: () => complaints,
    send: (...messages: object[]) => void child.stdin.write(Buffer.concat(messages.map(toFrame))),
    async until(holds: (told: Told[]) => boolean): Promise<Told[]> {
      while (!holds(messagesIn(bytes))) await once(child.stdout, 'data');
      return messagesIn(bytes);
    },
    told: () => messagesIn(bytes),
  };
}

function messagesIn(bytes: Buffer): Told[] {
  const messages: Told[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const length = Number(/Content-Length: (\d+)/.exec(bytes.toString('utf8', at, end))?.[1]);
    if (end < 0 || bytes.length < end + 4 + length) return messages;
    messages.push(JSON.parse(bytes.toString('utf8', end + 4, end + 4 + length)));
    at = end + 4 + length;
  }
}

const initialize = { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } };
const uri = 'file:///ws/.testmuai/rook/projects/desk/agents/parrot/profiles/local.yaml';
const text = 'name: Parrot — ünïcode\nhooks:\n  execute: x.mjs\nconcurrency: 99\n';
const opened = {
  method: 'textDocument/didOpen',
  params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
};
const symbols = { id: 2, method: 'textDocument/documentSymbol', params: { textDocument: { uri } } };

describe('the first request', () => {
  it('is answered once, and what follows without waiting is handled in its order', async () => {
    const server = start();
    server.send(initialize, { method: 'initialized', params: {} }, opened, symbols, { id: 3, method: 'shutdown' });
    const told = await server.until((all) => all.some(({ id }) => id === 3));
    expect(told.filter(({ id }) => id === 1)).toHaveLength(1);
    expect(told.filter(({ id, method }) => id !== undefined && !method).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(told.find(({ id }) => id === 2)?.result).not.toHaveLength(0);
    expect(told.some(({ method }) => method === 'textDocument/publishDiagnostics')).toBe(true);
    server.send({ method: 'exit' });
    expect((await server.exited)[0]).toBe(0);
  });

  it('may come in pieces', async () => {
    const server = start();
    for (const byte of toFrame({ ...initialize, id: 'é' })) {
      server.child.stdin.write(Buffer.from([byte]));
      await new Promise((wake) => setImmediate(wake));
    }
    expect((await server.until((told) => told.length > 0))[0]).toMatchObject({ id: 'é', result: { capabilities: {} } });
  });

  it('gets an answer when it breaks the protocol, too', async () => {
    const server = start();
    server.send({ id: 1, method: 'initialize', params: {} });
    const [answer] = await server.until((told) => told.some(({ id }) => id === 1));
    expect(answer?.error ?? answer?.result).toBeDefined();
  });

  it('may be another one: it is answered as later ones are', async () => {
    const server = start();
    server.send({ id: 7, method: 'rook/unheardOf' }, { ...initialize, id: 8 });
    const told = await server.until((all) => all.some(({ id }) => id === 8));
    expect(told.filter(({ id }) => id === 7 || id === 8)).toEqual([
      expect.objectContaining({ id: 7, error: expect.objectContaining({ code: -32601 }) }),
      expect.objectContaining({ id: 8, result: expect.anything() }),
    ]);
  });

  it('need not come: a client that goes away ends the process', async () => {
    const server = start();
    server.child.stdin.end('Content-Length: 5');
    expect((await server.exited)[0]).toBe(1);
  });
});

it('what cannot be loaded after the answer is said, and ends the process', async () => {
  await copyFile(join(dist, 'server.js'), join(folder, 'server.js'));
  await writeFile(join(folder, 'server-main.js'), 'throw new Error("half written");');
  const server = start(join(folder, 'server.js'));
  server.send(initialize);
  expect((await server.exited)[0]).toBe(1);
  expect(server.told().map(({ id, method }) => id ?? method)).toEqual([1, 'window/logMessage']);
  expect(server.told()[1]?.params?.message).toContain('half written');
  expect(server.complaints()).toContain('half written');
});
