import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { isMissing, messageOf, readTextIfPresent } from './read-text';
import type { Stored } from './runs';

/** What stands in the way of one file alone. Anything else, such as too many open files, is a fault of the machine. */
const inTheWay = ['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

/**
 * The text of a record. A folder, a pipe or a locked file in its place is a record that cannot be read, not a fault; so is a link
 * that leads out of the record's folder: whoever made the run would have other files of this machine shown and exported.
 */
export async function readRecordText(file: string): Promise<Stored<string>> {
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
      const inside = realpathSync(dirname(file)) + sep;
      if (!realpathSync(file).startsWith(inside))
        return { state: 'broken', why: 'it is a link that leads out of its folder' };
    }
    const text = await readTextIfPresent(file);
    if (text !== undefined && isLinkedFolder(dirname(file)))
      return { state: 'broken', why: 'its folder is a link, or stands in one' };
    return text === undefined ? { state: 'absent' } : { state: 'present', value: text };
  } catch (error) {
    if (isMissing(error)) return { state: 'absent' };
    if (error instanceof Error && 'code' in error && inTheWay.includes(String(error.code)))
      return { state: 'broken', why: error.code === 'EISDIR' ? 'it is a folder' : messageOf(error) };
    throw error;
  }
}

/**
 * Whether the folder of a scenario or of an attempt, or what holds it, is a link: then its records are another place's. The
 * folder of a run may be one, and what is above it: that is where a user keeps his runs.
 */
export function isLinkedFolder(folder: string): boolean {
  for (let at = folder; /^(?:scenarios|attempts)$/.test(basename(dirname(at))); at = dirname(dirname(at)))
    for (const part of [at, dirname(at)]) if (lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink()) return true;
  return false;
}
