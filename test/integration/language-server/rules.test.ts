import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { placeOf } from '../../unit/language-server/golden-file';
import { ruleCases, writeCase } from '../../unit/language-server/rule-cases';
import { brokenProfile, goodProfile, goodScript } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

async function start(files: Record<string, string>): Promise<ServerClient> {
  const workspace = await TestWorkspace.create(files);
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize();
  return client;
}

describe('golden rules over the wire, every third', () => {
  const codes = [...new Set(ruleCases().map(({ code }) => code))].filter((_, index) => index % 3 === 0);

  it.each(
    ruleCases()
      .filter(({ code }) => codes.includes(code))
      .map((one) => [one.code, one.form, one] as const),
  )('%s, %s', async (_code, _form, one) => {
    const onDisk = writeCase(one);
    const workspace = TestWorkspace.at(onDisk.root);
    const client = new ServerClient(workspace, { env: onDisk.env });
    started.push({ dispose: async () => onDisk.remove() }, client);
    await client.initialize();
    for (const { path, wanted } of onDisk.files) {
      const uri = pathToFileURL(path).href;
      const shown = () => client.published.filter((one) => one.uri === uri).at(-1)?.diagnostics ?? [];
      const places = wanted.map(({ place }) => place).sort();
      await client.until(() => JSON.stringify(shown().map(placeOf).sort()) === JSON.stringify(places));
    }
    await client.settled();
    for (const { path, wanted } of onDisk.files) {
      const uri = pathToFileURL(path).href;
      const shown = client.published.filter((published) => published.uri === uri).at(-1)?.diagnostics ?? [];
      expect(shown.map(placeOf).sort(), path).toEqual(wanted.map(({ place }) => place).sort());
    }
    expect(client.logged).toEqual([]);
  });
});

describe('what a file depends on', () => {
  const scenario = 'goal: Say hello.\nsetup_messages: [Hi.]\nforbidden: [bye]\n';
  const several = `${goodProfile.replace('local', 'several')}capabilities: {multi_turn: true}\n`;

  it('a scenario is rechecked when another profile becomes active, outside the editor', async () => {
    const client = await start({
      'scripts/agent.mjs': goodScript,
      'profiles/local.yaml': goodProfile,
      'profiles/several.yaml': several,
      'profiles/active': 'local\n',
      'scenarios/one.yaml': scenario,
    });
    await client.untilShown('scenarios/one.yaml', 'not-runnable');
    await client.workspace.write('profiles/active', 'several\n');
    await client.changedOnDisk({ 'profiles/active': 'Changed' });
    await client.untilShown('scenarios/one.yaml');
    await client.workspace.write('profiles/several.yaml', several.replace('true', 'false'));
    await client.changedOnDisk({ 'profiles/several.yaml': 'Changed' });
    await client.untilShown('scenarios/one.yaml', 'not-runnable');
  });

  it('a probe is rechecked when the servers change', async () => {
    const probe =
      '  - {statement: It is there., check: mcp_probe, server: billing, tool: get_it, expect: {contains: x}}\n';
    const client = await start({ 'scenarios/one.yaml': `goal: Say hello.\nacceptance_criteria:\n${probe}` });
    await client.untilShown('scenarios/one.yaml', 'unknown-server');
    await client.workspace.write('/.testmuai/rook/mcp.json', '{"mcpServers": {"billing": {"command": "node"}}}');
    await client.changedOnDisk({ '/.testmuai/rook/mcp.json': 'Created' });
    await client.untilShown('scenarios/one.yaml');
  });

  it('a pointer is rechecked when its profile is there', async () => {
    const client = await start({ 'profiles/active': 'local\n' });
    await client.untilShown('profiles/active', 'dangling-pointer');
    await client.workspace.write('scripts/agent.mjs', goodScript);
    await client.workspace.write('profiles/local.yaml', goodProfile);
    await client.changedOnDisk({ 'profiles/local.yaml': 'Created' });
    await client.untilShown('profiles/active');
  });
});

describe('a hook script', () => {
  const broken = goodScript.replace('output', 'answer');

  it('is checked because a profile names it, and says where', async () => {
    const client = await start({ 'scripts/agent.mjs': broken, 'profiles/local.yaml': goodProfile });
    await client.untilShown('scripts/agent.mjs', 'hook-output-missing');
    const [problem] = client.shown('scripts/agent.mjs');
    expect(problem?.relatedInformation).toEqual([
      {
        location: {
          uri: client.workspace.uri('profiles/local.yaml'),
          range: { start: { line: 2, character: 11 }, end: { line: 2, character: 11 } },
        },
        message: 'profile local runs it as execute',
      },
    ]);
    await client.untilShown('profiles/local.yaml', 'hook-script');
    const [told] = client.shown('profiles/local.yaml');
    expect(told?.relatedInformation?.[0]?.location.uri).toBe(client.workspace.uri('scripts/agent.mjs'));

    await client.workspace.write('scripts/agent.mjs', goodScript);
    await client.changedOnDisk({ 'scripts/agent.mjs': 'Changed' });
    await client.untilShown('scripts/agent.mjs');
    await client.untilShown('profiles/local.yaml');
  });

  it('is checked as it is typed, also when it was opened before its profile was there', async () => {
    const client = await start({ 'scripts/agent.mjs': goodScript });
    await client.open('scripts/agent.mjs', broken);
    await client.settled();
    expect(client.publications('scripts/agent.mjs')).toEqual([]);
    await client.workspace.write('profiles/local.yaml', goodProfile);
    await client.changedOnDisk({ 'profiles/local.yaml': 'Created' });
    await client.untilShown('scripts/agent.mjs', 'hook-output-missing');
    await client.change('scripts/agent.mjs', goodScript);
    await client.untilShown('scripts/agent.mjs');
    expect(client.publications('scripts/agent.mjs').at(-1)?.version).toBe(2);
  });

  it('is cleared when no profile names it any more', async () => {
    const client = await start({ 'scripts/agent.mjs': broken, 'profiles/local.yaml': goodProfile });
    await client.untilShown('scripts/agent.mjs', 'hook-output-missing');
    await client.workspace.remove('profiles/local.yaml');
    await client.changedOnDisk({ 'profiles/local.yaml': 'Deleted' });
    await client.untilShown('scripts/agent.mjs');
  });
});

describe('silencing', () => {
  it('follows the setting, whatever is in it', async () => {
    const client = await start({ 'scripts/agent.mjs': goodScript, 'profiles/local.yaml': brokenProfile });
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    for (const [setting, codes] of [
      [['out-of-range', 5], []],
      [null, ['out-of-range']],
      ['out-of-range', ['out-of-range']],
      [['out-of-range'], []],
    ] as const) {
      client.settings = { 'rook.diagnostics.disabled': setting };
      await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
      await client.untilShown('profiles/local.yaml', ...codes);
    }
  });

  it('takes what clients tell that cannot be asked', async () => {
    const workspace = await TestWorkspace.create({
      'scripts/agent.mjs': goodScript,
      'profiles/local.yaml': brokenProfile,
    });
    const client = new ServerClient(workspace);
    started.push(workspace, client);
    await client.initialize({ capabilities: {} });
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    const tell = (settings: unknown) =>
      client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await tell({ rook: { diagnostics: { disabled: ['out-of-range'] } } });
    await client.untilShown('profiles/local.yaml');
    await tell({ rook: null });
    await client.untilShown('profiles/local.yaml', 'out-of-range');
  });
});

it('values in the secret storage of an editor count', async () => {
  const script = goodScript.replace('goal })', 'goal + process.env.DESK_URL })');
  const profile = `${goodProfile}env:\n  - variable: DESK_URL\n`;
  const client = await start({ 'scripts/agent.mjs': script, 'profiles/local.yaml': profile });
  await client.untilShown('profiles/local.yaml', 'variable-without-value');
  await client.connection.sendNotification('rook/values', { workspaces: { [client.workspace.root]: ['DESK_URL'] } });
  await client.untilShown('profiles/local.yaml');
  await client.connection.sendNotification('rook/values', null);
  await client.untilShown('profiles/local.yaml', 'variable-without-value');
});
