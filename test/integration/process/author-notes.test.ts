import { describe, expect, it } from 'vitest';
import type { JudgeModel, JudgeQuestion } from '../../../engine/judge/model/judge-model';
import { runJudgeOf } from '../../../engine/judge/model/run-judge';
import { approvingPermission, headlessPermission } from '../../../engine/tools/permission/permission';
import { Toolbox } from '../../../engine/tools/toolbox';
import { selectAgentIn } from '../../../engine/workspace/select';
import { openWorkspace } from '../../../engine/workspace/workspace';
import type { ToolHook } from '../../../schemas/tool-hook';
import { targetNamed } from '../../fixtures/targets';
import type { WorkspaceBuilder } from '../workspace-builder';
import { type Authored, allText, author, learned, must } from './author-room';
import { notes, useWorkspaces } from './run-workspace';

const build = useWorkspaces();

type Turn = (question: JudgeQuestion) => Promise<object> | object;

/** A model that answers by a script, one entry for each question; it keeps what it was asked. */
function scripted(...turns: Turn[]): JudgeModel & { asked: JudgeQuestion[] } {
  const asked: JudgeQuestion[] = [];
  return {
    name: 'test:scripted',
    asked,
    ask: async (question) => {
      const turn = turns[Math.min(asked.length, turns.length - 1)];
      asked.push(question);
      return { text: JSON.stringify(await turn?.(question)) };
    },
  };
}

const says = (material: string, more: object = {}): object => ({
  material,
  answer_path: null,
  explanation: 'from the notes',
  missing: [],
  ...more,
});

async function fromNotes(
  workspace: WorkspaceBuilder,
  text: string,
  model: JudgeModel,
  { hooks = [], unattended = false }: { hooks?: ToolHook[]; unattended?: boolean } = {},
): Promise<Authored> {
  const opened = must(await openWorkspace(workspace.root));
  const agent = must(selectAgentIn(opened, {}));
  return author(workspace, text, {
    name: 'it',
    judge: runJudgeOf(model),
    openTools: (profileId) =>
      Toolbox.open({
        workspace: opened,
        agent,
        profileId,
        env: { ...process.env, ROOK_HOME: `${workspace.root}/.home` },
        permission: unattended ? headlessPermission('CI is set') : approvingPermission(),
        allow: unattended ? ['probe(it)'] : [],
        hooks,
      }),
  });
}

const prose = 'Our agent answers questions about orders. It lives on the port that the operations handbook names.';

/** Calls a tool of the question, as a model does. */
const use = (question: JudgeQuestion, name: string, args: Record<string, unknown>): Promise<string> =>
  question.tools.find((tool) => tool.name === name)?.call(args, question.signal) ?? Promise.resolve(`no tool ${name}`);

describe('notes in plain language', () => {
  it('become a profile by way of an invocation that is really tried', async () => {
    const workspace = build().agent();
    const target = await targetNamed('json-nested').start();
    try {
      const model = scripted(() => says(target.material));
      const { result } = await fromNotes(workspace, prose, model);
      expect(must(result)).toMatchObject({ ok: true, profileId: 'it' });
      expect(model.asked).toHaveLength(1);
      expect(model.asked[0]?.prompt).toContain('operations handbook');
    } finally {
      await target.stop();
    }
  });

  it('are read again with what came back, when an invocation did not work', async () => {
    const workspace = build().agent();
    const target = await targetNamed('json-plain').start();
    try {
      const gone = await targetNamed('json-plain').start();
      await gone.stop();
      const model = scripted(
        () => says(gone.material),
        () => says(target.material),
      );
      const { result } = await fromNotes(workspace, prose, model);
      expect(must(result)).toMatchObject({ ok: true });
      expect(model.asked[1]?.prompt).toContain('which you gave');
      expect(model.asked[1]?.prompt).toMatch(/ECONNREFUSED|refused/i);
    } finally {
      await target.stop();
    }
  });

  it('that lack something end with what the model says is missing; nothing is written', async () => {
    const workspace = build().agent();
    const { result } = await fromNotes(
      workspace,
      prose,
      scripted(() => says('', { missing: ['the port'] })),
    );
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('the port') } });
    expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/profiles/it.yaml')).toBe(false);
  });

  it('with an address in them are read by the model, which knows what the rest says', async () => {
    const target = await targetNamed('json-nested').start();
    try {
      const model = scripted(() => says(target.material));
      const text = `${prose} You POST a JSON body to ${target.url}, with the question in input.text.`;
      const { result } = await fromNotes(build().agent(), text, model);
      expect(must(result).ok).toBe(true);
      expect(model.asked[0]?.prompt).toContain('with the question in input.text');
      const { events } = await author(build().agent(), text);
      expect(events).toContainEqual(
        expect.objectContaining({ warnings: [expect.stringContaining('Only the address was understood')] }),
      );
    } finally {
      await target.stop();
    }
  });

  it('are refused without a model, with what to do', async () => {
    const { result } = await author(build().agent(), prose);
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('plain language') } });
  });

  it('reach the model, and every file, without the credentials in them', async () => {
    const workspace = build().agent();
    const target = await targetNamed('json-plain').start();
    try {
      const model = scripted(() => says(target.material));
      const text = `${prose}\nThe api key is zX91-k3kWq82ndVv-77 and the password: hunter2-Sesame!`;
      const { result } = await fromNotes(workspace, text, model);
      expect(must(result).ok).toBe(true);
      const seen = JSON.stringify(model.asked) + allText(workspace.root);
      expect(seen).not.toContain('zX91-k3kWq82ndVv-77');
      expect(seen).not.toContain('hunter2-Sesame!');
      expect(model.asked[0]?.prompt).toContain('$AGENT_SECRET');
    } finally {
      await target.stop();
    }
  });
});

describe('the tool calls of the model that reads notes', () => {
  const recorder = `import { appendFileSync } from 'node:fs';
    const [name, ...rest] = process.argv.slice(2);
    appendFileSync('hook-notes', [name, ...rest].join(' ') + '\\n');
    if (name === 'refuse') { console.error('not in this house'); process.exit(3); }`;

  function withHandbook(): WorkspaceBuilder {
    const workspace = build().agent();
    workspace.file('docs/handbook.md', 'The desk listens on port 8080.');
    workspace.file('.env', 'TOKEN=x');
    workspace.file('hook.mjs', recorder);
    return workspace;
  }

  it('pass the gate, and the tool hooks run around each', async () => {
    const workspace = withHandbook();
    const results: string[] = [];
    const model = scripted(async (question) => {
      results.push(await use(question, 'list_files', { path: 'docs' }));
      results.push(await use(question, 'read_file', { path: 'docs/handbook.md' }));
      return says('', { missing: ['nothing more'] });
    });
    await fromNotes(workspace, prose, model, {
      hooks: [
        { event: 'pre-tool', command: 'node hook.mjs before {tool} {path}' },
        { event: 'post-tool', command: 'node hook.mjs after {tool}' },
      ],
    });
    expect(results).toEqual(['{"files":[{"path":"handbook.md","bytes":30}]}', 'The desk listens on port 8080.']);
    expect(notes(workspace, 'hook-notes')).toEqual([
      'before list_files docs',
      'after list_files',
      'before read_file docs/handbook.md',
      'after read_file',
    ]);
  });

  it('are refused by a hook, which the model can read', async () => {
    const workspace = withHandbook();
    let said = '';
    const model = scripted(async (question) => {
      said = await use(question, 'read_file', { path: 'docs/handbook.md' });
      return says('', { missing: ['all'] });
    });
    await fromNotes(workspace, prose, model, { hooks: [{ event: 'pre-tool', command: 'node hook.mjs refuse' }] });
    expect(said).toBe('The call was refused: pre-tool hook #1 (node hook.mjs refuse) exited 3: not in this house');
  });

  it('are refused by the gate where nobody can be asked: the rule to add is named, no hook is reached', async () => {
    const workspace = withHandbook();
    let said = '';
    const model = scripted(async (question) => {
      said = await use(question, 'read_file', { path: 'docs/handbook.md' });
      return says('', { missing: ['the port'] });
    });
    const { result, events } = await fromNotes(workspace, prose, model, {
      unattended: true,
      hooks: [{ event: 'pre-tool', command: 'node hook.mjs before' }],
    });
    expect(said).toContain("add --allow 'read_file(docs/handbook.md)'");
    expect(notes(workspace, 'hook-notes')).toEqual([]);
    expect(learned(events).join('\n')).toContain('no rule allows read_file(docs/handbook.md)');
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('read_file(docs/handbook.md)') },
    });
  });

  it('never reach what holds secrets, whatever is allowed', async () => {
    const workspace = withHandbook();
    let said = '';
    const model = scripted(async (question) => {
      said = await use(question, 'read_file', { path: '.env' });
      return says('', { missing: ['all'] });
    });
    await fromNotes(workspace, prose, model);
    expect(said).toContain('.env is where secrets lie');
  });
});
