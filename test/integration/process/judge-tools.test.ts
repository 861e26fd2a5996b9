import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentNode } from '../../../engine/lifecycle/hook-command';
import { ProcessRunner } from '../../../engine/lifecycle/process-runner';
import { Redactor } from '../../../engine/lifecycle/redactor';
import { headlessPermission } from '../../../engine/tools/permission/permission';
import { ToolHooks } from '../../../engine/tools/tool-hooks/run-tool-hooks';
import type { WorkspaceBuilder } from '../workspace-builder';
import { type ToolboxChanges, toolboxOf, withServer, withTools } from './mcp-room';
import { notes, useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const attempt = '.testmuai/rook/projects/desk/agents/desk/runs/R/scenarios/SC-001';
const never = new AbortController().signal;

/** A workspace with an attempt on record, and files around it. */
function recorded(): WorkspaceBuilder {
  const workspace = withServer(build());
  workspace.file(`${attempt}/response.json`, '{"output":"done"}');
  workspace.file(`${attempt}/verdict.yaml`, 'status: Pass');
  workspace.file(`${attempt}/evidence/collect.json`, '{"calls":[]}');
  workspace.file(`${attempt}/attempts/2/response.json`, '{}');
  workspace.file(`${attempt}/hook-state/session`, 'handle');
  workspace.file('docs/policy.md', 'Thirty days. The password is correct-horse.');
  workspace.file('.env', 'TOKEN=correct-horse');
  workspace.file('config/.env.local', 'TOKEN=correct-horse');
  return workspace;
}

/** Calls one tool of the judge. */
async function call(
  workspace: WorkspaceBuilder,
  name: string,
  args: Record<string, unknown> = {},
  changes: ToolboxChanges = {},
): Promise<{ text: string; refused: string[] }> {
  const refused: string[] = [];
  const toolbox = await toolboxOf(workspace, { limits: { requestMs: 2000 }, ...changes });
  const text = await withTools(
    toolbox,
    async (tools) => {
      const list = tools.judgeTools(join(workspace.root, attempt), (tool, why) => refused.push(`${tool}: ${why}`));
      const tool = list.find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return tool.call(args, never);
    },
    { PASSWORD: 'correct-horse' },
  );
  return { text, refused };
}

const unattended: ToolboxChanges = { permission: headlessPermission('CI is set') };

describe('the records of the attempt', () => {
  it('can be listed and read without a rule, other attempts and verdicts left out', async () => {
    const { text } = await call(recorded(), 'list_outputs', {}, unattended);
    expect(JSON.parse(text).files.map(({ path }: { path: string }) => path)).toEqual([
      'response.json',
      'evidence/collect.json',
    ]);
    const read = await call(recorded(), 'read_file', { path: 'evidence/collect.json' }, unattended);
    expect(read).toEqual({ text: '{"calls":[]}', refused: [] });
  });

  it('are closed by a deny rule', async () => {
    const workspace = recorded();
    workspace.file('.home/settings.json', JSON.stringify({ permissions: { deny: ['read_file(*)'] } }));
    const { text } = await call(workspace, 'read_file', { path: 'response.json' });
    expect(text).toMatch(/^The call was refused: .*deny rule read_file\(\*\)/);
  });
});

describe('files of the workspace', () => {
  const policy = { path: 'docs/policy.md' };

  it('need a rule where nobody can be asked; the folder will do', async () => {
    const { text, refused } = await call(recorded(), 'read_file', policy, unattended);
    expect(text).toContain(`--allow 'read_file(docs/policy.md)'`);
    expect(refused).toHaveLength(1);
    for (const rule of ['read_file(.)', 'read_file(docs)', 'read_file(docs/policy.md)@judge'])
      expect((await call(recorded(), 'read_file', policy, { ...unattended, allow: [rule] })).text).toContain(
        'Thirty days',
      );
  });

  it('come with secrets masked', async () => {
    expect((await call(recorded(), 'read_file', policy)).text).toBe('Thirty days. The password is «PASSWORD».');
  });

  it.each([
    ['.env', /secrets lie/],
    ['config/.env.local', /secrets lie/],
    ['.git/config', /nothing in \.git/],
    ['../outside.txt', /leads out/],
    ['/etc/passwd', /absolute/],
    ['hook-state/session', /nothing in hook-state/],
    ['nowhere.txt', /there is no nowhere\.txt/],
    ['docs', /a folder, not a file/],
    ['', /needs a path/],
  ])('%j is refused, whatever is allowed', async (path, why) => {
    const { text } = await call(recorded(), 'read_file', { path });
    expect(text).toMatch(/^The call was refused: /);
    expect(text).toMatch(why);
    expect(text).not.toContain('TOKEN');
  });

  it.skipIf(process.platform === 'win32')(
    'are not read through links that lead out, or to where secrets lie',
    async () => {
      const workspace = recorded();
      symlinkSync('/etc/hosts', join(workspace.root, 'hosts'));
      symlinkSync(join(workspace.root, '.env'), join(workspace.root, 'harmless.txt'));
      mkdirSync(join(workspace.root, 'linked'));
      symlinkSync(join(workspace.root, 'docs/policy.md'), join(workspace.root, 'linked/policy.md'));
      expect((await call(workspace, 'read_file', { path: 'hosts' })).text).toMatch(/symbolic link/);
      expect((await call(workspace, 'read_file', { path: 'harmless.txt' })).text).toMatch(/secrets lie/);
      // A rule is about where a file really lies.
      const linked = { ...unattended, allow: ['read_file(linked)'] };
      expect((await call(workspace, 'read_file', { path: 'linked/policy.md' }, linked)).text).toMatch(/no rule allows/);
    },
  );

  it('are cut, with a note, and binary ones are only named', async () => {
    const workspace = recorded();
    workspace.file('long.txt', 'x'.repeat(100_000));
    writeFileSync(join(workspace.root, 'image'), Buffer.from([1, 0, 2]));
    expect((await call(workspace, 'read_file', { path: 'long.txt' })).text).toMatch(
      /\[the first 65536 of 100000 bytes\]/,
    );
    expect((await call(workspace, 'read_file', { path: 'image' })).text).toBe('(a binary file of 3 bytes)');
  });
});

describe('MCP servers', () => {
  const look = { server: 'desk', tool: 'look', arguments: { a: [1, { b: 2 }] } };

  it('are asked through the gate, and answer as JSON on one line', async () => {
    expect((await call(recorded(), 'mcp_call', look)).text).toBe('{"a":[1,{"b":2}]}');
    expect((await call(recorded(), 'mcp_call', look, unattended)).text).toContain('mcp_start(desk)');
  });

  it('are never asked to write', async () => {
    const workspace = recorded();
    for (const tool of ['wipe', 'delete_all'])
      expect((await call(workspace, 'mcp_call', { server: 'desk', tool })).text).toMatch(/was not called/);
    expect(notes(workspace).filter((line) => line.startsWith('called'))).toEqual([]);
  });
});

describe('tool hooks', () => {
  const recorder = `
    import { appendFileSync, existsSync } from 'node:fs';
    const [name, ...rest] = process.argv.slice(2);
    appendFileSync('hook-notes', [name, ...rest].join(' ') + '\\n');
    if (name === 'refuse') { console.log('second'); console.error('\\nthe desk is closed'); process.exit(2); }
    if (name === 'hang') setInterval(() => {}, 1000);
  `;
  const hook = (event: 'pre-tool' | 'post-tool' | 'stop', args: string) => ({
    event,
    command: `node hook.mjs ${args}`,
  });
  const read = { path: 'docs/policy.md' };

  function withHook(): WorkspaceBuilder {
    const workspace = recorded();
    workspace.file('hook.mjs', recorder);
    return workspace;
  }

  it('run around each call in list order, and leave the result as it is', async () => {
    const workspace = withHook();
    const hooks = [
      hook('post-tool', 'after {tool} {event}'),
      hook('pre-tool', 'one {tool} {event} {path}'),
      hook('stop', 'never'),
      hook('pre-tool', 'two'),
    ];
    expect((await call(workspace, 'read_file', read, { hooks })).text).toMatch(/^Thirty days/);
    expect(notes(workspace, 'hook-notes')).toEqual([
      'one read_file pre-tool docs/policy.md',
      'two',
      'after read_file post-tool',
    ]);
  });

  it('before a call refuse it: the model reads number, command, exit code and first line', async () => {
    const workspace = withHook();
    const hooks = [
      hook('pre-tool', 'one'),
      hook('pre-tool', 'refuse {path}'),
      hook('pre-tool', 'three'),
      hook('post-tool', 'x'),
    ];
    const { text } = await call(workspace, 'read_file', read, { hooks });
    expect(text).toBe(
      'The call was refused: pre-tool hook #2 (node hook.mjs refuse docs/policy.md) exited 2: the desk is closed',
    );
    expect(notes(workspace, 'hook-notes')).toEqual(['one', 'refuse docs/policy.md']);
  });

  it('after a call add a line each that fails', async () => {
    const hooks = [hook('post-tool', 'fine'), hook('post-tool', 'refuse {tool} {path}')];
    const { text } = await call(
      withHook(),
      'mcp_call',
      { server: 'desk', tool: 'look', arguments: { a: 1 } },
      { hooks },
    );
    expect(text).toBe('{"a":1}\n[post-tool hook #2 (node hook.mjs refuse mcp_call -) exited 2: the desk is closed]');
  });

  it('that cannot run refuse every call', async () => {
    const workspace = recorded();
    workspace.file(
      '.home/tool-hooks.json',
      JSON.stringify({ version: 1, workspaces: { [workspace.root]: [hook('pre-tool', 'x; y')] } }),
    );
    expect((await call(workspace, 'read_file', read)).text).toMatch(
      /pre-tool hook #1 \(node hook\.mjs x; y\) could not run: ; is refused/,
    );
    const absent = [{ event: 'pre-tool' as const, command: 'no-such-program x' }];
    workspace.file('.home/settings.json', JSON.stringify({ tool_hooks: { extra_programs: ['no-such-program'] } }));
    workspace.file('.home/tool-hooks.json', JSON.stringify({ version: 1, workspaces: {} }));
    expect((await call(workspace, 'read_file', read, { hooks: absent })).text).toMatch(/could not run: /);
  });

  it('are not reached by a call that the gate or the rules refuse', async () => {
    const workspace = withHook();
    const hooks = [hook('pre-tool', 'one'), hook('post-tool', 'two')];
    await call(workspace, 'read_file', read, { ...unattended, hooks });
    await call(workspace, 'read_file', { path: '.env' }, { hooks });
    await call(workspace, 'mcp_call', { server: 'desk', tool: 'wipe' }, { hooks });
    await call(workspace, 'mcp_call', { server: 'desk', tool: 'look' }, { ...unattended, hooks });
    expect(notes(workspace, 'hook-notes')).toEqual([]);
  });

  it('that take too long are ended with what they started, and refuse the call', async () => {
    const workspace = withHook();
    const processes = new ProcessRunner();
    const hooks = new ToolHooks({
      hooks: [hook('pre-tool', 'hang')],
      extraPrograms: [],
      processes,
      node: currentNode(),
      root: workspace.root,
      env: { ROOK_WORKSPACE: workspace.root },
      redactor: new Redactor({}),
      limitMs: 500,
    });
    expect(await hooks.before({ tool: 'read_file' }, never)).toMatch(
      /^pre-tool hook #1 \(node hook\.mjs hang\) ran longer than 0\.5 seconds/,
    );
    await processes.close();
  });

  it('cannot see the credentials of Rook', async () => {
    const workspace = recorded();
    workspace.file('hook.mjs', `console.error(process.env.ROOK_JUDGE_API_KEY ?? 'no key'); process.exit(1);`);
    const { text } = await call(workspace, 'read_file', read, {
      hooks: [hook('pre-tool', '')],
      env: { ROOK_JUDGE_API_KEY: 'a-key-of-ours' },
    });
    expect(text).toContain('exited 1: no key');
  });
});
