import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** True for "there is no such file or folder". */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Up to this many bytes are read at once: handing a record to another thread costs more than reading it. */
const smallBytes = 4 * 1024 * 1024;

/** The text of a file, or undefined when it does not exist. Other faults throw. */
export async function readTextIfPresent(file: string): Promise<string | undefined> {
  try {
    // A new run asks for many a file that is not there: an error with its stack would cost more.
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return undefined;
    refuseEndless(found, file);
    return found.size <= smallBytes ? readFileSync(file, 'utf8') : await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error instanceof Error ? Object.assign(error, { reading: true, path: file }) : error;
  }
}

/** A pipe that nobody writes to would be read for ever. */
export function refuseEndless(found: Stats, file: string): void {
  if (!found.isFile() && !found.isDirectory())
    throw Object.assign(new Error(`${file} is no file: a pipe, a socket or a device`), { code: 'EINVAL', path: file });
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
