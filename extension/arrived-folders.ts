import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const passedOver = new Set(['node_modules', '.git']);
const deepest = 4;

/**
 * The `.testmuai` folders in or below a folder that has just come, a few levels deep. When a tree is copied or checked out
 * as a whole, the system may report nothing but its topmost folder.
 */
export async function rookFoldersBelow(folder: string, depth = 0): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []); // a file, or gone again
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || passedOver.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.name === '.testmuai') found.push(path);
    else if (depth < deepest) found.push(...(await rookFoldersBelow(path, depth + 1)));
  }
  return found;
}
