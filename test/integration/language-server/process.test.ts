import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenProfile } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

let workspace: TestWorkspace;
const clients: ServerClient[] = [];
beforeEach(async () => {
  workspace = await TestWorkspace.create({ 'scripts/agent.mjs': '' });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
  await workspace.dispose();
});

function start(args?: string[]): ServerClient {
  const client = new ServerClient(workspace, args ? { args } : {});
  clients.push(client);
  return client;
}

it('says what it can do', async () => {
  const { capabilities, serverInfo } = await start().initialize();
  expect(serverInfo?.name).toBe('Rook');
  expect(capabilities).toMatchObject({
    completionProvider: { triggerCharacters: expect.arrayContaining([' ', '.']) },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentLinkProvider: { resolveProvider: false },
    documentSymbolProvider: { label: 'Rook' },
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    inlayHintProvider: true,
    semanticTokensProvider: { full: true },
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: 2 },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  });
});

describe('the process ends', () => {
  it('with code 0 after shutdown and exit, also with work to do', async () => {
    const client = start();
    await client.initialize();
    await client.open('profiles/local.yaml', brokenProfile);
    await client.change('profiles/local.yaml', `${brokenProfile}#\n`);
    expect(await client.shutdown()).toBe(0);
  });

  it('when its client goes away without a word', async () => {
    const client = start();
    await client.initialize();
    client.process.stdin?.end();
    expect((await client.exited)[0]).toBe(1);
  });
});

it('talks over standard input and output without being told', async () => {
  const client = start([]);
  await client.initialize();
  await client.open('profiles/local.yaml', brokenProfile);
  await client.untilShown('profiles/local.yaml', 'out-of-range');
  expect(await client.shutdown()).toBe(0);
});

it('takes settings that are null, and notifications it does not know', async () => {
  const client = start();
  await client.initialize();
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  await client.connection.sendNotification('$/setTrace', { value: 'off' });
  await client.connection.sendNotification('rook/unheardOf', {});
  await client.settled();
  expect(client.process.exitCode).toBeNull();
});
