import { afterEach, describe, expect, it } from 'vitest';
import type {
  ClientCapabilities,
  CodeAction,
  CodeLens,
  InitializeParams,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { goodProfile } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

/** What VS Code can do with an edit. */
const able: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] } },
  textDocument: { publishDiagnostics: { versionSupport: true } },
};
/** A client that can change texts, and nothing else. */
const plain: ClientCapabilities = {};

async function start(
  files: Record<string, string>,
  capabilities = able,
  more: Partial<InitializeParams> = {},
): Promise<ServerClient> {
  const workspace = await TestWorkspace.create(files);
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize({ capabilities, ...more });
  return client;
}

/** The actions at a line, from 0. */
async function actionsAt(client: ServerClient, name: string, line: number, only?: string[]): Promise<CodeAction[]> {
  const diagnostics = client.shown(name).filter(({ range }) => range.start.line === line);
  const at = { line, character: 0 };
  const answer = await client.connection.sendRequest<CodeAction[] | null>('textDocument/codeAction', {
    textDocument: { uri: client.workspace.uri(name) },
    range: diagnostics[0]?.range ?? { start: at, end: at },
    context: { diagnostics, ...(only && { only }) },
  });
  return answer ?? [];
}

function lensesOf(client: ServerClient, name: string): Promise<CodeLens[]> {
  return client.connection.sendRequest('textDocument/codeLens', { textDocument: { uri: client.workspace.uri(name) } });
}

function rename(client: ServerClient, name: string, line: number, character: number, newName: string) {
  const textDocument = { uri: client.workspace.uri(name) };
  return client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    textDocument,
    position: { line, character },
    newName,
  });
}

function applied(text: string, edits: TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('file:///x', 'yaml', 0, text), edits);
}

describe('code actions', () => {
  const misspelt = 'id: local # 🦜\r\nhooks:\r\n  execute: scripts/agent.mjs\r\nconcurency: 2\r\n';

  it('mend a problem in the version that they were made for, the sure one preferred', async () => {
    const client = await start({ 'scripts/agent.mjs': '' });
    await client.open('profiles/local.yaml', misspelt);
    await client.until(() => client.shown('profiles/local.yaml').some(({ code }) => code === 'unknown-field'));
    const version = await client.change('profiles/local.yaml', `${misspelt}# more\r\n`);
    const [fix, silence] = await actionsAt(client, 'profiles/local.yaml', 3, ['quickfix']);
    expect(fix).toMatchObject({ title: 'Change to concurrency', kind: 'quickfix', isPreferred: true });
    expect(fix?.diagnostics?.map(({ code }) => code)).toEqual(['unknown-field']);
    expect(fix?.edit).toEqual({
      documentChanges: [
        {
          textDocument: { uri: client.workspace.uri('profiles/local.yaml'), version },
          edits: [
            {
              range: { start: { line: 3, character: 0 }, end: { line: 3, character: 10 } },
              newText: 'concurrency',
            },
          ],
        },
      ],
    });
    expect(silence?.title).toBe('Silence unknown-field here');
    expect(silence?.isPreferred).toBeUndefined();
  });

  it('fix everything, and organise keys, when they are asked for', async () => {
    const client = await start({ 'scripts/agent.mjs': '' }, plain);
    const text = 'concurency: 2 # two\nhoks:\n  exeute: scripts/agent.mjs\nid: local\n';
    await client.open('profiles/local.yaml', text);
    const uri = client.workspace.uri('profiles/local.yaml');
    const [all, ...others] = await actionsAt(client, 'profiles/local.yaml', 0, ['source.fixAll']);
    expect(others).toEqual([]);
    expect(all?.kind).toBe('source.fixAll.rook');
    const mended = applied(text, all?.edit?.changes?.[uri] ?? []);
    expect(mended).toBe('concurrency: 2 # two\nhooks:\n  execute: scripts/agent.mjs\nid: local\n');
    await client.change('profiles/local.yaml', mended);
    const [organise] = await actionsAt(client, 'profiles/local.yaml', 0, ['source.organizeKeys']);
    expect(applied(mended, organise?.edit?.changes?.[uri] ?? [])).toBe(
      'id: local\nhooks:\n  execute: scripts/agent.mjs\nconcurrency: 2 # two\n',
    );
    expect(await actionsAt(client, 'profiles/local.yaml', 0)).not.toContainEqual(
      expect.objectContaining({ kind: expect.stringMatching(/^source/) }),
    );
  });

  it('create a script, and rename a file, for clients that can', async () => {
    const files = { 'profiles/other.yaml': goodProfile };
    const titles = async (capabilities: ClientCapabilities): Promise<(string | undefined)[]> => {
      const client = await start(files, capabilities);
      await client.open('profiles/other.yaml', goodProfile);
      await client.untilShown('profiles/other.yaml', 'id-not-file-name', 'script-not-found');
      const actions = [
        ...(await actionsAt(client, 'profiles/other.yaml', 0)),
        ...(await actionsAt(client, 'profiles/other.yaml', 2)),
      ];
      const created = actions.find(({ title }) => title.startsWith('Create'))?.edit?.documentChanges;
      if (created)
        expect(created).toMatchObject([
          { kind: 'create', uri: client.workspace.uri('scripts/agent.mjs'), options: { overwrite: false } },
          { textDocument: { version: null }, edits: [{ newText: expect.stringContaining('execute: async') }] },
        ]);
      return actions.map(({ title }) => title);
    };
    expect(await titles(able)).toEqual([
      'Set the id to other',
      'Rename the file to local.yaml',
      'Silence id-not-file-name here',
      'Create scripts/agent.mjs from a template',
      'Silence script-not-found here',
    ]);
    expect(await titles(plain)).toEqual([
      'Set the id to other',
      'Silence id-not-file-name here',
      'Silence script-not-found here',
    ]);
  });

  it('name commands of clients that have them', async () => {
    const text = `${goodProfile}env:\n  - variable: A_B\n`;
    const command = async (commands: string[]): Promise<unknown> => {
      const client = await start({ 'scripts/agent.mjs': '' }, able, { initializationOptions: { commands } });
      await client.open('profiles/local.yaml', text);
      await client.until(() =>
        client.shown('profiles/local.yaml').some(({ code }) => code === 'variable-without-value'),
      );
      return (await actionsAt(client, 'profiles/local.yaml', 4)).find((action) => action.command)?.command;
    };
    expect(await command(['rook.setEnvironmentValue'])).toMatchObject({
      command: 'rook.setEnvironmentValue',
      arguments: [{ root: expect.any(String), variables: ['A_B'] }],
    });
    expect(await command([])).toBeUndefined();
  });

  it('change a document under the name that the client has for it', async () => {
    const client = await start({}, plain);
    const uri = client.workspace.uri('scenarios/one(1).yaml').replace('(', '%28').replace(')', '%29');
    await client.open('scenarios/one(1).yaml', 'goal: g\nforbiden: [x]\n', uri);
    const place = { line: 1, character: 0 };
    const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: place, end: place },
      context: { diagnostics: [] },
    });
    expect(Object.keys(actions[0]?.edit?.changes ?? {})).toEqual([uri]);
  });

  it('exclude a scenario, and take it in again', async () => {
    const client = await start({}, plain);
    const text = "local_id: 'one' # it\ngoal: g\nforbidden: [x]\n";
    await client.open('scenarios/one.yaml', text);
    const uri = client.workspace.uri('scenarios/one.yaml');
    const [exclude] = await actionsAt(client, 'scenarios/one.yaml', 1, ['refactor']);
    expect(exclude?.title).toBe('Exclude this scenario');
    const excluded = applied(text, exclude?.edit?.changes?.[uri] ?? []);
    expect(excluded).toBe(`excluded: true\n${text}`);
    await client.change('scenarios/one.yaml', excluded);
    const [include] = await actionsAt(client, 'scenarios/one.yaml', 1, ['refactor']);
    expect(applied(excluded, include?.edit?.changes?.[uri] ?? [])).toBe(`excluded: false\n${text}`);
  });
});

describe('what an editor offers', () => {
  // Put together here, so that no scanner takes it for a real one.
  const secret = ['sk', 'proj', 'Zk81mQx7Lp02vB9sTn4Wd6Hy'].join('-');
  const reading = 'console.log(JSON.stringify({ output: process.env.A_B }));\n';
  const writing = 'process.stdout.write(JSON.stringify({ output: process.argv[2] }));\n';

  /** [title, file, its text, line, files beside it, the file after, the files that are created]. */
  const offers: [string, string, string, number, Record<string, string>, string, Record<string, string>][] = [
    [
      'Declare A_B under env',
      'profiles/local.yaml',
      `${goodProfile}env: []\n`,
      3,
      { 'scripts/agent.mjs': reading },
      `${goodProfile}env:\n  - variable: A_B\n`,
      {},
    ],
    [
      'Replace it by ${API_KEY}, and name API_KEY under env',
      'profiles/local.yaml',
      `${goodProfile}hook_env:\n  api-key: ${secret} # s\n`,
      4,
      { 'scripts/agent.mjs': writing },
      `${goodProfile}hook_env:\n  api-key: \${API_KEY} # s\nenv:\n  - variable: API_KEY\n    purpose: value of hook_env.api-key\n`,
      {},
    ],
    [
      'Change to check: called_with',
      'scenarios/one.yaml',
      'goal: g\nacceptance_criteria:\n  - check: called\n    tool: t\n    arguments: {a: 1}\n',
      4,
      {},
      'goal: g\nacceptance_criteria:\n  - check: called_with\n    tool: t\n    arguments: {a: 1}\n',
      {},
    ],
    [
      'Remove the second name, which says the same',
      'profiles/local.yaml',
      `${goodProfile}name: n\nname: n\n`,
      4,
      { 'scripts/agent.mjs': writing },
      `${goodProfile}name: n\n`,
      {},
    ],
    [
      'Give open a script of its own, agent-open.mjs',
      'profiles/local.yaml',
      `${goodProfile}  open: scripts/agent.mjs # first\n`,
      3,
      { 'scripts/agent.mjs': writing },
      `${goodProfile}  open: scripts/agent-open.mjs # first\n`,
      { 'scripts/agent-open.mjs': writing },
    ],
    [
      'Use one script for all phases, local-hook.mjs',
      'profiles/local.yaml',
      `${goodProfile}  open: {script: scripts/o.js, timeout_seconds: 7}\n`,
      2,
      { 'scripts/agent.mjs': writing, 'scripts/o.js': 'console.log("{}");\n' },
      `${goodProfile.replace('agent', 'local-hook')}  open: {script: scripts/local-hook.mjs, timeout_seconds: 7}\n`,
      {
        'scripts/local-hook.mjs': [
          '// A hook of Rook: run as "node <this file> <phase>". It loads the script of that phase, which does the work.',
          'switch (process.argv[2]) {',
          "  case 'open':",
          "    await import('./o.js');",
          '    break;',
          "  case 'execute':",
          "    await import('./agent.mjs');",
          '    break;',
          '}',
          '',
        ].join('\n'),
      },
    ],
  ];

  it.each(offers)('%s', async (title, name, text, line, files, after, created) => {
    const client = await start({ ...files, [name]: text });
    await client.open(name, text);
    // What scripts do is told when what analyses them is loaded.
    const offered = async () => (await actionsAt(client, name, line)).find((one) => one.title === title);
    await expect.poll(offered, { timeout: 5000 }).toBeDefined();
    const action = await offered();
    const changes = (action?.edit?.documentChanges ?? []).flatMap((change) => ('edits' in change ? [change] : []));
    const edits = (uri: string): TextEdit[] =>
      changes.filter(({ textDocument }) => textDocument.uri === uri).flatMap((change) => change.edits as TextEdit[]);
    expect(applied(text, edits(client.workspace.uri(name)))).toBe(after);
    const made = (action?.edit?.documentChanges ?? []).filter((change) => 'kind' in change);
    expect(made).toEqual(
      Object.keys(created).map((one) => ({
        kind: 'create',
        uri: client.workspace.uri(one),
        options: { overwrite: false, ignoreIfExists: false },
      })),
    );
    for (const [one, its] of Object.entries(created)) expect(applied('', edits(client.workspace.uri(one)))).toBe(its);
  });

  it('converts a recipe by a command of the client', async () => {
    const client = await start({});
    await client.open('profiles/local.yaml', 'kind: http\ninvoke: {url: "http://x"}\n');
    await client.until(() => client.shown('profiles/local.yaml').some(({ code }) => code === 'legacy-profile'));
    const [problem] = client.shown('profiles/local.yaml');
    const actions = await actionsAt(client, 'profiles/local.yaml', problem?.range.start.line ?? 0);
    expect(actions.find(({ title }) => title === 'Convert to hooks')?.command).toMatchObject({
      command: 'rook.convertProfile',
      arguments: [client.workspace.uri('profiles/local.yaml')],
    });
  });
});

describe('renaming', () => {
  const scenario = 'local_id: SC-1 # one\r\ngoal: g\r\nforbidden: [x]\r\n';

  it('says what is renamed, changes open texts by version, saved ones without, and then the file', async () => {
    const feature = '\uFEFFname: f\nscenarios: [SC-1]\n';
    const client = await start({ 'scenarios/SC-1.yaml': 'old', 'features/F-1.yaml': feature });
    await client.open('scenarios/SC-1.yaml', scenario);
    const textDocument = { uri: client.workspace.uri('scenarios/SC-1.yaml') };
    const prepared = { textDocument, position: { line: 0, character: 11 } };
    const range = { start: { line: 0, character: 10 }, end: { line: 0, character: 14 } };
    expect(await client.connection.sendRequest('textDocument/prepareRename', prepared)).toEqual({
      range,
      placeholder: 'SC-1',
    });
    expect(await rename(client, 'scenarios/SC-1.yaml', 0, 11, 'SC-2')).toEqual({
      documentChanges: [
        { textDocument: { ...textDocument, version: 1 }, edits: [{ range, newText: 'SC-2' }] },
        {
          textDocument: { uri: client.workspace.uri('features/F-1.yaml'), version: null },
          edits: [{ range: { start: { line: 1, character: 12 }, end: { line: 1, character: 16 } }, newText: 'SC-2' }],
        },
        {
          kind: 'rename',
          oldUri: textDocument.uri,
          newUri: client.workspace.uri('scenarios/SC-2.yaml'),
          options: { overwrite: false, ignoreIfExists: false },
        },
      ],
    });
  });

  it('is refused with the reason', async () => {
    const client = await start({ 'scenarios/SC-1.yaml': scenario, 'scenarios/SC-2.yaml': 'goal: g\n' });
    await client.open('scenarios/SC-1.yaml', scenario);
    await expect(rename(client, 'scenarios/SC-1.yaml', 0, 11, 'SC-2')).rejects.toThrow('a scenario SC-2 already');
    await expect(rename(client, 'scenarios/SC-1.yaml', 1, 2, 'SC-3')).rejects.toThrow('no id and no variable here');
    const limited = await start({ 'scenarios/SC-1.yaml': scenario }, plain);
    await limited.open('scenarios/SC-1.yaml', scenario);
    await expect(rename(limited, 'scenarios/SC-1.yaml', 0, 11, 'SC-3')).rejects.toThrow('cannot rename files');
  });
});

describe('formatting', () => {
  it('puts keys in order, and gives no edit when they are', async () => {
    const client = await start({ 'scripts/agent.mjs': '' });
    const format = (): Promise<TextEdit[]> =>
      client.connection.sendRequest('textDocument/formatting', {
        textDocument: { uri: client.workspace.uri('profiles/local.yaml') },
        options: { tabSize: 8, insertSpaces: true },
      });
    const text = 'hooks:\r\n    execute:   scripts/agent.mjs\r\n\r\n# own\r\nid:   local';
    await client.open('profiles/local.yaml', text);
    const after = applied(text, await format());
    expect(after).toBe('# own\r\nid:   local\r\n\r\nhooks:\r\n    execute:   scripts/agent.mjs');
    await client.change('profiles/local.yaml', after);
    expect(await format()).toEqual([]);
    await client.change('profiles/local.yaml', 'hooks: [\n');
    expect(await format()).toEqual([]);
  });
});

describe('a client that registers formatters', () => {
  it('is asked to format our YAML files, and no scripts', async () => {
    const client = await start({}, { textDocument: { formatting: { dynamicRegistration: true } } });
    await client.until(() => client.registered.has('textDocument/formatting'));
    const { documentSelector } = client.registered.get('textDocument/formatting') as {
      documentSelector: { pattern: string }[];
    };
    expect(documentSelector.length).toBeGreaterThan(0);
    expect(documentSelector.every(({ pattern }) => pattern.startsWith('**/.testmuai/rook/'))).toBe(true);
  });
});

describe('code lenses', () => {
  const titles = (lenses: CodeLens[]): string[] =>
    lenses.map(({ range, command }) => `${range.start.line}: ${command?.title}`);

  it('stand above profiles, scenarios and scripts', async () => {
    const run = 'runs/2026-10-04T21-07-16Z/scenarios/one';
    const scenario = 'goal: g\nacceptance_criteria:\n  - id: AC-1\n    statement: s\n  - t\n';
    const criterion = (id: string, status: string) =>
      `- {criterion_id: ${id}, criterion: s, expected: e, achieved: "$(zap)", status: ${status}, evidence: q, confidence: high}\n`;
    const client = await start({
      'scripts/agent.mjs': '',
      'profiles/local.yaml': goodProfile,
      'scenarios/one.yaml': scenario,
      [`${run}/snapshot.yaml`]: scenario,
      [`${run}/verdict.yaml`]: `scenario_id: one\nrun_id: r\nstatus: Fail\nforbidden_hits: []\ncriteria:\n${criterion('AC-1', 'Pass')}${criterion('C2', 'Fail')}`,
    });
    await client.open('profiles/local.yaml', `${goodProfile}env:\n  - variable: A\n`);
    expect(titles(await lensesOf(client, 'profiles/local.yaml'))).toEqual([
      '0: Active Profile',
      '0: Test Profile',
      '3: Show Environment',
      '2: Open Script',
    ]);
    await client.open('scenarios/one.yaml', scenario);
    const lenses = await lensesOf(client, 'scenarios/one.yaml');
    expect(titles(lenses)).toEqual([
      '0: Run',
      '0: Debug',
      '0: Open Verdict: Fail',
      '0: Open Evidence',
      '1: New Criterion…',
      '2: Pass',
      '4: Fail',
    ]);
    const uri = client.workspace.uri('scenarios/one.yaml');
    expect(lenses.every(({ command }) => command?.arguments?.[0] === uri)).toBe(true);
    await client.change('scenarios/one.yaml', `${scenario}# changed\n`);
    expect(titles(await lensesOf(client, 'scenarios/one.yaml'))).toContain('2: Pass, before the last change');
    await client.open('scripts/agent.mjs', 'process.stdout.write("{}");\n');
    expect(titles(await lensesOf(client, 'scripts/agent.mjs'))).toEqual(['0: local: execute']);
  });

  it('are those whose commands the client has', async () => {
    const client = await start({}, able, { initializationOptions: { commands: ['rook.runScenario'] } });
    await client.open('scenarios/one.yaml', 'goal: g\nforbidden: [x]\n');
    expect(titles(await lensesOf(client, 'scenarios/one.yaml'))).toEqual(['0: Run']);
  });
});
