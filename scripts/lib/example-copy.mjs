import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from './repository.mjs';

/**
 * Copies `examples/<name>` into a temporary folder, so that runs do not write into the repository.
 * Runs that are already there stay behind: every copy starts without any.
 * @param {string} name
 * @returns {{ folder: string, remove: () => void }}
 */
export function copyExample(name) {
  const source = path.join(repositoryRoot, 'examples', name);
  if (!existsSync(source)) throw new Error(`There is no example ${source}`);
  const parent = realpathSync(mkdtempSync(path.join(tmpdir(), 'rook-example-')));
  const folder = path.join(parent, name);
  cpSync(source, folder, {
    recursive: true,
    filter: (entry) => !/[\\/]agents[\\/][^\\/]+[\\/]runs$/.test(entry),
  });
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
