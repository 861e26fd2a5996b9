import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { rookFoldersBelow } from '../../../extension/arrived-folders';

const root = mkdtempSync(join(tmpdir(), 'rook-arrived-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('finds the workspaces in a folder that has come as a whole, and passes over what others have installed', async () => {
  for (const path of ['shop/.testmuai/rook', 'a/b/c/.testmuai', 'node_modules/x/.testmuai', '.git/.testmuai']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  writeFileSync(join(root, 'file'), '');
  expect((await rookFoldersBelow(root)).sort()).toEqual([join(root, 'a/b/c/.testmuai'), join(root, 'shop/.testmuai')]);
  expect(await rookFoldersBelow(join(root, 'file'))).toEqual([]);
  expect(await rookFoldersBelow(join(root, 'gone'))).toEqual([]);
});
