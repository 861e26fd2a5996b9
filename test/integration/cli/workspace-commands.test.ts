import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyOfExample, doneHook, repository, WorkspaceBuilder } from '../workspace-builder';
import { rook, rookJson } from './rook-command';

let workspace: WorkspaceBuilder;
const json = (...args: string[]) => rookJson(args, { cwd: workspace.root });

beforeEach(() => {
  workspace = new WorkspaceBuilder()
    .agent()
    .agent(workspace2('desk', 'second'))
    .agent(workspace2('shop'))
    .profile('local', ['execute'], { name: 'Here' })
    .hook(doneHook)
    .scenario('SC-1', { feature_id: 'F-1', class: 'functional', category: 'happy_path', repeat: 2 });
});
afterEach(() => workspace.remove());

/** An agent's folder below the root, before there is a builder to ask. */
function workspace2(project: string, agent = project): string {
  return join('.testmuai/rook/projects', project, 'agents', agent);
}

describe('choosing', () => {
  it('a project, an agent and a profile, then running', async () => {
    workspace.profile('staging', ['execute']);
    expect((await json('project', 'use', 'desk')).document).toEqual({ ok: true });
    expect((await json('agent', 'use', 'desk')).document).toEqual({ ok: true });
    expect((await json('profile', 'use', 'staging')).document).toEqual({ ok: true });
    expect(JSON.parse(workspace.read('.testmuai/rook/settings.json'))).toEqual({ active_project_id: 'desk' });
    expect(workspace.read(`${workspace2('desk')}/profiles/active`)).toBe('staging\n');
    expect(workspace.read('.testmuai/rook/.gitignore')).toContain('cache/');
    const { code, stderr } = await json('run');
    expect(code).toBe(0);
    expect(stderr).toContain('agent desk, profile staging');
  });

  it('keeps the other settings', async () => {
    workspace.file('.testmuai/rook/settings.json', '{ "theirs": 1, "active_project_id": "shop" }');
    await json('project', 'use', 'desk');
    expect(JSON.parse(workspace.read('.testmuai/rook/settings.json'))).toEqual({
      theirs: 1,
      active_project_id: 'desk',
    });
  });

  it.each([
    [['project', 'use', 'nope'], 'desk, shop'],
    [['project', 'show', 'nope'], 'desk, shop'],
    [['agent', 'use', 'nope', '--project', 'desk'], 'desk, second'],
    [['agent', 'show', 'nope', '--project', 'desk'], 'desk, second'],
    [['profile', 'use', 'nope', '--agent', 'desk', '--project', 'desk'], 'local'],
    [['profile', 'show', 'nope', '--agent', 'desk', '--project', 'desk'], 'local'],
  ])('%j names the known ones', async (args, known) => {
    const { code, document } = await json(...args);
    expect(code).toBe(1);
    expect(document).toEqual({ ok: false, error: expect.stringContaining('nope'), remedy: expect.any(String) });
    expect(document.remedy).toContain(known);
  });

  it('flags choose for one call, before or after the command', async () => {
    const before = await rook(['--project', 'desk', '--agent', 'desk', 'run'], { cwd: workspace.root });
    const after = await rook(['run', '--agent=desk', '--project=desk', '-C', workspace.root], { cwd: '/' });
    expect([before.code, after.code]).toEqual([0, 0]);
    expect(workspace.has('.testmuai/rook/settings.json')).toBe(false);
  });
});

describe('looking around', () => {
  const flags = ['--project', 'desk', '--agent', 'desk'];

  it('lists projects and agents; a bare group is its list', async () => {
    const { document } = await json('project');
    expect(document.projects.map(({ id, agents }: { id: string; agents: string[] }) => [id, agents])).toEqual([
      ['desk', ['desk', 'second']],
      ['shop', ['shop']],
    ]);
    const agents = await json('agent', '--project', 'desk');
    expect(agents.document.agents[0]).toMatchObject({ id: 'desk', name: 'Desk', profiles: ['local'], active: false });
    expect((await json('agent', 'list', '--project', 'desk')).document).toEqual(agents.document);
  });

  it('shows a project and an agent', async () => {
    expect((await json('project', 'show', 'shop')).document.project).toMatchObject({ id: 'shop', agents: ['shop'] });
    expect((await json('agent', 'show', 'desk', '--project', 'desk')).document.agent).toMatchObject({
      id: 'desk',
      project_id: 'desk',
      active_profile_id: 'local',
    });
  });

  it('lists scenarios with the agreed fields', async () => {
    workspace
      .scenario('SC-2', { excluded: true })
      .scenario('SC-3', { setup_messages: ['Hello.'] })
      .file(join(workspace.agentDir(), 'scenarios/SC-4.yaml'), 'goal: [\n');
    const { document } = await json('scenarios', 'list', ...flags);
    expect(document).toMatchObject({ agent_id: 'desk', profile_id: 'local', total: 4, runnable: 1 });
    expect(document.scenarios[0]).toEqual({
      scenario_id: 'SC-1',
      title: 'Scenario SC-1',
      feature_id: 'F-1',
      class: 'functional',
      category: 'happy_path',
      state: 'runnable',
      excluded: false,
      unrunnable: null,
      multi_turn: false,
      repeat: 2,
      criteria: 1,
    });
    expect(document.scenarios[1]).toMatchObject({ state: 'excluded', excluded: true });
    expect(document.scenarios[2]).toMatchObject({ state: 'unrunnable', multi_turn: true });
    expect(document.scenarios[2].unrunnable).toContain('multi_turn');
    expect(document.scenarios[3].unrunnable).toMatch(/SC-4\.yaml:\d+:\d+/);
    expect((await json('scenarios', ...flags)).document).toEqual(document);
  });

  it('lists scenarios even when no profile is chosen', async () => {
    workspace.profile('staging', ['execute']);
    const { code, document, stderr } = await json('scenarios', ...flags);
    expect(code).toBe(0);
    expect(document).toMatchObject({ profile_id: null, total: 1, runnable: 0 });
    expect(stderr).toContain('local, staging');
    expect((await json('scenarios', '--profile', 'staging', ...flags)).document.runnable).toBe(1);
  });

  it('has a status without anything being chosen, and with runs when it is', async () => {
    const unchosen = await json('status');
    expect(unchosen.code).toBe(0);
    expect(unchosen.document).toMatchObject({ project_id: null, offline: true });
    expect(unchosen.document.agents).toHaveLength(3);
    expect(unchosen.document.runs).toBeUndefined();
    await rook(['run', '--name', 'first', ...flags], { cwd: workspace.root });
    const { document } = await json('status', ...flags);
    expect(document.project_id).toBe('desk');
    expect(document.agents.find(({ id }: { id: string }) => id === 'desk')).toMatchObject({ runs: 1, scenarios: 1 });
    expect(document.runs).toEqual([
      expect.objectContaining({ name: 'first', status: 'completed', totals: expect.objectContaining({ passed: 1 }) }),
    ]);
  });
});

describe('profiles', () => {
  const flags = ['--project', 'desk', '--agent', 'desk'];

  it('are listed with what they still need', async () => {
    workspace.profile('staging', ['execute'], {
      env: [{ variable: 'A_TOKEN' }, { variable: 'B_URL', purpose: 'where' }],
    });
    const list = () =>
      rookJson(['profile', 'list', ...flags], { cwd: workspace.root, env: { A_TOKEN: 'x', B_URL: '' } });
    expect((await list()).document).toEqual({
      profiles: [
        { id: 'local', name: 'Here', active: false, verified: false, missing_env: [] },
        { id: 'staging', name: 'staging', active: false, verified: false, missing_env: ['B_URL'] },
      ],
    });
  });

  it('are shown with scripts, limits and variables', async () => {
    workspace.profile('staging', [], {
      hooks: {
        execute: { script: 'scripts/hook.mjs', timeout_seconds: 45 },
        close: { script: 'scripts/hook.mjs', timeout_seconds: 1 },
        collect: { script: 'gone.mjs', delay_seconds: 60 },
      },
      env: [{ variable: 'B_URL', purpose: 'where' }],
      capabilities: { calls: true },
    });
    const { document } = await json('profile', 'show', 'staging', ...flags);
    const script = join(workspace.agentDir(), 'scripts/hook.mjs');
    expect(document.profile).toMatchObject({ id: 'staging', name: 'staging' });
    expect(document.path).toBe(join(workspace.agentDir(), 'profiles/staging.yaml'));
    expect(document.hooks).toEqual({
      execute: { script: 'scripts/hook.mjs', resolved: script, timeout_seconds: 45, delay_seconds: 0 },
      close: { script: 'scripts/hook.mjs', resolved: script, timeout_seconds: 5, delay_seconds: 0 },
      collect: { script: 'gone.mjs', resolved: null, timeout_seconds: 120, delay_seconds: 60 },
    });
    expect(document.env).toEqual([{ variable: 'B_URL', purpose: 'where', set: false }]);
    expect(document.declared).toMatchObject({ multi_turn: false, calls: true, usage: false });
  });

  it('show what they declare beside what a run has observed, until a script changes', async () => {
    const claims = { capabilities: { calls: true, multi_turn: true } };
    workspace
      .profile('staging', ['execute'], claims)
      .hook("console.log(JSON.stringify({ output: 'done', calls: [] }))");
    const shown = async () => (await rook(['profile', 'show', 'staging', ...flags], { cwd: workspace.root })).stdout;
    const verified = async () => (await json('profile', 'list', ...flags)).document.profiles[1].verified;
    expect(await shown()).toMatch(/calls +declared, not observed/);
    expect(await verified()).toBe(false);

    await rook(['run', '--profile', 'staging', ...flags], { cwd: workspace.root });
    expect((await json('profile', 'show', 'staging', ...flags)).document).toMatchObject({
      declared: { multi_turn: true, calls: true, usage: false },
      observed: { multi_turn: false, calls: true, usage: false },
    });
    expect(await shown()).toMatch(/multi_turn +declared, not observed\n +calls +declared and observed\n +usage +no\n/);
    expect(await verified()).toBe(true);

    workspace.hook("console.log(JSON.stringify({ output: 'done' }))");
    expect((await json('profile', 'show', 'staging', ...flags)).document.observed).toBeNull();
    expect(await verified()).toBe(false);
  });

  it('of the old kind are listed and explained', async () => {
    cpSync(
      join(repository, 'test/fixtures/corpus/profiles/legacy-http.yaml'),
      join(workspace.agentDir(), 'profiles/legacy-http.yaml'),
    );
    const { document } = await json('profile', ...flags);
    expect(document.profiles[0]).toMatchObject({ id: 'legacy-http', problem: expect.stringContaining('old kind') });
    const shown = await rook(['profile', 'show', 'legacy-http', ...flags], { cwd: workspace.root });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('It cannot run: this is a recipe profile of the old kind');
    expect((await json('run', '--profile', 'legacy-http', ...flags)).document.error).toContain('old kind');
  });
});

describe('sync', () => {
  it('validates the examples and says that it is local', async () => {
    for (const [example, scenarios] of Object.entries({ 'refund-desk': 15, 'order-cli': 12 })) {
      const copy = copyOfExample(example);
      const { code, document } = await rookJson(['sync'], { cwd: copy.root });
      const words = await rook(['sync'], { cwd: copy.root });
      copy.remove();
      expect(code).toBe(0);
      expect(document).toMatchObject({ ok: true, offline: true, checked: { projects: 1, agents: 1, scenarios } });
      expect(words.stdout).toContain('Local only');
    }
  });

  it('finds every error at once, with its place', async () => {
    workspace
      .profile('staging', [], { hooks: { execute: 'gone.mjs' } })
      .scenario('SC-2', { acceptance_criteria: [{ check: 'regx', pattern: 'a' }] })
      .file(join(workspace.agentDir(), 'features/F-1.yaml'), 'name: [\n');
    workspace.file(join(workspace.agentDir(), 'profiles/active'), 'gone\n');
    const { code, document } = await json('sync');
    expect(code).toBe(1);
    expect(document).toMatchObject({
      ok: false,
      error: expect.stringMatching(/\d errors/),
      remedy: expect.any(String),
    });
    const places = document.problems.map(
      ({ file, line, code }: { file: string; line: number; code: string }) =>
        `${file.split('/').at(-1)}:${line} ${code}`,
    );
    expect(places).toEqual(
      expect.arrayContaining([
        'active:1 dangling-pointer',
        expect.stringMatching(/^staging\.yaml:\d+ script-not-found$/),
        expect.stringMatching(/^SC-2\.yaml:\d+ unknown-check$/),
        expect.stringMatching(/^F-1\.yaml:\d+ yaml-/),
      ]),
    );
    const words = await rook(['sync'], { cwd: workspace.root });
    expect(words.code).toBe(1);
    expect(words.stdout).toMatch(/scenarios\/SC-2\.yaml:\d+:\d+: error: .*\n {2}Did you mean regex\?/);
    expect((await json('sync', '--project', 'shop')).code).toBe(0);
  });
});
