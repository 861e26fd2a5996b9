import { randomBytes } from 'node:crypto';
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './read-text';

/**
 * Writes a file so that a reader, or a process killed at any instant, sees the old content or the new, never a part:
 * a temporary file in the same folder, then rename. Links are followed, the mode of an existing file is kept.
 * @param options.durable the content is on the disk itself, not only with the system, before the old one is replaced.
 */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array,
  options: { durable?: boolean } = {},
): Promise<void> {
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
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      if (options.durable) await handle.datasync();
    } finally {
      await handle.close();
    }
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
