import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openNew, renameWithRetry, targetOf, temporaryNameOf } from './write-file';

/**
 * Writes a file that comes in pieces, so that it is never in memory as a whole: a temporary file in the same folder, then
 * rename. A reader sees the old content or the new, never a part.
 * @param signal aborted: nothing is left, and the old content stays. Rejects with its reason.
 */
export async function writeStreamAtomically(
  file: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const { path: target, mode } = targetOf(file);
  const temporary = temporaryNameOf(target);
  try {
    const sink = createWriteStream(temporary, { fd: openNew(temporary, mode) });
    await pipeline(Readable.from(pieces), sink, { ...(signal && { signal }) });
    signal?.throwIfAborted();
    await renameWithRetry(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    signal?.throwIfAborted();
    // The temporary name would say nothing to anybody.
    throw error instanceof Error && 'path' in error && error.path === temporary
      ? Object.assign(error, { path: target })
      : error;
  }
}
