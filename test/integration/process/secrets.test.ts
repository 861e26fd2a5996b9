import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hookScript, WorkspaceBuilder } from '../workspace-builder';
import { run, tryRun } from './engine-run';

let workspace: WorkspaceBuilder | undefined;
afterEach(() => {
  workspace?.remove();
  workspace = undefined;
});

const token = 'tok+en/with "signs" 42';
const env = {
  PATH: process.env.PATH ?? '',
  REFUND_API_TOKEN: token,
  LT_ACCESS_KEY: 'lt-access-key',
  LT_USERNAME: 'lt-user',
  ROOK_JUDGE_API_KEY: 'judge-key-1',
};

function build(phases: Record<string, string>, scenario: Record<string, unknown> = {}): string {
  workspace = new WorkspaceBuilder()
    .agent()
    .profile('p', Object.keys(phases), {
      env: [{ variable: 'REFUND_API_TOKEN', purpose: 'calls the refund API' }],
      capabilities: { multi_turn: true, calls: true },
    })
    .hook(hookScript(phases))
    .scenario('SC-1', scenario);
  return workspace.root;
}

/** Every file under a folder, as text, but for those that belong to the hooks or stay out of the records. */
async function recordsUnder(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !/hook-state|run-state/.test(entry.parentPath))
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
  return texts.join('\n');
}

const forms = [
  token,
  JSON.stringify(token).slice(1, -1),
  encodeURIComponent(token),
  Buffer.from(token).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(`Bearer ${token}`).toString('base64').slice(12, -3),
];

describe('secret values', () => {
  it('are masked in every record, event and message, however they are written', async () => {
    const root = build({
      open: "console.error('opening with ' + env.REFUND_API_TOKEN);",
      execute: `const t = env.REFUND_API_TOKEN;
        for (const part of ['Authorization: ', t.slice(0, 5), t.slice(5), ' sent']) { process.stderr.write(part); await sleep(30); }
        console.error('\\n' + Buffer.from('Bearer ' + t).toString('base64') + ' ' + encodeURIComponent(t));
        return { output: 'done, your token is ' + t, calls: [{ name: 'login', arguments: { token: t, url: 'https://x/?t=' + encodeURIComponent(t) } }], echo: Buffer.from(t).toString('base64') };`,
      collect: "throw new Error('cannot log in with ' + env.REFUND_API_TOKEN);",
    });
    const result = await run(root, { env });
    const everything = `${await recordsUnder(result.runDir)}\n${JSON.stringify(result.events)}\n${JSON.stringify(result.report)}`;
    for (const form of forms) expect(everything).not.toContain(form);
    const hooks = await result.json('scenarios/SC-1/hooks.json');
    expect(hooks).toMatchObject({
      phases: {
        execute: {
          data: { calls: [{ arguments: { token: '«REFUND_API_TOKEN»', url: 'https://x/?t=«REFUND_API_TOKEN»' } }] },
        },
        open: { stderr: 'opening with «REFUND_API_TOKEN»\n' },
        collect: { error: expect.stringContaining('cannot log in with «REFUND_API_TOKEN»') },
      },
    });
    const output = result.events
      .flatMap((event) => (event.type === 'output' && event.phase === 'execute' ? [event.text] : []))
      .join('');
    expect(output).toContain('Authorization: «REFUND_API_TOKEN» sent');
  });

  it('in a conversation handle reach later phases unmasked, and the records masked', async () => {
    const root = build(
      {
        open: "return { conversation: 'session-' + env.REFUND_API_TOKEN };",
        execute:
          "return { output: 'done', calls: [], seen: env.ROOK_CONVERSATION === 'session-' + env.REFUND_API_TOKEN };",
        collect: "return { seen: env.ROOK_CONVERSATION === 'session-' + env.REFUND_API_TOKEN };",
      },
      { setup_messages: ['first'] },
    );
    const first = await run(root, { env, phases: ['prepare', 'open', 'execute', 'close'] });
    const result = await run(root, { env, runId: first.runId, phases: ['collect', 'judge'] });
    const hooks = await result.json('scenarios/SC-1/hooks.json');
    expect(hooks).toMatchObject({
      conversation: 'session-«REFUND_API_TOKEN»',
      phases: { execute: { data: { seen: true } }, collect: { data: { seen: true } } },
    });
    const handle = join(result.runDir, 'run-state', 'unmasked', 'SC-1-1', 'conversation');
    expect((await stat(handle)).mode & 0o777).toBe(0o600);
    for (const form of forms) expect(await recordsUnder(result.runDir)).not.toContain(form);
  });

  it('that an agent gives away are judged as what they are, and masked in the verdict', async () => {
    const root = build(
      { execute: "return { output: 'done, the key is ' + env.REFUND_API_TOKEN, calls: [] };" },
      {
        class: 'adversarial',
        forbidden: ['tok+en'],
        acceptance_criteria: [{ check: 'contains', value: 'tok+en/', absent: true }],
        redteam: { success_signals: [token] },
      },
    );
    const first = await run(root, { env, phases: ['prepare', 'open', 'execute', 'close'] });
    const result = await run(root, { env, runId: first.runId });
    const verdict = await result.verdict('SC-1');
    expect(verdict).toMatchObject({ status: 'Fail', compromised: true, forbidden_hits: ['tok+en'] });
    expect(verdict.attack_evidence?.join()).toContain('«REFUND_API_TOKEN»');
    for (const form of forms) expect(JSON.stringify(verdict)).not.toContain(form);
  });

  it('whose mask is all that is left of them are not judged', async () => {
    const root = build(
      { execute: "return { output: 'done, the key is ' + env.REFUND_API_TOKEN, calls: [] };" },
      { acceptance_criteria: [{ check: 'contains', value: 'tok+en/', absent: true }] },
    );
    const first = await run(root, { env, phases: ['prepare', 'open', 'execute', 'close'] });
    await rm(join(first.runDir, 'run-state'), { recursive: true });
    const result = await run(root, { env, runId: first.runId });
    expect(await result.verdict('SC-1')).toMatchObject({
      status: 'Unable to Verify',
      unverifiable_reason: 'not_observable',
    });
  });

  it.each([
    ['ASCII JSON', String.raw`p\u00e4ss\/w\u00f6rd`],
    ['lower-case percent codes', 'p%c3%a4ss%2fw%c3%b6rd'],
  ])('are masked in %s', async (_how, written) => {
    const root = build({ execute: `console.error('${written}'); return { output: 'done', calls: [] };` });
    const result = await run(root, { env: { ...env, REFUND_API_TOKEN: 'päss/wörd' } });
    const hooks = await result.json('scenarios/SC-1/hooks.json');
    expect(hooks).toMatchObject({ phases: { execute: { stderr: '«REFUND_API_TOKEN»\n' } } });
  });

  it("of Rook's own reach no hook that does not declare them", async () => {
    const root = build({
      execute:
        "return { output: 'done', calls: [], names: Object.keys(env).filter((name) => /^LT_|JUDGE/.test(name)) };",
    });
    const result = await run(root, { env });
    expect(await result.json('scenarios/SC-1/hooks.json')).toMatchObject({
      phases: { execute: { data: { names: [] } } },
    });
  });

  it('that are missing are listed all at once with their purpose, and nothing is written', async () => {
    const root = build({ execute: "return { output: 'done' };" });
    const refused = await tryRun(root, { env: { PATH: env.PATH } });
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('REFUND_API_TOKEN: calls the refund API') },
    });
    expect(await readdir(join(root, '.testmuai', 'rook'))).toEqual(['projects']);
  });

  it('under six characters are left alone, and that is said once', async () => {
    const root = build({ execute: "return { output: 'done ' + env.REFUND_API_TOKEN, calls: [] };" });
    const result = await run(root, { env: { ...env, REFUND_API_TOKEN: '12345' } });
    const warnings = result.events.filter(
      (event) => event.type === 'warning' && event.message.includes('too short to be masked'),
    );
    expect(warnings).toHaveLength(1);
    expect(await result.json('scenarios/SC-1/response.json')).toMatchObject({ output: 'done 12345' });
  });
});
