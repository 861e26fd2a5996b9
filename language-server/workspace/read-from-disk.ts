import { lstat, readFile, stat } from 'node:fs/promises';
import { isMissing, messageOf } from '../../engine/workspace/read-text';

/** Longer files are not read unasked, so that a mistaken file cannot fill the memory. Bytes. */
const maxFileBytes = 5_000_000;

/** A file to be checked: its text, or why it is there and cannot be read. */
export type DiskText = { text: string } | { unreadable: string };

/** Reads a file, or what a link leads to, as a run does. Undefined when there is none, and for devices and oversized files. */
export async function readFromDisk(path: string): Promise<DiskText | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() && stats.size <= maxFileBytes ? { text: await readFile(path, 'utf8') } : undefined;
  } catch (error) {
    if (!isMissing(error)) return { unreadable: messageOf(error) };
    return (await isThere(path)) ? { unreadable: 'it leads nowhere' } : undefined;
  }
}

/** A link that leads nowhere is there. */
function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
