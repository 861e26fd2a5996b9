import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rookFileAt } from '../../engine/workspace/rook-file';

/** Folders looked into before giving up; a workspace of more is a disk, not a project. */
const maxFolders = 20_000;

/** The folders from `.testmuai` down to the files; `*` is any name. */
const shape = ['.testmuai', 'rook', 'projects', '*', 'agents', '*', 'profiles|scenarios|features'];
/** Folders that are hidden elsewhere and hold files of ours. */
const entered = ['.testmuai', '.github', '.orkeon'];

/**
 * Finds the files that are known by their place in a folder and below, nearest first. Links to folders are not followed, so
 * nothing outside the folder is searched; dependencies and other dot folders are not entered.
 * @param onTooMany called when the search was given up before its end.
 * @yields absolute paths.
 */
export async function* findRookFiles(folder: string, onTooMany: () => void): AsyncGenerator<string> {
  const queue = [folder];
  for (const current of queue) {
    if (queue.length > maxFolders) return onTooMany();
    const depth = depthInShape(current);
    if (depth === 'outside') continue;
    for (const entry of await entriesOf(current)) {
      const path = join(current, entry.name);
      if ((entry.isFile() || entry.isSymbolicLink()) && rookFileAt(path)) yield path;
      if (entry.isDirectory() && leadsOn(entry.name, depth)) queue.push(path);
    }
  }
}

/** How many folders of the shape a path ends with; `outside` when it left the shape below a `.testmuai`. */
function depthInShape(path: string): number | 'outside' {
  const names = path.split(/[\\/]/);
  const start = names.lastIndexOf('.testmuai');
  if (start === -1) return 0;
  const inner = names.slice(start).filter((name) => name !== '');
  return inner.every((name, index) => fits(name, index)) ? inner.length : 'outside';
}

function leadsOn(name: string, depth: number): boolean {
  if (depth > 0) return fits(name, depth);
  return entered.includes(name) || !(name.startsWith('.') || name === 'node_modules');
}

function fits(name: string, index: number): boolean {
  const wanted = shape[index];
  return wanted === '*' || wanted?.split('|').includes(name) === true;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return []; // gone since it was listed, a file, or not ours to read: no rook files that we could check
  }
}
