import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doneHook, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
beforeEach(() => {
  workspace = new WorkspaceBuilder().agent().profile('local', ['execute']).hook(doneHook).scenario('SC-001');
  workspace.file(
    '.testmuai/rook/mcp.json',
    JSON.stringify({ mcpServers: { desk: { command: 'node', args: ['desk.mjs'] } } }),
  );
});
afterEach(() => workspace.remove());

const at = (env: Record<string, string> = {}) => ({ cwd: workspace.root, env });

describe('rook mcp', () => {
  it('lists servers with their states, as one document', async () => {
    const { code, document } = await rookJson(['mcp', 'list'], at());
    expect(code).toBe(0);
    expect(document.servers).toMatchObject(
      [{ name: 'desk', origin: 'project', transport: 'stdio', state: 'needs_approval', fingerprint: /^sha256:/ }].map(
        (one) => ({ ...one, fingerprint: expect.stringMatching(one.fingerprint) }),
      ),
    );
    const { stdout } = await rook(['mcp'], at());
    expect(stdout).toContain('needs approval');
    expect(stdout).toContain('rook mcp approve desk --fingerprint sha256:');
  });

  it('approves an exact definition; without a person it must be named', async () => {
    const refused = await rookJson(['mcp', 'approve', 'desk'], at());
    expect(refused).toMatchObject({ code: 1, document: { ok: false } });
    const { document } = await rookJson(['mcp', 'get', 'desk'], at());
    expect(refused.document.remedy).toContain(document.server.fingerprint);
    const wrong = await rookJson(['mcp', 'approve', 'desk', '--fingerprint', 'sha256:0'], at());
    expect(wrong).toMatchObject({ code: 1, document: { ok: false } });
    const approved = await rookJson(['mcp', 'approve', 'desk', '--fingerprint', document.server.fingerprint], at());
    expect(approved).toMatchObject({ code: 0, document: { ok: true, server: { state: 'approved' } } });
    workspace.file('.testmuai/rook/mcp.json', JSON.stringify({ mcpServers: { desk: { command: 'sh' } } }));
    expect((await rookJson(['mcp', 'get', 'desk'], at())).document.server.state).toBe('changed');
  });

  it('adds, switches and removes servers, with arguments as they are', async () => {
    const added = await rook(
      [
        'mcp',
        'add',
        'billing',
        '--json',
        '--env',
        'TOKEN=${BILLING_TOKEN}',
        '--',
        'npx',
        '-y',
        'billing-mcp',
        '--json',
      ],
      at({ BILLING_TOKEN: 'correct-horse' }),
    );
    expect(added.code).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({
      server: {
        origin: 'local',
        state: 'approved',
        definition: { command: 'npx', args: ['-y', 'billing-mcp', '--json'], env: { TOKEN: '${BILLING_TOKEN}' } },
      },
    });
    expect(added.stdout).not.toContain('correct-horse');
    expect((await rookJson(['mcp', 'get', 'billing'], at())).document.server.state).toBe('missing_variable');
    expect((await rookJson(['mcp', 'disable', 'billing'], at())).document.server.state).toBe('disabled');
    expect((await rook(['mcp', 'enable', 'billing'], at())).stdout).toContain('billing is enabled');
    expect(await rookJson(['mcp', 'remove', 'billing'], at())).toMatchObject({
      code: 0,
      document: { origin: 'local' },
    });
    expect((await rookJson(['mcp', 'get', 'billing'], at())).code).toBe(1);
  });

  it('adds an address with headers, and hides a literal secret', async () => {
    const args = [
      'mcp',
      'add',
      'tracker',
      '--url',
      'https://x.example/mcp',
      '--header',
      'Authorization: Bearer abcdef',
    ];
    const { document } = await rookJson(args, at());
    expect(document.server.definition).toEqual({
      url: 'https://x.example/mcp',
      headers: { Authorization: '«hidden»' },
    });
    expect(await rookJson([...args, '--scope', 'project', '--force'], at())).toMatchObject({ code: 1 });
  });

  it.each([
    [['mcp', 'add', 'x'], /no program and no --url/],
    [['mcp', 'add', 'x', 'node', '--url', 'http://y'], /not both/],
    [['mcp', 'add', 'a.b', 'node'], /no name for a server/],
    [['mcp', 'add', 'x', 'node', '--scope', 'all'], /no scope all/],
    [['mcp', 'add', 'x', 'node', '--env', 'TOKEN'], /not understood/],
    [['mcp', 'add', 'x', '--scop', 'project', 'node'], /--scop is no option/],
    [['mcp', 'get', 'dsk'], /did you mean desk/],
    [['mcp', 'lst'], /did you mean list/],
  ])('%j is refused', async (args, why) => {
    const { code, document } = await rookJson(args, at());
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringMatching(why) });
  });
});

describe('rook run with rules', () => {
  it.each([
    [['--allow', 'mcp_call'], /--allow: the rule "mcp_call" cannot be read at position 9/],
    [['--allow', 'mcp_call(x)', '--allow', 'mcp_call(x)@nowhen'], /at position 13: there is no phase nowhen/],
    [['--inputs', '{"hook":[]}'], /--inputs/],
    [['--inputs', '{"hooks":[{"event":"pre-tool","command":"bash x.sh"}]}'], /bash is not allowed/],
    [['--inputs', '@nowhere.json'], /no file/],
  ])('%j is refused, and nothing runs', async (flags, why) => {
    const { code, document } = await rookJson(['run', ...flags], at());
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringMatching(why) });
    expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/runs')).toBe(false);
  });

  it('a deny rule forbids a run, also with --yes: nothing ran, and the document says so', async () => {
    workspace.file('.testmuai/rook/settings.json', JSON.stringify({ permissions: { deny: ['run(loc*)'] } }));
    for (const flags of [[], ['--yes'], ['--allow', 'run(local)']]) {
      const { code, document, stderr } = await rookJson(['run', ...flags], at());
      expect(code).toBe(1);
      expect(document).toMatchObject({
        ok: true,
        discarded: 'refused',
        reason: expect.stringContaining('run(loc*)'),
        remedy: expect.stringContaining('settings.json'),
      });
      expect(document.run_id).toBeUndefined();
      expect(stderr).toContain('the run was refused');
    }
    expect(workspace.has('.testmuai/rook/projects/desk/agents/desk/runs')).toBe(false);
  });

  it('a run that goes on is forbidden by the profile that it was begun with', async () => {
    const { document: begun } = await rookJson(['run'], at());
    workspace.file('.testmuai/rook/settings.json', JSON.stringify({ permissions: { deny: ['run(local)'] } }));
    const { code, document } = await rookJson(['run', '--run', begun.run_id, '--phases', 'judge'], at());
    expect(code).toBe(1);
    expect(document.discarded).toBe('refused');
  });

  it('allow rules of the workspace are ignored, and that is said', async () => {
    workspace.file('.testmuai/rook/settings.json', JSON.stringify({ permissions: { allow: ['mcp_call(*)'] } }));
    const { code, stderr } = await rookJson(['run'], at());
    expect(code).toBe(0);
    expect(stderr).toContain('the allow rules of the workspace are ignored: mcp_call(*)');
  });
});

describe('rook hooks', () => {
  it('adds, lists and removes hooks, numbered as they run', async () => {
    const added = await rookJson(['hooks', 'add', 'pre-tool', 'node', 'pre.mjs', '{tool}', '--strict'], at());
    expect(added).toMatchObject({
      code: 0,
      document: { ok: true, added: [{ number: 1, event: 'pre-tool', command: 'node pre.mjs {tool} --strict' }] },
    });
    await rook(['hooks', 'add', 'stop', 'node bye.mjs'], at());
    expect((await rookJson(['hooks', 'list'], at())).document.hooks).toEqual([
      { number: 1, event: 'pre-tool', command: 'node pre.mjs {tool} --strict', runs: true },
      { number: 2, event: 'stop', command: 'node bye.mjs', runs: false },
    ]);
    expect((await rook(['hooks'], at())).stdout).toContain('stored, never run');
    expect(await rookJson(['hooks', 'remove', '1'], at())).toMatchObject({
      code: 0,
      document: { ok: true, removed: { number: 1, event: 'pre-tool' } },
    });
    expect((await rookJson(['hooks', 'list'], at())).document.hooks).toHaveLength(1);
  });

  it('takes a list from a file, all or none', async () => {
    const hook = { event: 'pre-tool', command: 'node x.mjs' };
    workspace.file('.orkeon/hooks.json', JSON.stringify({ hooks: [hook, { ...hook, command: 'rm -rf x' }] }));
    expect((await rookJson(['hooks', 'add', '--from', '.orkeon/hooks.json'], at())).code).toBe(1);
    expect((await rookJson(['hooks', 'list'], at())).document.hooks).toEqual([]);
    workspace.file('.orkeon/hooks.json', JSON.stringify([hook]));
    expect((await rookJson(['hooks', 'add', '--from', '.orkeon/hooks.json'], at())).document.added).toHaveLength(1);
  });

  it.each([
    [['hooks', 'add', 'pre-tol', 'node', 'x'], /did you mean pre-tool/],
    [['hooks', 'add', 'pre-tool'], /no command/],
    [['hooks', 'add', 'pre-tool', 'node x && node y'], /&& is refused/],
    [['hooks', 'add', 'pre-tool', 'bash', 'x.sh'], /bash is not allowed/],
    [['hooks', 'remove', '1'], /no hook #1/],
    [['hooks', 'remove', 'first'], /no number/],
  ])('%j is refused', async (args, why) => {
    const { code, document } = await rookJson(args, at());
    expect(code).toBe(1);
    expect(document).toMatchObject({ ok: false, error: expect.stringMatching(why) });
  });
});
