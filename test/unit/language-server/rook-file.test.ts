import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rookFileAt } from '../../../engine/workspace/rook-file';
import { isWithin, pathOf, uriOf } from '../../../language-server/documents/file-uri';

const root = resolve('/work space/repo');
const agentDir = join(root, '.testmuai/rook/projects/p--1/agents/a');

describe('which files are ours', () => {
  it.each([
    ['profiles/local.yaml', 'profile'],
    ['profiles/local.yml', 'profile'],
    ['scenarios/SC-1.yaml', 'scenario'],
    ['features/F-1.yaml', 'feature'],
    ['agent.yaml', 'agent'],
    ['profiles/active', 'active-profile'],
  ])('%s is a %s', (name, kind) => {
    expect(rookFileAt(join(agentDir, name))).toEqual({
      kind,
      path: join(agentDir, name),
      agentDir,
      workspaceRoot: root,
    });
  });

  it.each([
    'profiles/local.json',
    'profiles/.hidden.yaml',
    'profiles/.observed/local.yaml',
    'scenarios/deeper/SC-1.yaml',
    'runs/1/profile.yaml',
    'runs/1/scenarios/SC-1/snapshot.yaml',
  ])('%s is none', (name) => {
    expect(rookFileAt(join(agentDir, name))).toBeUndefined();
  });

  it.each([
    ['.testmuai/rook/settings.json', 'settings'],
    ['.testmuai/rook/mcp.json', 'mcp'],
    ['.mcp.json', 'discovered-mcp'],
    ['.orkeon/hooks.json', 'tool-hooks'],
  ])('%s is %s of the workspace', (name, kind) => {
    expect(rookFileAt(join(root, name))).toEqual({ kind, path: join(root, name), workspaceRoot: root });
  });

  it('a project has a file of its own and a pointer', () => {
    const projectDir = join(root, '.testmuai/rook/projects/p--1');
    for (const [name, kind] of [
      ['project.yaml', 'project'],
      ['active', 'active-agent'],
    ] as const) {
      const path = join(projectDir, name);
      expect(rookFileAt(path)).toEqual({ kind, path, workspaceRoot: root, projectDir });
    }
  });

  it.each(['.github/workflows/rook.yml', '.gitlab-ci.yml', 'Jenkinsfile', 'ci/rook-ci.sh'])(
    '%s is a file of continuous integration',
    (name) => expect(rookFileAt(join(root, name))).toEqual({ kind: 'ci', path: join(root, name) }),
  );

  it('the innermost workspace counts', () => {
    const inner = join(agentDir, 'source/.testmuai/rook/projects/q/agents/b/scenarios/SC-2.yaml');
    expect(rookFileAt(inner)).toMatchObject({ workspaceRoot: join(agentDir, 'source') });
  });

  it('a workspace may be the root of the disk', () => {
    expect(rookFileAt('/.testmuai/rook/projects/p/agents/a/profiles/x.yaml')).toMatchObject({ workspaceRoot: sep });
  });
});

describe('URIs', () => {
  it('a path survives the way there and back', () => {
    for (const name of ['a b.yaml', 'ä🦜.yaml', 'a%20b.yaml', 'a#b?.yaml'])
      expect(pathOf(uriOf(join(root, name)))).toBe(join(root, name));
  });

  it('other schemes and malformed URIs have no path', () => {
    for (const uri of ['untitled:Untitled-1', 'git:/repo/a.yaml?ref', 'vscode-vfs://github/a', 'file:///a%2Fb', 'x'])
      expect(pathOf(uri)).toBeUndefined();
  });
});

it('a folder holds itself and what is below it, not its namesakes', () => {
  expect(isWithin(root, root)).toBe(true);
  expect(isWithin(join(root, 'a'), root)).toBe(true);
  expect(isWithin(`${root}-2`, root)).toBe(false);
  expect(isWithin(join(sep, 'a'), sep)).toBe(true);
});
