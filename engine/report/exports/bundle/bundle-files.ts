import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../workspace/read-text';

/** A file of a run, relative to its folder, with slashes. */
export interface BundleFile {
  path: string;
  file: string;
}

/** Why a file of a run is not in the bundle. */
export type LeftOutReason = 'link' | 'state' | 'special' | 'gone' | 'binary' | 'large' | 'secret';

export interface LeftOut {
  path: string;
  why: LeftOutReason;
}

/** Folders in which hooks keep what they need again, unmasked. */
const stateFolders = ['hook-state', 'run-state'];

/** Every file of a run's folder, in one order on every machine. Links are never followed, states of hooks are left where they are. */
export async function listBundleFiles(runDir: string): Promise<{ files: BundleFile[]; leftOut: LeftOut[] }> {
  const files: BundleFile[] = [];
  const leftOut: LeftOut[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(runDir, below), { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isSymbolicLink()) leftOut.push({ path, why: 'link' });
      else if (entry.isDirectory() && stateFolders.includes(entry.name))
        leftOut.push({ path: `${path}/`, why: 'state' });
      else if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) files.push({ path, file: join(runDir, path) });
      else leftOut.push({ path, why: 'special' });
    }
  };
  await visit('');
  return { files, leftOut };
}

/** A larger file would have to be looked through in memory. Bytes. */
export const largestFile = 256 * 1024 * 1024;

/** What a file holds: text, or bytes that are none. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Buffer }
  | { kind: Exclude<LeftOutReason, 'binary'> };

/** Reads a file that was listed; what has become a link since is not followed. */
export async function readBundleFile({ file }: BundleFile, largest = largestFile): Promise<Content> {
  let handle: FileHandle;
  try {
    // Windows has no such flag; there links need rights that hooks do not have.
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isMissing(error)) return { kind: 'gone' };
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return { kind: 'link' };
    throw error;
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { kind: 'special' };
    if (found.size > largest) return { kind: 'large' };
    const bytes = await handle.readFile();
    const text = textOf(bytes);
    return text === undefined ? { kind: 'binary', bytes } : { kind: 'text', text };
  } finally {
    await handle.close();
  }
}

/** The text that bytes are; undefined when they are none: no UTF-8, or with NUL in it, as images and UTF-16 have. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
