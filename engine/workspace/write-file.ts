import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, refuseEndless } from './read-text';

/**
 * Up to this many characters are written at once: handing a record to another thread costs more than writing it, and needs
 * a copy of it that lives on until the next collection.
 */
const smallText = 4 * 1024 * 1024;
const flush = promisify(fdatasync);
/** Temporary names of this process are its own, also among threads and machines that share a folder. */
const ownName = randomUUID().slice(0, 8);
let temporaryFiles = 0;

/**
 * Writes a file so that a reader, or a process killed at any instant, sees the old content or the new, never a part:
 * a temporary file in the same folder, then rename. Links are followed, the mode of an existing file is kept.
 * @param options.flushes brings the content to the disk itself, too, while the caller goes on: a killed process loses
 * nothing that was written, a machine that loses power loses no more than what was still to be flushed.
 */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array,
  options: { flushes?: Flushes } = {},
): Promise<void> {
  const { path: target, mode } = targetOf(file);
  const temporary = temporaryNameOf(target);
  try {
    const descriptor = openNew(temporary, mode);
    try {
      if (content.length <= smallText) writeFileSync(descriptor, content);
      else await writeFile(temporary, content);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    if (options.flushes) options.flushes.add(descriptor, target);
    else closeSync(descriptor);
    await renameWithRetry(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    // What fails on a descriptor does not say on which file; and the temporary one would say nothing to anybody.
    throw error instanceof Error ? Object.assign(error, { path: target }) : error;
  }
}

/** Files whose content is on its way to the disk itself. */
export class Flushes {
  private readonly running = new Set<Promise<void>>();
  private fault: { error: unknown } | undefined;

  /** Flushes a file, then closes it. */
  add(descriptor: number, file: string): void {
    const running: Promise<void> = flush(descriptor)
      .catch(unlessUnsupported)
      .finally(() => closeSync(descriptor))
      .catch((error: unknown) => {
        this.fault ??= { error: error instanceof Error ? Object.assign(error, { path: file }) : error };
      })
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  /** Waits until all of them are on the disk. Throws what kept one from it. */
  async settle(): Promise<void> {
    if (this.running.size > 0) await Promise.all(this.running);
    if (this.fault) throw this.fault.error;
  }
}

/** Some file systems have nothing to flush to, which is no fault of the record. */
function unlessUnsupported(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes(code)) throw error;
}

/** A name beside a file that nobody else writes to. */
export function temporaryNameOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.${process.pid}.${ownName}.${++temporaryFiles}.tmp`);
}

/**
 * What a write to `file` replaces: the file itself, or what a link leads to. A new file gets the default mode.
 * @throws when a pipe, a socket or a device is there: renaming onto /dev/null would take it from the whole machine.
 */
export function targetOf(file: string): { path: string; mode?: number } {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return { path: file };
  if (!found.isSymbolicLink()) {
    refuseEndless(found, file);
    return { path: file, mode: found.mode & 0o777 };
  }
  try {
    const path = realpathSync(file);
    const led = statSync(path);
    refuseEndless(led, path);
    return { path, mode: led.mode & 0o777 };
  } catch (error) {
    if (isMissing(error)) return { path: file };
    throw error;
  }
}

/** Opens a file that is not there yet, and makes its folder when that is missing, too. */
export function openNew(file: string, mode: number | undefined): number {
  try {
    return openSync(file, 'wx', mode);
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'wx', mode);
  }
}

/** Windows refuses a rename while a scanner or an editor holds the target; it lets go within moments. */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const busy =
        error instanceof Error && 'code' in error && ['EPERM', 'EBUSY', 'EACCES'].includes(String(error.code));
      if (process.platform !== 'win32' || !busy || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt));
    }
  }
}
