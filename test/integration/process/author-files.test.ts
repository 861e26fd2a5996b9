import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkspaceBuilder } from '../workspace-builder';
import { author, must } from './author-room';
import { answering, curlOf } from './author-server';
import { useWorkspaces } from './run-workspace';

const build = useWorkspaces();
const agentFolder = '.testmuai/rook/projects/desk/agents/desk';

const add = async (workspace: WorkspaceBuilder, changes: Parameters<typeof author>[2]) => {
  const { url } = await answering(({ message }) => ({ reply: `You said: ${message}` }));
  return (await author(workspace, curlOf(url), changes)).result;
};

function put(workspace: WorkspaceBuilder, path: string, text: string): void {
  const file = join(workspace.root, agentFolder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

const own = 'id: it\nname: Mine\nhooks:\n  execute: scripts/it.mjs\n';

describe('replacing a profile with --force', () => {
  it('keeps what was written by hand, each time', async () => {
    const workspace = build().agent();
    put(workspace, 'profiles/it.yaml', own);
    put(workspace, 'scripts/it.mjs', '// by hand\n');
    const first = must(await add(workspace, { name: 'it', force: true }));
    expect(workspace.read(`${agentFolder}/profiles/it.yaml.bak`)).toBe(own);
    expect(workspace.read(`${agentFolder}/scripts/it.mjs.bak`)).toBe('// by hand\n');
    expect(first.ok && first.warnings).toEqual([
      expect.stringContaining('it.mjs.bak'),
      expect.stringContaining('it.yaml.bak'),
    ]);
    put(workspace, 'scripts/it.mjs', '// by hand, again\n');
    must(await add(workspace, { name: 'it', force: true }));
    expect(workspace.read(`${agentFolder}/scripts/it.mjs.bak`)).toBe('// by hand\n');
    expect(workspace.read(`${agentFolder}/scripts/it.mjs.2.bak`)).toBe('// by hand, again\n');
  });

  it.each([
    ['another profile runs', 'other.yaml', 'id: other\nhooks:\n  execute: scripts/it.mjs\n', /profile other runs it/],
    [
      'this profile does not run',
      'it.yaml',
      'id: it\nhooks:\n  execute: scripts/other.mjs\n',
      /profile it does not run it/,
    ],
  ])('does not write over a script that %s', async (_name, file, text, message) => {
    const workspace = build().agent();
    put(workspace, `profiles/${file}`, text);
    put(workspace, 'scripts/it.mjs', '// by hand\n');
    const result = await add(workspace, { name: 'it', force: true });
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.message).toMatch(message);
    expect(workspace.read(`${agentFolder}/scripts/it.mjs`)).toBe('// by hand\n');
  });
});

describe('what the disk does not take', () => {
  it.each([
    ['a file where the folder of drafts belongs', 'profiles/.authored', 'a file stands where a folder belongs'],
    ['a file where the folder of scripts belongs', 'scripts', 'a file stands where a folder belongs'],
  ])('is refused with what to do, and leaves nothing half written: %s', async (_name, path, message) => {
    const workspace = build().agent();
    put(workspace, path, 'in the way');
    const result = await add(workspace, { name: 'it' });
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.message).toContain(message);
    const left = readdirSync(join(workspace.root, agentFolder), { recursive: true }).map(String);
    expect(left.filter((file) => /(^|[\\/])it\./.test(file))).toEqual([]);
  });

  it('is refused when a folder has the name of the profile', async () => {
    const workspace = build().agent();
    mkdirSync(join(workspace.root, agentFolder, 'profiles/it.yaml'), { recursive: true });
    const result = await add(workspace, { name: 'it', force: true });
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.message).toContain('a folder stands where a file belongs');
    expect(workspace.has(`${agentFolder}/scripts/it.mjs`)).toBe(false);
  });

  it('is refused before anything is sent when the name is too long', async () => {
    const result = await add(build().agent(), { name: 'a'.repeat(300) });
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.error.message).toContain('100 characters at most');
  });
});
