import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './read-text';

/**
 * Writes a file so that a reader, or a process killed at any instant, sees the old content or the new, never a part:
 * a temporary file in the same folder, then rename. Links are followed, the mode of an existing file is kept.
 */
export async function writeFileAtomically(file: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(file).catch((error: unknown) => {
    if (isMissing(error)) return file;
    throw error;
  });
  await mkdir(dirname(target), { recursive: true });
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => undefined, // a new file gets the default mode
  );
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    await writeFile(temporary, content, mode === undefined ? {} : { mode });
    await renameWithRetry(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Windows refuses a rename while a scanner or an editor holds the target; it lets go within moments. */
async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const busy =
        error instanceof Error && 'code' in error && ['EPERM', 'EBUSY', 'EACCES'].includes(String(error.code));
      if (process.platform !== 'win32' || !busy || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt));
    }
  }
}
