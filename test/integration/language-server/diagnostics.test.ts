import { afterEach, describe, expect, it } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { goldenFiles, placeOf } from '../../unit/language-server/golden-file';
import { brokenProfile, brokenScenario, goodProfile, goodScenario, goodScript } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

async function start(files: Record<string, string>): Promise<ServerClient> {
  const workspace = await TestWorkspace.create({ 'scripts/agent.mjs': goodScript, ...files });
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize();
  return client;
}

describe('an open document', () => {
  it('has its problems with range and version, and is cleared when it is fixed', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', brokenProfile);
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    expect(client.publications('profiles/local.yaml')).toEqual([
      {
        uri: client.workspace.uri('profiles/local.yaml'),
        version: 1,
        diagnostics: [
          {
            range: { start: { line: 3, character: 13 }, end: { line: 3, character: 15 } },
            severity: DiagnosticSeverity.Error,
            code: 'out-of-range',
            source: 'rook',
            message: 'concurrency must be at most 8, found 99 (a number)',
            codeDescription: { href: expect.stringMatching(/^file:.*\/docs\/diagnostics\.md#L\d+$/) },
          },
        ],
      },
    ]);
    await client.change('profiles/local.yaml', goodProfile);
    await client.untilShown('profiles/local.yaml');
    expect(client.publications('profiles/local.yaml').at(-1)?.version).toBe(2);
  });

  it('is checked once per burst of typing, in the last version', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', goodProfile);
    await client.untilShown('profiles/local.yaml');
    const texts = Array.from({ length: 15 }, (_, index) => `${goodProfile}concurrency: ${'9'.repeat(index + 1)}\n`);
    await client.changeInOneGo(texts.map((text) => ['profiles/local.yaml', text]));
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    await client.settled();
    expect(client.publications('profiles/local.yaml').map(({ version }) => version)).toEqual([1, 16]);
    expect(client.shown('profiles/local.yaml')[0]?.range.end.character).toBe(13 + 15);
  });

  it('is edited in UTF-16 positions', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', `name: "🦜🦜", \r\n${goodProfile}`);
    await client.untilShown('profiles/local.yaml', 'yaml-syntax');
    const character = 'name: "🦜🦜"'.length;
    await client.change('profiles/local.yaml', {
      range: { start: { line: 0, character }, end: { line: 0, character: character + 2 } },
      text: '',
    });
    await client.untilShown('profiles/local.yaml');
  });

  it('two documents typed in at once do not wait for, or overwrite, each other', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', goodProfile);
    await client.open('scenarios/one.yaml', goodScenario);
    await client.changeInOneGo(
      [1, 2, 3, 4, 5].flatMap((round) => [
        ['profiles/local.yaml', `${brokenProfile}# ${round}\n`],
        ['scenarios/one.yaml', `${brokenScenario}# ${round}\n`],
      ]),
    );
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    for (const name of ['profiles/local.yaml', 'scenarios/one.yaml'])
      expect(client.publications(name).map(({ version }) => version)).toEqual([1, 6]);
  });

  it('that is closed is cleared; what is on disk counts again', async () => {
    const client = await start({ 'profiles/local.yaml': goodProfile, 'scenarios/one.yaml': brokenScenario });
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    await client.open('profiles/local.yaml', brokenProfile);
    await client.untilShown('profiles/local.yaml', 'out-of-range');
    await client.close('profiles/local.yaml'); // without saving: the file is good
    await client.untilShown('profiles/local.yaml');

    await client.open('scenarios/one.yaml', goodScenario);
    await client.untilShown('scenarios/one.yaml');
    await client.close('scenarios/one.yaml'); // without saving: the file is still broken
    await client.untilShown('scenarios/one.yaml', 'bad-value');
    expect(client.publications('scenarios/one.yaml').at(-1)?.version).toBeUndefined();
    await client.settled();
    expect(client.shown('profiles/local.yaml')).toEqual([]);
  });

  it('that is closed while its check is put off stays cleared', async () => {
    const client = await start({ 'profiles/local.yaml': goodProfile });
    await client.open('profiles/local.yaml', goodProfile);
    await client.change('profiles/local.yaml', brokenProfile);
    await client.close('profiles/local.yaml');
    await client.settled();
    expect(client.publications('profiles/local.yaml').map(({ diagnostics }) => diagnostics)).toEqual([[]]);
  });

  it('is left alone when it is none of ours', async () => {
    const client = await start({});
    const uri = client.workspace.uri('profiles/local.yaml');
    await client.open('git', brokenProfile, `${uri.replace('file:', 'git:')}?ref=HEAD`);
    await client.open('untitled', brokenProfile, 'untitled:Untitled-1');
    await client.open('notes.yaml', 'name: [');
    await client.open('runs/1/profile.yaml', brokenProfile);
    await client.settled();
    expect(client.published.filter(({ uri: of }) => !of.endsWith('probe.yaml'))).toEqual([]);
  });
});

it('golden files have the same problems over the wire: every third', async () => {
  const client = await start({ '/hooks/shared.mjs': goodScript });
  const goldens = [...goldenFiles('profiles'), ...goldenFiles('scenarios')].filter((_, index) => index % 3 === 0);
  expect(goldens.length).toBeGreaterThan(10);
  for (const { name, text, wanted } of goldens) {
    await client.open(name, text);
    await client.until(() => client.publications(name).length > 0);
    // Which variables have a value, the machine says.
    const shown = client.shown(name).filter(({ code }) => !String(code).startsWith('variable-'));
    expect(shown.map(placeOf).sort(), name).toEqual(wanted.map(({ place }) => place).sort());
  }
  expect(client.logged).toEqual([]);
});
