import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RunFile } from '../../schemas/run';
import { runLayout } from './layout';
import { isMissing } from './read-text';
import { listRunIds, readStored } from './runs';

/** A run that could be removed. */
export interface OldRun {
  id: string;
  /** What its files take on the disk. */
  bytes: number;
}

/** What is being removed has such a name, which no reader takes for a run. */
const removing = '.removing-';

/**
 * The runs of an agent beyond its newest `keep`, newest first. A run that goes on is not among them, nor is a folder
 * that holds no run.
 */
export async function oldRuns(runsDir: string, keep: number): Promise<OldRun[]> {
  const found: OldRun[] = [];
  let kept = 0;
  for (const id of await listRunIds(runsDir)) {
    const { runDir, runFile } = runLayout(join(runsDir, id));
    const file = await readStored(runFile, RunFile);
    if (file.state === 'absent') continue;
    if (kept++ < keep) continue;
    if (file.state === 'present' && file.value.status === 'running') continue;
    found.push({ id, bytes: await sizeOf(runDir) });
  }
  return found;
}

/** Removes a run. It is out of sight at once, so a removal that is interrupted leaves no half of a run behind. */
export async function removeRun(runsDir: string, id: string): Promise<void> {
  const aside = join(runsDir, `${removing}${id}`);
  await rm(aside, { recursive: true, force: true });
  await rename(join(runsDir, id), aside);
  await rm(aside, { recursive: true, force: true, maxRetries: 3 });
}

/** Size of all files below a folder. Links are not followed: what they point at stays. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile()) bytes += await sizeOfFile(path);
  }
  return bytes;
}

async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0; // gone since the folder was listed
    throw error;
  }
}
