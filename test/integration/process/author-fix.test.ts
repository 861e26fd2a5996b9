import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuthorEvent, AuthorPerson } from '../../../engine/author/author-surface';
import { type FixOutcome, fixProfile } from '../../../engine/author/fix-profile';
import type { ReadingHints } from '../../../engine/author/refine-draft';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { approvingPermission } from '../../../engine/tools/permission/permission';
import { Toolbox } from '../../../engine/tools/toolbox';
import { selectAgentIn } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import type { WorkspaceBuilder } from '../workspace-builder';
import { author, must } from './author-room';
import { type AnsweringServer, answering, curlOf, withStatus } from './author-server';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const agentFolder = '.testmuai/rook/projects/desk/agents/desk';
const token = 'tok-7f3a9c1e5b2d48f0a6c4';

const fields = (message: string) => ({
  status: 'ok',
  text: `You said: ${message}`,
  title: `About ${message}`,
  summary: `Somebody has asked to ${message}`,
  request_id: 'r-0001',
});

interface Room {
  workspace: WorkspaceBuilder;
  server: AnsweringServer;
  reply: (message: string) => unknown;
  /** What the author told, on every call of fix. */
  events: AuthorEvent[];
  fix(what?: string, person?: AuthorPerson): Promise<FixOutcome>;
  script(): string;
}

/** A profile `it` that was written by the author, with the agent that it is for. */
async function room(hints: ReadingHints = { answer: ['text'] }): Promise<Room> {
  const workspace = build().agent();
  const state: Pick<Room, 'reply'> = { reply: fields };
  const server = await answering(({ message }) => state.reply(message));
  const { result, env, kept } = await author(workspace, curlOf(server.url), { name: 'it', hints });
  const added = must(result);
  if (!added.ok) throw new Error(added.error);
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  const events: AuthorEvent[] = [];
  const values = { ...env, ...Object.fromEntries(kept) };
  return Object.assign(state, {
    workspace,
    server,
    script: () => workspace.read(`${agentFolder}/scripts/it.mjs`),
    events,
    fix: async (what?: string, person?: AuthorPerson) =>
      must(
        await fixProfile({
          workspace: opened,
          agent,
          profileId: 'it',
          ...(what !== undefined && { what }),
          node: currentNode(),
          env: values,
          signal: new AbortController().signal,
          surface: {
            ...(person && { person }),
            keepValue: async () => {},
            onEvent: (event) => void events.push(event),
          },
          openTools: (profileId) =>
            Toolbox.open({ workspace: opened, agent, profileId, env: values, permission: approvingPermission() }),
          shown: (path) => path,
        }),
      ),
  });
}

describe('what a person says of the answer', () => {
  it('changes the field when it names the right one', async () => {
    const { fix, script } = await room();
    const outcome = await fix('do not take the text, take the summary');
    expect(outcome).toMatchObject({
      ok: true,
      changed: true,
      output: 'Somebody has asked to Say hello and nothing else.',
    });
    expect(script()).toContain('summary');
  });

  it.each([
    ['the request_id is returned instead of the answer', /not where it stands/],
    ['the answer is wrong', /not where it stands/],
    ['the text field contains the old title', /several fields/],
    ['the answer is in status', /never changes: \$\.status/],
  ])('writes nothing, and offers what it may be, after: %s', async (what, error) => {
    const { fix, script } = await room();
    const before = script();
    const outcome = await fix(what);
    expect(outcome).toMatchObject({ ok: false, changed: false });
    expect(outcome.error).toMatch(error);
    expect(outcome.candidates?.length).toBeGreaterThan(0);
    expect(outcome.next).toMatch(/--what 'the answer is in \$\.\w+'/);
    expect(script()).toBe(before);
  });

  it('changes nothing when it names nothing, and says so', async () => {
    const { fix } = await room();
    const outcome = await fix('it says nothing useful, status is ok though');
    expect(outcome).toMatchObject({ ok: true, changed: false });
    expect(outcome.warnings).toEqual([expect.stringContaining('nothing in --what was understood')]);
  });

  it('leaves a chosen answer where it is when it is about something else', async () => {
    const { fix, script } = await room({ answer: ['title'] });
    const outcome = await fix('the auth header is X-Api-Key');
    expect(outcome).toMatchObject({ ok: true, changed: true, output: 'About Say hello and nothing else.' });
    expect(script()).toMatch(/x-api-key/i);
  });
});

describe('a URL that a person mentions', () => {
  it.each(['see URL/docs for help', 'the url is URL/ask'])('gets no credential at another host: %s', async (what) => {
    const { fix, script } = await room();
    const before = script();
    const other = await answering(() => ({ text: 'come in' }));
    const outcome = await fix(what.replace('URL', other.url.replace('127.0.0.1', 'localhost')));
    expect(other.asked).toEqual([]);
    expect(script()).toBe(before);
    expect(outcome.ok).toBe(!what.startsWith('the url'));
    if (!outcome.ok) expect(outcome.error).toContain('another origin');
  });

  it('is taken at another port of this machine, which is where agents in development go', async () => {
    const { fix, script } = await room();
    const moved = await answering(({ message }) => fields(message));
    const outcome = await fix(`the url is ${moved.url}/ask`);
    expect(outcome).toMatchObject({ ok: true, changed: true });
    expect(script()).toContain(new URL(moved.url).host);
    expect(moved.asked.length).toBeGreaterThan(0);
  });

  it('is taken at the same host', async () => {
    const { fix, server, script } = await room();
    expect(await fix(`it moved to ${server.url}/v2/ask`)).toMatchObject({ ok: true, changed: true });
    expect(script()).toContain('/v2/ask');
    expect(server.asked.at(-1)).toMatchObject({ path: '/v2/ask', headers: { authorization: `Bearer ${token}` } });
  });
});

describe('a script that was changed by hand', () => {
  const changed = async (reply: Room['reply']): Promise<Room & { before: string }> => {
    const one = await room();
    const before = `${one.script()}// mine\n`;
    one.workspace.file(`${agentFolder}/scripts/it.mjs`, before);
    one.reply = reply;
    return Object.assign(one, { before });
  };
  const moved = (message: string) => ({ result: { reply: `You said: ${message}` } });

  it.each([
    ['with words', 'the answer is in result.reply'],
    ['without words', undefined],
  ])('is left alone, and that is said first, with the way out: %s', async (_name, what) => {
    const one = await changed(moved);
    const outcome = await one.fix(what);
    expect(outcome).toMatchObject({ ok: false, changed: false, byHand: true });
    expect(outcome.error).toMatch(/^\S*it\.mjs was written or changed by hand/);
    expect(outcome.next).toContain('rook profile add it --force');
    expect(outcome.next).not.toContain('rook profile fix');
    expect(outcome.diagnosis?.next).not.toContain('rook profile fix');
    const line = Number(/Edit \S*it\.mjs:(\d+) yourself/.exec(outcome.next ?? '')?.[1]);
    expect(one.before.split('\n')[line - 1]).toContain('text');
    expect(one.script()).toBe(one.before);
  });

  it('is left alone when it answers and words ask for something else', async () => {
    const one = await changed(fields);
    const outcome = await one.fix('the answer is in summary');
    expect(outcome).toMatchObject({ ok: false, changed: false, byHand: true });
    expect(outcome.next).toContain('rook profile add it --force');
  });

  it('is in order when it answers and nothing was asked for', async () => {
    const one = await changed(fields);
    expect(await one.fix()).toMatchObject({ ok: true, changed: false });
  });
});

describe('a person who is asked whether a repair is right', () => {
  it('has seen the diff before', async () => {
    const one = await room();
    one.reply = (message) => ({ result: { reply: `You said: ${message}` } });
    let seen: AuthorEvent[] = [];
    const no = async () => undefined;
    const outcome = await one.fix(undefined, {
      chooseOption: no,
      chooseAnswer: no,
      askValue: no,
      mayKeep: async () => false,
      accept: async () => {
        seen = one.events.filter(({ type }) => type === 'diff');
        return false;
      },
    });
    expect(outcome).toMatchObject({ ok: false, changed: false });
    expect(seen).toEqual([{ type: 'diff', text: expect.stringMatching(/^[-+].*reply/m) }]);
  });
});

describe('a profile that does not answer any more', () => {
  it('is repaired when its answer has moved', async () => {
    const one = await room();
    one.reply = (message) => ({ result: { reply: `You said: ${message}` }, status: 'ok' });
    expect(await one.fix()).toMatchObject({ ok: true, changed: true, output: 'You said: Say hello and nothing else.' });
  });

  it('is told what to do, naming files that are there', async () => {
    const one = await room();
    one.reply = () => withStatus(500);
    const outcome = await one.fix();
    expect(outcome).toMatchObject({ ok: false, changed: false });
    const path = /\S+\.mjs/.exec(outcome.next ?? '')?.[0] ?? '';
    expect(basename(path)).toBe('it.mjs');
    expect(existsSync(path)).toBe(true);
  });

  it('does not follow a draft that was changed to lead to another host', async () => {
    const one = await room();
    const other = await answering(() => ({ text: 'come in' }));
    const kept = `${agentFolder}/profiles/.authored/it.json`;
    one.workspace.file(kept, one.workspace.read(kept).replaceAll(one.server.url, other.url));
    one.reply = (message) => ({ result: { reply: `You said: ${message}` } });
    expect(await one.fix()).toMatchObject({ ok: false, changed: false });
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['half a draft', { target: { kind: 'http' }, env: [] }],
    ['a draft of nothing', {}],
    ['a reading that is none', { target: { kind: 'http', steps: [], call: {} }, reading: { answer: 7 }, env: [] }],
  ])('is treated as written by hand when what is kept of it is %s', async (_name, draft) => {
    const one = await room();
    const text = one.script();
    const kept = join(one.workspace.root, agentFolder, 'profiles/.authored/it.json');
    writeFileSync(kept, JSON.stringify({ script_sha256: createHash('sha256').update(text).digest('hex'), draft }));
    one.reply = (message) => ({ result: { reply: `You said: ${message}` } });
    const outcome = await one.fix();
    expect(outcome).toMatchObject({ ok: false, changed: false });
    expect(outcome.next).toBeDefined();
    expect(one.script()).toBe(text);
  });
});
