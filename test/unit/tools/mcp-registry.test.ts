import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type McpPlace, type McpServer, readServers } from '../../../engine/tools/mcp/registry';
import { addServer, approveServer, removeServer, switchServer } from '../../../engine/tools/mcp/registry-changes';
import { literalSecrets, shownDefinition } from '../../../engine/tools/mcp/shown-definition';
import { expandServer, missingVariables } from '../../../engine/tools/mcp/variables';
import { RookHome } from '../../../engine/workspace/home';
import { fingerprintOf } from '../../../engine/workspace/mcp/definition';

let place: McpPlace;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'rook-mcp-'));
  place = { home: new RookHome(join(root, 'home')), root, rookDir: join(root, '.testmuai/rook'), env: {} };
});
afterEach(() => rmSync(place.root, { recursive: true, force: true }));

function write(path: string, value: object): void {
  const file = join(place.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

const server = { command: 'node', args: ['server.mjs'] };

async function servers(): Promise<Record<string, McpServer>> {
  const read = await readServers(place);
  if (!read.ok) throw new Error(read.error.message);
  return Object.fromEntries(read.value.map((one) => [one.name, one]));
}

async function one(name = 'a'): Promise<McpServer> {
  const found = (await servers())[name];
  if (!found) throw new Error(`no server ${name}`);
  return found;
}

describe('servers', () => {
  it('come from four places, the first of which wins', async () => {
    write('.mcp.json', { mcpServers: { a: server, d: server } });
    write('home/mcp.json', { mcpServers: { a: server, c: server } });
    write('.testmuai/rook/mcp.json', { mcpServers: { a: server, b: server } });
    await addServer({ name: 'a', origin: 'local', definition: server, force: false }, place);
    const found = await servers();
    expect(Object.fromEntries(Object.entries(found).map(([name, { origin }]) => [name, origin]))).toEqual({
      a: 'local',
      b: 'project',
      c: 'user',
      d: 'discovered',
    });
    expect(found.a?.hides).toEqual(['project', 'user', 'discovered']);
  });

  it('of the workspace are inert until they are approved; those of the user are not', async () => {
    write('.mcp.json', { mcpServers: { d: server } });
    write('.testmuai/rook/mcp.json', { mcpServers: { b: server } });
    write('home/mcp.json', { mcpServers: { c: server } });
    const found = await servers();
    expect([found.b?.state, found.c?.state, found.d?.state]).toEqual(['needs_approval', 'approved', 'needs_approval']);
  });

  it('a root key servers is read, too', async () => {
    write('home/mcp.json', { servers: { a: server } });
    expect((await one()).state).toBe('approved');
  });

  it('a project server does not stand in for the user’s own of the same name without approval', async () => {
    write('home/mcp.json', { mcpServers: { a: server } });
    write('.testmuai/rook/mcp.json', { mcpServers: { a: { command: 'node', args: ['other.mjs'] } } });
    expect(await one()).toMatchObject({ origin: 'project', state: 'needs_approval' });
  });

  it.each([
    [{ args: ['x'] }, 'neither command nor url'],
    [{ command: 'x', url: 'http://y' }, 'both command and url'],
    [{ url: 'http://y', type: 'sse' }, 'sse'],
    [{ command: 5 }, 'command must be a text'],
    ['node', 'must be a mapping'],
  ])('%j is broken: %s', async (definition, why) => {
    write('home/mcp.json', { mcpServers: { a: definition } });
    const found = await one();
    expect(found.state).toBe('broken');
    expect(found.why).toContain(why);
  });

  it('with a dot or a star in the name are broken: a rule for them would be unclear', async () => {
    write('home/mcp.json', { mcpServers: { 'a.b': server, '*': server } });
    expect(Object.values(await servers()).map(({ state }) => state)).toEqual(['broken', 'broken']);
  });

  it('are not read around a file that is broken: a weaker origin must not step in', async () => {
    write('home/mcp.json', { mcpServers: { a: server } });
    mkdirSync(place.rookDir, { recursive: true });
    writeFileSync(join(place.rookDir, 'mcp.json'), '{"mcpServers": {');
    const read = await readServers(place);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error.place?.file).toContain('mcp.json');
  });
});

describe('approval', () => {
  it('is bound to the exact definition and survives a change of key order alone', async () => {
    write('.testmuai/rook/mcp.json', { mcpServers: { a: { command: 'node', args: ['x'], env: { A: '1' } } } });
    const { fingerprint = '' } = await one();
    expect((await approveServer('a', fingerprint, place)).ok).toBe(true);
    expect((await one()).state).toBe('approved');
    write('.testmuai/rook/mcp.json', { mcpServers: { a: { env: { A: '1' }, args: ['x'], command: 'node' } } });
    expect((await one()).state).toBe('approved');
    for (const changed of [
      { command: 'node', args: ['y'], env: { A: '1' } },
      { command: 'node', args: ['x'], env: { A: '2' } },
      { command: 'node', args: ['x'], env: { A: '1' }, cwd: '/' },
    ]) {
      write('.testmuai/rook/mcp.json', { mcpServers: { a: changed } });
      expect((await one()).state).toBe('changed');
    }
  });

  it('is refused for another definition than the one that was looked at', async () => {
    write('.testmuai/rook/mcp.json', { mcpServers: { a: server } });
    const { fingerprint = '' } = await one();
    write('.testmuai/rook/mcp.json', { mcpServers: { a: { command: 'sh' } } });
    const approved = await approveServer('a', fingerprint, place);
    expect(approved).toMatchObject({ ok: false, error: { message: expect.stringContaining('nothing was approved') } });
    expect((await one()).state).toBe('needs_approval');
  });

  it('counts for the name and the origin it was given for', async () => {
    expect(fingerprintOf('a', server)).not.toBe(fingerprintOf('b', server));
    write('.testmuai/rook/mcp.json', { mcpServers: { a: server } });
    await approveServer('a', fingerprintOf('a', server), place);
    rmSync(join(place.rookDir, 'mcp.json'));
    write('.mcp.json', { mcpServers: { a: server } });
    expect((await one()).state).toBe('needs_approval');
  });

  it('is kept privately, outside the workspace folder', async () => {
    write('.mcp.json', { mcpServers: { a: server } });
    await approveServer('a', fingerprintOf('a', server), place);
    if (process.platform !== 'win32') expect(statSync(place.home.path('mcp-approvals.json')).mode & 0o777).toBe(0o600);
  });
});

describe('changes', () => {
  it('disabled servers stay off until they are enabled', async () => {
    write('home/mcp.json', { mcpServers: { a: server } });
    expect(await switchServer('a', false, place)).toMatchObject({ value: { state: 'disabled' } });
    expect(await switchServer('a', true, place)).toMatchObject({ value: { state: 'approved' } });
  });

  it('a server is not replaced unless that is asked for, and other entries stay', async () => {
    write('.testmuai/rook/mcp.json', { note: 'ours', mcpServers: { a: server } });
    const add = (force: boolean) =>
      addServer({ name: 'a', origin: 'project', definition: { command: 'x' }, force }, place);
    expect((await add(false)).ok).toBe(false);
    expect((await add(true)).ok).toBe(true);
    expect(JSON.parse(readFileSync(join(place.rookDir, 'mcp.json'), 'utf8'))).toEqual({
      note: 'ours',
      mcpServers: { a: { command: 'x' } },
    });
  });

  it('a secret is not written into the workspace, a reference to one is', async () => {
    const add = (token: string) =>
      addServer(
        { name: 'a', origin: 'project', definition: { command: 'x', env: { API_TOKEN: token } }, force: false },
        place,
      );
    expect(await add('hunter2hunter2')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('API_TOKEN') },
    });
    expect((await add('${API_TOKEN}')).ok).toBe(true);
  });

  it('discovered servers belong to other tools and are not removed', async () => {
    write('.mcp.json', { mcpServers: { a: server } });
    expect(await removeServer('a', undefined, place)).toMatchObject({
      ok: false,
      error: { remedy: expect.stringContaining('rook mcp disable a') },
    });
  });

  it('removing a server forgets its approval', async () => {
    write('.testmuai/rook/mcp.json', { mcpServers: { a: server } });
    await approveServer('a', fingerprintOf('a', server), place);
    expect(await removeServer('a', undefined, place)).toEqual({ ok: true, value: 'project' });
    write('.testmuai/rook/mcp.json', { mcpServers: { a: server } });
    expect((await one()).state).toBe('needs_approval');
  });
});

describe('variables', () => {
  it('are replaced when a server is started, and missing ones are named before', async () => {
    const definition = { command: '${BIN}', args: ['--at', '${WHERE:-here}'], env: { T: 'Bearer ${TOKEN}' } };
    expect(missingVariables(definition, { BIN: '', WHERE: '' })).toEqual(['BIN', 'TOKEN']);
    expect(expandServer(definition, { BIN: 'node', TOKEN: 's3cret' })).toEqual({
      command: ['node', '--at', 'here'],
      env: { T: 'Bearer s3cret' },
      secrets: { BIN: 'node', TOKEN: 's3cret' },
    });
    write('home/mcp.json', { mcpServers: { a: definition } });
    expect(await one()).toMatchObject({ state: 'missing_variable', why: 'BIN, TOKEN have no value' });
  });

  it('a value is not read for references of its own', () => {
    expect(expandServer({ command: '${A}' }, { A: '${B}', B: 'x' }).command).toEqual(['${B}']);
  });
});

describe('what is shown of a definition', () => {
  it('is everything but literal secrets', () => {
    const definition = {
      url: 'https://me:pw@x.example/mcp?api_key=abc123&v=2',
      headers: { Authorization: 'Bearer abcdef', 'X-Team': 'red', 'X-Token': '${TOKEN}' },
    };
    expect(shownDefinition(definition)).toEqual({
      url: 'https://«hidden»@x.example/mcp?api_key=«hidden»&v=2',
      headers: { Authorization: '«hidden»', 'X-Team': 'red', 'X-Token': '${TOKEN}' },
    });
    expect(
      shownDefinition({ command: 'x', args: ['--token', 'abc', '--api-key=abc', '-v', '--port', '80'] }).args,
    ).toEqual(['--token', '«hidden»', '--api-key=«hidden»', '-v', '--port', '80']);
    // What is beside a secret is shown: it may be what must not be approved.
    expect(shownDefinition({ command: 'node', args: ['-e', 'evil() //sk-aaaaaaaaaa'] }).args).toEqual([
      '-e',
      'evil() //«hidden»',
    ]);
    expect(literalSecrets(definition)).toEqual(['Authorization', 'the url']);
    expect(literalSecrets({ command: 'x', env: { NODE_OPTIONS: '--require ./x.js' } })).toEqual([]);
  });
});
