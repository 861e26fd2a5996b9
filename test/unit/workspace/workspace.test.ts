import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadProfile, readFeatures, readScenarios } from '../../../engine/workspace/agent-files';
import { ensureGitignore } from '../../../engine/workspace/gitignore';
import { useAgent, useProfile, useProject } from '../../../engine/workspace/pointers';
import { type Overrides, selectAgentIn, selectProfileId } from '../../../engine/workspace/select';
import { findWorkspaceRoot, openWorkspace, type Workspace } from '../../../engine/workspace/workspace';
import { Flushes, writeFileAtomically } from '../../../engine/workspace/write-file';
import type { Result } from '../../../schemas/result';
import { WorkspaceBuilder } from '../../integration/workspace-builder';

const built: WorkspaceBuilder[] = [];
afterEach(() => {
  for (const workspace of built.splice(0)) workspace.remove();
});

function build(): WorkspaceBuilder {
  const workspace = new WorkspaceBuilder();
  built.push(workspace);
  return workspace;
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.error.message}`);
  return result.value;
}

function refusal<T>(result: Result<T>) {
  if (result.ok) throw new Error('it was accepted');
  return result.error;
}

const open = async (workspace: WorkspaceBuilder): Promise<Workspace> => value(await openWorkspace(workspace.root));
const agentOf = async (workspace: WorkspaceBuilder, overrides: Overrides = {}) =>
  value(selectAgentIn(await open(workspace), overrides));

describe('the workspace', () => {
  it('is the nearest folder upward that holds .testmuai/rook', async () => {
    const workspace = build().agent();
    const deep = join(workspace.root, 'src', 'a', 'b');
    mkdirSync(deep, { recursive: true });
    expect(await findWorkspaceRoot(deep)).toBe(workspace.root);
    expect(await findWorkspaceRoot(workspace.agentDir())).toBe(workspace.root);
    const inner = join(workspace.root, 'src', '.testmuai', 'rook');
    mkdirSync(inner, { recursive: true });
    expect(await findWorkspaceRoot(deep)).toBe(join(workspace.root, 'src'));
  });

  it('that is nowhere is refused, with where it was looked for', async () => {
    const workspace = build();
    const { message, remedy } = refusal(await openWorkspace(workspace.root));
    expect(message).toContain(workspace.root);
    expect(remedy).toContain('-C <dir>');
  });

  it('projects are named by project.yaml, else by their folder, slug--id or id', async () => {
    const workspace = build();
    for (const folder of ['shop', 'bank--01ABC', 'other']) workspace.agent(workspace.agentDir(folder, 'desk'));
    workspace.file('.testmuai/rook/projects/other/project.yaml', { id: 'named', name: 'Named' });
    const { projects } = await open(workspace);
    expect(projects.map(({ id, name }) => [id, name])).toEqual([
      ['01ABC', '01ABC'],
      ['named', 'Named'],
      ['shop', 'shop'],
    ]);
  });

  it('agents are named by agent.yaml, else by their folder; agent.yaml may be absent', async () => {
    const workspace = build();
    workspace.file(join(workspace.agentDir('p', 'one'), 'agent.yaml'), { local_id: 'first', name: 'First' });
    mkdirSync(workspace.agentDir('p', 'two'), { recursive: true });
    const { projects } = await open(workspace);
    expect(projects[0]?.agents.map(({ id, name, projectId }) => [id, name, projectId])).toEqual([
      ['first', 'First', 'p'],
      ['two', 'two', 'p'],
    ]);
  });

  it.each<[string, string, RegExp, number]>([
    ['settings that do not parse', '{\n  "active_project_id": "x\n}', /YAML|closing/, 2],
    ['settings of another type', '{\n  "active_project_id": 5\n}', /active_project_id must be a text/, 2],
  ])('%s are refused with file, line and reason', async (_, text, message, line) => {
    const workspace = build().agent();
    const file = workspace.file('.testmuai/rook/settings.json', text);
    const error = refusal(await openWorkspace(workspace.root));
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ file, line });
  });

  it('settings indented with tabs, empty, or with unknown keys are fine', async () => {
    for (const text of ['{\n\t"active_project_id": "desk",\n\t"colour": 1\n}\n', '', '\n']) {
      const workspace = build().agent();
      workspace.file('.testmuai/rook/settings.json', text);
      expect((await open(workspace)).activeProjectId).toBe('desk');
    }
  });
});

describe('project, agent and profile', () => {
  const two = () => {
    const workspace = build();
    for (const agent of ['a1', 'a2']) workspace.agent(workspace.agentDir('p', agent));
    return workspace;
  };

  it('with one each and no pointer, that one is active', async () => {
    const workspace = build().agent().profile('local', ['execute']);
    const agent = await agentOf(workspace);
    expect(agent).toMatchObject({ id: 'desk', projectId: 'desk' });
    expect(selectProfileId(agent)).toEqual({ ok: true, value: 'local' });
  });

  it('with several and no pointer, the refusal says which exist and how to choose', async () => {
    const agents = refusal(selectAgentIn(await open(two()), {}));
    expect(agents.message).toMatch(/several agents.*a1, a2/);
    expect(agents.remedy).toMatch(/rook agent use.*--agent/);

    const projects = build();
    for (const project of ['p1', 'p2']) projects.agent(projects.agentDir(project));
    expect(refusal(selectAgentIn(await open(projects), {})).message).toMatch(/several projects.*p1, p2/);

    const profiles = build().agent().profile('one', ['execute']).profile('two', ['execute']);
    const error = refusal(selectProfileId(await agentOf(profiles)));
    expect(error.message).toMatch(/several profiles.*one, two/);
    expect(error.remedy).toMatch(/rook profile use.*--profile/);
  });

  it('a pointer chooses, with or without a line end after it', async () => {
    for (const text of ['a2', 'a2\n', 'a2\r\n']) {
      const workspace = two();
      workspace.file('.testmuai/rook/projects/p/active', text);
      expect((await agentOf(workspace)).id).toBe('a2');
    }
  });

  it('a name given for the call overrides the pointer', async () => {
    const workspace = two();
    workspace.file('.testmuai/rook/projects/p/active', 'a2\n');
    expect((await agentOf(workspace, { agent: 'a1' })).id).toBe('a1');
  });

  it('a pointer to something that is gone is refused with what exists', async () => {
    const workspace = two();
    workspace.file('.testmuai/rook/projects/p/active', 'gone\n');
    expect(refusal(selectAgentIn(await open(workspace), {})).message).toMatch(
      /active agent is gone, which does not exist/,
    );
    const named = refusal(selectAgentIn(await open(workspace), { agent: 'nope' }));
    expect(named.message).toMatch(/there is no agent nope/);
    expect(named.remedy).toContain('a1, a2');
  });

  it('none at all is refused', async () => {
    const workspace = build();
    mkdirSync(workspace.rookDir, { recursive: true });
    expect(refusal(selectAgentIn(await open(workspace), {})).message).toMatch(/there is no project/);
    const agent = await agentOf(build().agent());
    expect(refusal(selectProfileId(agent)).message).toMatch(/there is no profile/);
  });

  it('choosing writes the pointer, keeps other settings and their order, and ignores what must not be committed', async () => {
    const workspace = build().agent().profile('local', ['execute']);
    workspace.file('.testmuai/rook/settings.json', '{"zebra": 1, "active_project_id": "x", "apple": {"b": 2}}');
    workspace.agent(workspace.agentDir('other'));
    const opened = await open(workspace);
    const project = opened.projects.find(({ id }) => id === 'desk');
    const agent = project?.agents[0];
    if (!project || !agent) throw new Error('the workspace has an agent');
    await useProject(opened, project);
    await useAgent(opened, project, agent);
    await useProfile(opened, agent, 'local');
    const settings = workspace.read('.testmuai/rook/settings.json');
    expect(JSON.parse(settings)).toEqual({ zebra: 1, active_project_id: 'desk', apple: { b: 2 } });
    expect(Object.keys(JSON.parse(settings))).toEqual(['zebra', 'active_project_id', 'apple']);
    expect(workspace.read('.testmuai/rook/projects/desk/active')).toBe('desk\n');
    expect(workspace.read(join(workspace.agentDir(), 'profiles/active'))).toBe('local\n');
    expect(workspace.has('.testmuai/rook/.gitignore')).toBe(true);
  });
});

describe('.gitignore', () => {
  const lines = [
    '*.log',
    '.env',
    'cache/',
    'projects/*/jobs/',
    'projects/*/agents/*/state.json',
    '**/hook-state/',
    '**/run-state/',
  ];

  it('gets every line on the first write, and nothing on the second', async () => {
    const workspace = build().agent();
    await ensureGitignore(workspace.rookDir);
    const text = workspace.read('.testmuai/rook/.gitignore');
    expect(text).toBe(`${lines.join('\n')}\n`);
    await ensureGitignore(workspace.rookDir);
    expect(workspace.read('.testmuai/rook/.gitignore')).toBe(text);
  });

  it('keeps the lines that are there, and their line ends', async () => {
    const workspace = build().agent();
    workspace.file('.testmuai/rook/.gitignore', '# mine\r\ncache/\r\nsecret.txt');
    await ensureGitignore(workspace.rookDir);
    const text = workspace.read('.testmuai/rook/.gitignore');
    expect(text.startsWith('# mine\r\ncache/\r\nsecret.txt\r\n')).toBe(true);
    expect(text.split('\r\n').filter(Boolean).sort()).toEqual(['# mine', 'secret.txt', ...lines].sort());
  });
});

describe('the scenarios of an agent', () => {
  it('are read in the order of their names, whatever is wrong with one of them', async () => {
    const workspace = build().agent().scenario('SC-002').scenario('SC-001', { title: 'First' });
    workspace.file(join(workspace.agentDir(), 'scenarios/SC-003.yml'), 'goal: [broken\n');
    workspace.file(join(workspace.agentDir(), 'scenarios/.hidden.yaml'), 'goal: x\n');
    workspace.file(join(workspace.agentDir(), 'scenarios/notes.txt'), 'no scenario');
    const entries = await readScenarios(await agentOf(workspace));
    expect(entries.map(({ id, title, scenario }) => [id, title, scenario !== undefined])).toEqual([
      ['SC-001', 'First', true],
      ['SC-002', 'Scenario SC-002', true],
      ['SC-003', 'SC-003', false],
    ]);
    expect(entries[2]?.problems[0]).toMatchObject({ code: 'yaml-syntax', line: 1 });
  });

  it('a second file with the same id is shown and explained; only the file named like the id runs', async () => {
    const workspace = build().agent().scenario('SC-001');
    workspace.file(join(workspace.agentDir(), 'scenarios/copy.yaml'), {
      local_id: 'SC-001',
      goal: 'g',
      forbidden: ['x'],
    });
    const entries = await readScenarios(await agentOf(workspace));
    expect(entries.map(({ id }) => id)).toEqual(['SC-001', 'SC-001']);
    expect(entries.filter(({ scenario }) => scenario).map(({ file }) => basename(file))).toEqual(['SC-001.yaml']);
    expect(entries.find(({ scenario }) => !scenario)?.problems[0]?.message).toMatch(/SC-001.*copy/);
  });

  it('two files named like the id, .yaml and .yml: one runs, the other is explained', async () => {
    const workspace = build().agent().scenario('SC-001');
    workspace.file(join(workspace.agentDir(), 'scenarios/SC-001.yml'), { goal: 'g', forbidden: ['x'] });
    const entries = await readScenarios(await agentOf(workspace));
    expect(entries.map(({ file, scenario }) => [file.slice(-4), scenario !== undefined])).toEqual([
      ['yaml', true],
      ['.yml', false],
    ]);
    expect(entries[1]?.problems).toMatchObject([{ code: 'duplicate-scenario', severity: 'error' }]);
    expect(entries[1]?.problems[0]?.message).toContain('SC-001.yaml');
  });

  it('an agent without the folder has none', async () => {
    expect(await readScenarios(await agentOf(build().agent()))).toEqual([]);
  });

  it('features keep their ids and names; a broken one keeps its file name', async () => {
    const workspace = build().agent();
    workspace.file(join(workspace.agentDir(), 'features/F-001.yaml'), { local_id: 'F-001', name: 'Refunds' });
    workspace.file(join(workspace.agentDir(), 'features/F-002.yaml'), 'name: [broken');
    expect([...(await readFeatures(await agentOf(workspace)))]).toEqual([
      ['F-001', 'Refunds'],
      ['F-002', 'F-002'],
    ]);
  });
});

describe('loading a profile', () => {
  const load = async (workspace: WorkspaceBuilder, id = 'local') =>
    loadProfile(await agentOf(workspace), id, workspace.root);

  it("finds scripts in the agent's folder first, then in the workspace", async () => {
    const workspace = build().agent().profile('local', ['execute']);
    const inWorkspace = workspace.file('scripts/hook.mjs', '// workspace');
    expect(value(await load(workspace)).scripts.execute).toBe(inWorkspace);
    const inAgent = workspace.file(join(workspace.agentDir(), 'scripts/hook.mjs'), '// agent');
    expect(value(await load(workspace)).scripts.execute).toBe(inAgent);
  });

  it('an absolute script is taken as it is', async () => {
    const workspace = build().agent();
    const script = workspace.file('elsewhere/x.mjs', '// x');
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), { id: 'local', hooks: { execute: script } });
    expect(value(await load(workspace)).scripts).toEqual({ execute: script });
  });

  it('a script that is nowhere is refused with both places and the line', async () => {
    const workspace = build().agent();
    const file = workspace.file(
      join(workspace.agentDir(), 'profiles/local.yaml'),
      'id: local\nhooks:\n  execute: scripts/gone.mjs\n',
    );
    const { message, place } = refusal(await load(workspace));
    expect(message).toMatch(/^hooks\.execute: script not found: scripts\/gone\.mjs/);
    expect(message).toContain(join(workspace.agentDir(), 'scripts/gone.mjs'));
    expect(message).toContain(join(workspace.root, 'scripts/gone.mjs'));
    expect(place).toMatchObject({ file, line: 3, column: 12 });
  });

  it('a folder is no script', async () => {
    const workspace = build().agent().profile('local', ['execute']);
    mkdirSync(join(workspace.agentDir(), 'scripts/hook.mjs'), { recursive: true });
    expect(refusal(await load(workspace)).message).toMatch(/script not found/);
  });

  it('the revision changes with the profile and with each of its scripts, and with nothing else', async () => {
    const workspace = build().agent().profile('local', ['execute', 'collect']).hook('// 1');
    const first = value(await load(workspace)).revision;
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    workspace.file(join(workspace.agentDir(), 'scripts/other.mjs'), '// unused');
    expect(value(await load(workspace)).revision).toBe(first);
    workspace.hook('// 2');
    const second = value(await load(workspace)).revision;
    expect(second).not.toBe(first);
    workspace.profile('local', ['execute', 'collect'], { concurrency: 2 });
    expect(value(await load(workspace)).revision).not.toBe(second);
    workspace.profile('local', ['execute', 'collect']).hook('// 1');
    expect(value(await load(workspace)).revision).toBe(first);
  });

  it('an unknown one is refused with the known ones', async () => {
    const workspace = build().agent().profile('one', ['execute']).profile('two', ['execute']);
    const { message, remedy } = refusal(await load(workspace, 'three'));
    expect(message).toContain('no profile three');
    expect(remedy).toContain('one, two');
  });

  it('a legacy one is explained, and not run', async () => {
    const workspace = build().agent();
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      kind: 'http',
      invoke: { url: 'u' },
    });
    expect(refusal(await load(workspace)).message).toMatch(/old kind/);
  });

  it('several errors are all said', async () => {
    const workspace = build().agent();
    workspace.file(join(workspace.agentDir(), 'profiles/local.yaml'), {
      id: 'local',
      hooks: {},
      concurrency: 9,
      env: 'x',
    });
    const { message } = refusal(await load(workspace));
    for (const part of ['execute', 'concurrency', 'env']) expect(message).toContain(part);
  });
});

describe('writing a file', () => {
  it('leaves nothing beside it and keeps its mode', async () => {
    const workspace = build();
    const file = workspace.file('dir/a.txt', 'old');
    await writeFileAtomically(file, 'new');
    await writeFileAtomically(join(workspace.root, 'dir/deep/b.txt'), Buffer.from([0xff, 0x00]));
    expect(workspace.read('dir/a.txt')).toBe('new');
    expect(readdirSync(join(workspace.root, 'dir')).sort()).toEqual(['a.txt', 'deep']);
    expect(statSync(join(workspace.root, 'dir/deep/b.txt')).size).toBe(2);
  });

  it('through a link replaces what the link leads to, with its mode', async () => {
    const workspace = build();
    const file = workspace.file('dir/real.txt', 'old');
    chmodSync(file, 0o600);
    const link = join(workspace.root, 'link.txt');
    symlinkSync(file, link);
    await writeFileAtomically(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(workspace.read('dir/real.txt')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('may be of any size', async () => {
    const workspace = build();
    const file = join(workspace.root, 'big.txt');
    const text = 'ü'.repeat(300_000);
    await writeFileAtomically(file, text);
    expect(workspace.read('big.txt')).toBe(text);
  });

  it('is flushed to the disk meanwhile, and says which file could not be', async () => {
    const file = join(build().root, 'a.txt');
    const flushes = new Flushes();
    await writeFileAtomically(file, 'new', { flushes });
    expect(readFileSync(file, 'utf8')).toBe('new');
    await flushes.settle();
    flushes.add(openSync('/dev/null', 'w'), file); // there is nothing to flush to
    await flushes.settle();
    const closed = openSync(file, 'r');
    closeSync(closed);
    flushes.add(closed, file);
    await expect(flushes.settle()).rejects.toMatchObject({ path: file });
  });

  it('that cannot be replaced leaves it as it was, and nothing beside it', async () => {
    const workspace = build();
    mkdirSync(join(workspace.root, 'dir/taken'), { recursive: true });
    workspace.file('dir/taken/inside', 'x');
    await expect(writeFileAtomically(join(workspace.root, 'dir/taken'), 'new')).rejects.toThrow();
    expect(readdirSync(join(workspace.root, 'dir'))).toEqual(['taken']);
    rmSync(join(workspace.root, 'dir'), { recursive: true });
  });
});
