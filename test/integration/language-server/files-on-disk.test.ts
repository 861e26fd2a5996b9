import { symlink, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { InitializeParams } from 'vscode-languageserver/node';
import { brokenProfile, brokenScenario, goodProfile, goodScenario, goodScript } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

async function start(files: Record<string, string>, overrides?: Partial<InitializeParams>): Promise<ServerClient> {
  const workspace = await TestWorkspace.create(files);
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize(overrides);
  return client;
}

describe('the script of an open profile', () => {
  it('is missed until it is created, and again when it or its folder is gone', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', goodProfile);
    await client.untilShown('profiles/local.yaml', 'script-not-found');

    await client.workspace.write('scripts/agent.mjs', goodScript);
    await client.changedOnDisk({ 'scripts/agent.mjs': 'Created' });
    await client.untilShown('profiles/local.yaml');
    expect(client.publications('profiles/local.yaml').at(-1)?.version).toBe(1);

    await client.workspace.remove('scripts');
    await client.changedOnDisk({ scripts: 'Deleted' });
    await client.untilShown('profiles/local.yaml', 'script-not-found');

    await client.workspace.write('/scripts/agent.mjs', goodScript);
    await client.changedOnDisk({ '/scripts': 'Created' });
    await client.untilShown('profiles/local.yaml');
  });

  it('is watched where it may appear, for as long as a profile names it', async () => {
    const client = await start({});
    const globs = () => [...client.watchers.values()].flat().map(({ globPattern }) => globPattern);
    await client.open('profiles/local.yaml', goodProfile.replace('scripts/agent.mjs', 'hooks/run.mjs'));
    await client.until(() => globs().includes('**/hooks/run.mjs'));
    expect(globs()).toContain('**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios,features}/*.{yaml,yml}');
    expect(globs()).toContain('**/.testmuai/rook/projects/desk/agents/parrot/hooks/run.mjs');
    expect(globs()).toContain('**/hooks');

    await client.change('profiles/local.yaml', goodProfile.replace('scripts/agent.mjs', 'other/run.mjs'));
    await client.until(() => globs().includes('**/other/run.mjs') && !globs().includes('**/hooks/run.mjs'));
  });

  it('that appears before the client watches for it is not overlooked', async () => {
    const client = await start({});
    client.beforeWatching = async (watchers) => {
      // And no notification: nobody is watching yet.
      if (watchers.some(({ globPattern }) => globPattern === '**/scripts/agent.mjs'))
        await client.workspace.write('scripts/agent.mjs', goodScript);
    };
    await client.open('profiles/local.yaml', goodProfile);
    await client.untilShown('profiles/local.yaml', 'script-not-found');
    await client.untilShown('profiles/local.yaml');
  });
});

describe('files that are not open', () => {
  it('are listed when they are broken, wherever in the workspace', async () => {
    const nested = '/packages/inner/.testmuai/rook/projects/p/agents/b/scenarios/two.yaml';
    const client = await start({
      'scripts/agent.mjs': goodScript,
      'profiles/local.yaml': brokenProfile,
      'profiles/good.yaml': goodProfile.replace('local', 'good'),
      'scenarios/one.yaml': brokenScenario,
      'runs/1/profile.yaml': brokenProfile,
      [nested]: `\uFEFF${brokenScenario}`,
    });
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    await client.untilShown(nested, 'bad-value');
    await client.settled();
    const uris = client.published.map(({ uri }) => uri).filter((uri) => !uri.endsWith('probe.yaml'));
    expect(uris.sort()).toEqual(
      ['profiles/local.yaml', 'scenarios/one.yaml', nested].map((name) => client.workspace.uri(name)).sort(),
    );
    expect(client.publications('profiles/local.yaml')[0]).not.toHaveProperty('version');
  });

  it('are rechecked when they, their scripts or their folders change outside the editor', async () => {
    const client = await start({ 'profiles/local.yaml': goodProfile, 'scenarios/one.yaml': brokenScenario });
    await client.untilShown('profiles/local.yaml', 'script-not-found');
    await client.untilShown('scenarios/one.yaml', 'bad-value');

    await client.workspace.write('scripts/agent.mjs', goodScript);
    await client.workspace.write('scenarios/one.yaml', goodScenario);
    await client.changedOnDisk({ 'scripts/agent.mjs': 'Created', 'scenarios/one.yaml': 'Changed' });
    await client.untilShown('profiles/local.yaml');
    await client.untilShown('scenarios/one.yaml');

    await client.workspace.write('scenarios/two.yaml', brokenScenario);
    await client.changedOnDisk({ 'scenarios/two.yaml': 'Created' });
    await client.untilShown('scenarios/two.yaml', 'bad-value');

    await client.workspace.remove('scenarios');
    await client.changedOnDisk({ scenarios: 'Deleted' });
    await client.untilShown('scenarios/two.yaml');

    await client.workspace.write('scenarios/three.yaml', brokenScenario);
    await client.changedOnDisk({ scenarios: 'Created' });
    await client.untilShown('scenarios/three.yaml', 'bad-value');
  });

  it('are read through links, as a run reads them, and a link that leads nowhere is told', async () => {
    const client = await start({ '/shared/one.yaml': brokenScenario, 'scenarios/good.yaml': goodScenario });
    const { workspace } = client;
    await client.until(() => client.watchers.size > 0);
    await symlink(workspace.path('/shared/one.yaml'), workspace.path('scenarios/one.yaml'));
    await symlink(workspace.path('/shared/gone.yaml'), workspace.path('scenarios/two.yaml'));
    await client.changedOnDisk({ 'scenarios/one.yaml': 'Created', 'scenarios/two.yaml': 'Created' });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    await client.untilShown('scenarios/two.yaml', 'unreadable');
    const again = new ServerClient(workspace);
    started.push(again);
    await again.initialize();
    await again.untilShown('scenarios/one.yaml', 'bad-value');
    await again.untilShown('scenarios/two.yaml', 'unreadable');
    await workspace.remove('scenarios/two.yaml');
    await again.changedOnDisk({ 'scenarios/two.yaml': 'Deleted' });
    await again.untilShown('scenarios/two.yaml');
  });

  it('are told to be no UTF-8 where a character is lost, until they are saved as UTF-8', async () => {
    const client = await start({ 'scenarios/one.yaml': goodScenario });
    const { workspace } = client;
    const file = workspace.path('scenarios/one.yaml');
    await writeFile(file, Buffer.from('goal: caf\u00e9\nforbidden: [x]\n', 'latin1'));
    await client.changedOnDisk({ 'scenarios/one.yaml': 'Changed' });
    await client.untilShown('scenarios/one.yaml', 'wrong-encoding');
    expect(client.shown('scenarios/one.yaml')[0]?.range.start).toEqual({ line: 0, character: 9 });
    await client.open('scenarios/one.yaml', 'goal: caf\ufffd\nforbidden: [x]\n'); // as an editor reads it
    await client.untilShown('scenarios/one.yaml', 'wrong-encoding');
    await writeFile(file, 'goal: caf\ufffd\nforbidden: [x]\n');
    await client.change('scenarios/one.yaml', 'goal: caf\ufffd!\nforbidden: [x]\n');
    await client.untilShown('scenarios/one.yaml');
  });

  it('say nothing against what the client has open', async () => {
    const client = await start({ 'scenarios/one.yaml': brokenScenario });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    await client.open('scenarios/one.yaml', goodScenario);
    await client.untilShown('scenarios/one.yaml');
    await client.changedOnDisk({ 'scenarios/one.yaml': 'Changed' });
    await client.settled();
    expect(client.shown('scenarios/one.yaml')).toEqual([]);
  });

  it('come and go with their workspace folder', async () => {
    const client = await start({ 'scenarios/one.yaml': brokenScenario });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    const folder = { uri: client.workspace.uri('/'), name: 'workspace' };
    const change = (event: { added: unknown[]; removed: unknown[] }) =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    await change({ added: [], removed: [{ ...folder, uri: folder.uri.replace(/\/$/, '') }] });
    await client.untilShown('scenarios/one.yaml');
    await change({ added: [folder], removed: [] });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
  });
});

describe('a run that has ended', () => {
  const report = 'runs/2026-10-04T21-07-16Z/report.yaml';
  const both = ['workspace/codeLens/refresh', 'workspace/inlayHint/refresh'];

  it('has what shows the last verdicts asked for anew, once', async () => {
    const watching = { didChangeWatchedFiles: { dynamicRegistration: true } };
    const refreshing = { codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } };
    const client = await start({}, { capabilities: { workspace: { ...watching, ...refreshing } } });
    const globs = () => [...client.watchers.values()].flat().map(({ globPattern }) => globPattern);
    await client.until(() => globs().includes('**/.testmuai/rook/projects/*/agents/*/runs/*/report.yaml'));
    expect(globs().filter((glob) => String(glob).includes('/runs/'))).toHaveLength(1);
    await client.changedOnDisk({ 'scenarios/one.yaml': 'Created' });
    await client.changedOnDisk({ [report]: 'Created' });
    await client.changedOnDisk({ [report]: 'Changed', [report.replace('report', 'run')]: 'Created' });
    await client.until(() => client.refreshed.length >= 2);
    await client.settled();
    expect(client.refreshed.sort()).toEqual(both);
    expect(client.logged).toEqual([]);
  });

  it('is nothing to clients that cannot be asked to', async () => {
    const client = await start({});
    await client.changedOnDisk({ [report]: 'Created' });
    await client.settled();
    expect(client.refreshed).toEqual([]);
  });
});

describe('clients of other kinds', () => {
  it('that know one root only have its files checked', async () => {
    const client = await start({ 'scenarios/one.yaml': brokenScenario }, { workspaceFolders: null, capabilities: {} });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    expect(client.watchers.size).toBe(0);
  });

  it('that have no folder at all have their open documents checked, with scripts of the workspace found', async () => {
    const none = { workspaceFolders: null, rootUri: null };
    const client = await start({ '/scripts/agent.mjs': goodScript, 'scenarios/one.yaml': brokenScenario }, none);
    await client.open('profiles/local.yaml', brokenProfile);
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    await client.close('profiles/local.yaml');
    await client.untilShown('profiles/local.yaml');
    await client.settled();
    expect(client.publications('scenarios/one.yaml')).toEqual([]);
  });
});
