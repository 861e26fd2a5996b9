import { stat } from 'node:fs/promises';
import type { RunLayout } from '../../workspace/layout';

/**
 * What tells whether a run was written to since it was read: times and sizes of its own two files, and the time of the folder
 * of its scenarios. A run that goes on writes into folders below it, so it is read anew whatever this says.
 */
export async function stampOf({ runFile, reportFile, scenariosDir }: RunLayout): Promise<string> {
  const parts = await Promise.all(
    [runFile, reportFile, scenariosDir].map((path) =>
      stat(path).then(
        ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
        () => '-', // absent, or not to be read: what reads it says why
      ),
    ),
  );
  return parts.join('|');
}
