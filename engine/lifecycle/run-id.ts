import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The id of a run that starts now: `2026-10-04T21-07-16Z`. */
export function runIdAt(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

function nthRunId(time: Date, n: number): string {
  return n === 1 ? runIdAt(time) : `${runIdAt(time)}-${n}`;
}

/** The id that a run of this time would get. Nothing is claimed: only who holds the agent's lock may count on it. */
export function freeRunId(runsDir: string, time: Date): string {
  let n = 1;
  while (existsSync(join(runsDir, nthRunId(time, n)))) n++;
  return nthRunId(time, n);
}

/** Makes the folder of a new run. Runs that start in the same second get `-2`, `-3`, …: the folder itself is the claim. */
export async function claimRunDir(runsDir: string, time: Date): Promise<{ runId: string; runDir: string }> {
  await mkdir(runsDir, { recursive: true });
  for (let n = 1; ; n++) {
    const runId = nthRunId(time, n);
    const runDir = join(runsDir, runId);
    try {
      await mkdir(runDir);
      return { runId, runDir };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
