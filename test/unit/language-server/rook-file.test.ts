import { join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWithin, pathOf, rookFileAt, uriOf } from '../../../language-server/documents/rook-file';

const root = resolve('/work space/repo');
const agentDir = join(root, '.testmuai/rook/projects/p--1/agents/a');

describe('which files are ours', () => {
  it.each([
    ['profiles/local.yaml', 'profile'],
    ['profiles/local.yml', 'profile'],
    ['scenarios/SC-1.yaml', 'scenario'],
  ])('%s is a %s', (name, kind) => {
    expect(rookFileAt(join(agentDir, name))).toEqual({
      kind,
      path: join(agentDir, name),
      agentDir,
      workspaceRoot: root,
    });
  });

  it.each([
    'agent.yaml',
    'profiles/active',
    'profiles/local.json',
    'profiles/.hidden.yaml',
    'profiles/.observed/local.yaml',
    'scenarios/deeper/SC-1.yaml',
    'runs/1/profile.yaml',
    'runs/1/scenarios/SC-1/snapshot.yaml',
    'features/F-1.yaml',
  ])('%s is none', (name) => {
    expect(rookFileAt(join(agentDir, name))).toBeUndefined();
  });

  it('the innermost workspace counts', () => {
    const inner = join(agentDir, 'source/.testmuai/rook/projects/q/agents/b/scenarios/SC-2.yaml');
    expect(rookFileAt(inner)?.workspaceRoot).toBe(join(agentDir, 'source'));
  });

  it('a workspace may be the root of the disk', () => {
    expect(rookFileAt('/.testmuai/rook/projects/p/agents/a/profiles/x.yaml')?.workspaceRoot).toBe(sep);
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
