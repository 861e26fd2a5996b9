import { stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/**
 * The folder that code hosts call the root: the nearest one upward with `.git` in it (a file in worktrees and submodules),
 * else the workspace's own.
 */
export async function repositoryRoot(workspaceRoot: string): Promise<string> {
  for (let dir = workspaceRoot; ; dir = dirname(dir)) {
    const found = await stat(join(dir, '.git')).then(
      () => true,
      () => false, // absent or out of reach: either way not a root that can be known
    );
    if (found) return dir;
    if (dirname(dir) === dir) return workspaceRoot;
  }
}

/** A path relative to the repository's root, with forward slashes on every system. */
export function repositoryPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
