import { afterEach, describe, expect, it } from 'vitest';
import type {
  CompletionItem,
  DocumentSymbol,
  Hover,
  InitializeParams,
  InlayHint,
  Location,
  Position,
  SemanticTokens,
  SemanticTokensClientCapabilities,
  WorkspaceSymbol,
} from 'vscode-languageserver/node';
import { goodProfile } from './fixtures';
import { ServerClient, TestWorkspace } from './server-client';

const started: { dispose(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.dispose();
});

const script = 'process.stdin.resume();\nconsole.log(JSON.stringify({ output: process.env.AGENT_TOKEN }));\n';

async function start(
  files: Record<string, string> = {},
  overrides: Partial<InitializeParams> = {},
): Promise<ServerClient> {
  const workspace = await TestWorkspace.create({
    'scripts/agent.mjs': script,
    'profiles/local.yaml': goodProfile,
    'features/F-1.yaml': 'local_id: F-1\nname: Orders\n',
    ...files,
  });
  const client = new ServerClient(workspace);
  started.push(workspace, client);
  await client.initialize(overrides);
  return client;
}

/** Opens a text with `¦` where the cursor is. */
async function openMarked(client: ServerClient, name: string, marked: string) {
  const before = marked.slice(0, marked.indexOf('¦'));
  const lines = before.split('\n');
  const position: Position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  await client.open(name, marked.replace('¦', ''));
  return { textDocument: { uri: client.workspace.uri(name) }, position };
}

const scenario = 'scenarios/SC-1.yaml';
const ask = <T>(client: ServerClient, method: string, params: object): Promise<T> =>
  client.connection.sendRequest<T>(`textDocument/${method}`, params);

describe('completion', () => {
  it('offers keys and names of the workspace, in broken text, too', async () => {
    const client = await start();
    const place = await openMarked(client, scenario, 'goal: [\r\nfeature_id: ¦\r\n');
    const items = await ask<CompletionItem[]>(client, 'completion', place);
    expect(items.map(({ label }) => label)).toEqual(['F-1']);
    expect(items[0]?.textEdit).toEqual({ range: { start: place.position, end: place.position }, newText: 'F-1' });
    const keys = await ask<CompletionItem[]>(
      client,
      'completion',
      await openMarked(client, 'profiles/local.yaml', `${goodProfile}c¦`),
    );
    expect(keys.map(({ label }) => label)).toEqual(['name', 'env', 'capabilities', 'hook_env', 'concurrency']);
  });

  it('writes snippets only for clients that know them', async () => {
    const completionItem = (snippetSupport: boolean): Partial<InitializeParams> => ({
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport } } } },
    });
    const written = async (snippets: boolean) => {
      const client = await start({}, completionItem(snippets));
      const items = await ask<CompletionItem[]>(client, 'completion', await openMarked(client, scenario, 'tag¦'));
      const tags = items.find(({ label }) => label === 'tags');
      return [tags?.insertTextFormat, tags?.textEdit?.newText];
    };
    expect(await written(true)).toEqual([2, 'tags:\n  - $1']);
    expect(await written(false)).toEqual([undefined, 'tags:\n  - ']);
  });

  it('answers at once after a change, in the newest text', async () => {
    const client = await start();
    const place = await openMarked(client, scenario, 'goal: x\nclass: ¦\n');
    await client.change(scenario, 'goal: x\nclass: functional\ncategory: \n');
    const items = await ask<CompletionItem[]>(client, 'completion', { ...place, position: { line: 2, character: 10 } });
    expect(items.map(({ label }) => label)).toContain('happy_path');
  });

  it('knows a hook script by its profile', async () => {
    const client = await start();
    await client.until(() =>
      [...client.watchers.values()].flat().some(({ globPattern }) => JSON.stringify(globPattern).includes('agent.mjs')),
    );
    const items = await ask<CompletionItem[]>(
      client,
      'completion',
      await openMarked(client, 'scripts/agent.mjs', 'process.env.¦'),
    );
    expect(items.map(({ label }) => label)).toContain('ROOK_TURN');
  });
});

it('hover says what a key means', async () => {
  const client = await start();
  const hover = await ask<Hover>(
    client,
    'hover',
    await openMarked(client, 'profiles/local.yaml', `${goodProfile}conc¦urrency: 2\n`),
  );
  expect(hover.range).toEqual({ start: { line: 3, character: 0 }, end: { line: 3, character: 11 } });
  expect(hover.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('1 to 8') });
});

it('definition leads from profile to script and from scenario to feature, references back', async () => {
  const client = await start({ 'scenarios/SC-2.yaml': 'goal: x\nfeature_id: F-1\nforbidden: [y]\n' });
  const uri = (name: string): string => client.workspace.uri(name);
  const scriptOf = await ask<Location[]>(
    client,
    'definition',
    await openMarked(client, 'profiles/local.yaml', goodProfile.replace('agent', '¦agent')),
  );
  expect(scriptOf.map((one) => one.uri)).toEqual([uri('scripts/agent.mjs')]);
  const feature = await ask<Location[]>(
    client,
    'definition',
    await openMarked(client, scenario, 'feature_id: F¦-1\ngoal: x\n'),
  );
  expect(feature).toEqual([
    { uri: uri('features/F-1.yaml'), range: { start: { line: 0, character: 10 }, end: { line: 0, character: 13 } } },
  ]);
  const place = await openMarked(client, 'features/F-1.yaml', 'local_id: F-¦1\nname: Orders\n');
  const used = await ask<Location[]>(client, 'references', { ...place, context: { includeDeclaration: false } });
  expect(used.map((one) => one.uri)).toEqual([uri('scenarios/SC-2.yaml')]);
});

it('symbols are those of the document and of the workspace', async () => {
  const client = await start({ 'scenarios/SC-2.yaml': 'title: Cancels an order\ngoal: x\nforbidden: [y]\n' });
  const place = await openMarked(
    client,
    scenario,
    '¦goal: x\nacceptance_criteria:\n  - id: A\n    check: contains\n    value: y\n',
  );
  const outline = await ask<DocumentSymbol[]>(client, 'documentSymbol', place);
  expect(outline.map(({ name }) => name)).toEqual(['goal', 'acceptance_criteria']);
  expect(outline[1]?.children?.map(({ name }) => name)).toEqual(['A']);
  await client.settled();
  const symbols = await client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query: 'cancels' });
  expect(symbols.map(({ name }) => name)).toEqual(['SC-2: Cancels an order']);
});

it('variables are coloured, and what is left unsaid stands between the words', async () => {
  const client = await start();
  const place = await openMarked(client, 'profiles/local.yaml', `¦${goodProfile}hook_env:\n  A: "\${TOKEN}"\n`);
  const { data } = await ask<SemanticTokens>(client, 'semanticTokens/full', place);
  expect(data).toEqual([4, 8, 5, 0, 0]);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await ask<InlayHint[]>(client, 'inlayHint', { ...place, range });
  expect(hints.map(({ label }) => label)).toEqual(['up to 300 s']);
});

it('a client that registers what colours has scripts left to the server of their language', async () => {
  const client = await start({}, { capabilities: { textDocument: { semanticTokens: tokens(true) } } });
  await client.until(() => client.registered.has('textDocument/semanticTokens'));
  const { documentSelector } = client.registered.get('textDocument/semanticTokens') as {
    documentSelector: { pattern: string }[];
  };
  expect(documentSelector.length).toBeGreaterThan(0);
  expect(documentSelector.every(({ pattern }) => /^\*\*\/\.testmuai\/rook\/.*(yaml|\{yaml,yml\})$/.test(pattern))).toBe(
    true,
  );
});

it('other clients, which take colours of several servers, get those of scripts, too', async () => {
  const files = { 'scripts/agent.mjs': 'process.env.ROOK_TURN' };
  const client = await start(files, { capabilities: { textDocument: { semanticTokens: tokens(false) } } });
  await client.settled();
  const place = await openMarked(client, 'scripts/agent.mjs', '¦process.env.ROOK_TURN\n');
  await expect.poll(() => ask(client, 'semanticTokens/full', place)).toEqual({ data: [0, 12, 9, 0, 3] });
  expect(client.registered.has('textDocument/semanticTokens')).toBe(false);
});

/** What a client says of the colours that it can show. */
function tokens(dynamicRegistration: boolean): SemanticTokensClientCapabilities {
  return { dynamicRegistration, requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] };
}

it('a question about a file that is none of ours, or not open, is answered with nothing', async () => {
  const client = await start();
  await client.open('/notes.yaml', 'goal: x\n');
  for (const name of ['/notes.yaml', 'profiles/local.yaml']) {
    const place = { textDocument: { uri: client.workspace.uri(name) }, position: { line: 0, character: 0 } };
    for (const method of [
      'completion',
      'hover',
      'definition',
      'documentSymbol',
      'foldingRange',
      'documentLink',
      'semanticTokens/full',
    ])
      expect(await ask<unknown>(client, method, place)).toBeNull();
  }
  expect(client.logged).toEqual([]);
});
