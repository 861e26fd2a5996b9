import { lstat, readFile } from 'node:fs/promises';

/** Longer files are not read unasked, so that a mistaken file cannot fill the memory. Bytes. */
const maxFileBytes = 5_000_000;

/** The text of a file to be checked. Undefined when there is none, and for links, devices and oversized files. */
export async function readFromDisk(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() && stats.size <= maxFileBytes ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined; // gone, or not ours to read: nothing that could be wrong
  }
}
