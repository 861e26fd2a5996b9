import { measuredDurations } from '../engine/report/durations';
import { readKeptDurations, writeDurations } from '../engine/workspace/durations-file';
import type { StoredRun } from '../engine/workspace/runs';
import type { AgentRef } from '../engine/workspace/workspace';
import { ok, type Result } from '../schemas/result';
import { shownPath } from './terminal/shown-path';

/** Writes how long each scenario of a run took into a file, for `rook run --shard`; says so on standard error. */
export async function keepDurations(file: string, run: StoredRun, agent: AgentRef): Promise<Result<void>> {
  const earlier = await readKeptDurations(file, agent.id);
  if (!earlier.ok) return earlier;
  const measured = await measuredDurations(run);
  await writeDurations(file, agent.id, earlier.value, measured);
  const count = measured.size === 1 ? '1 scenario' : `${measured.size} scenarios`;
  process.stderr.write(`Durations of ${count} written to ${shownPath(file)}\n`);
  return ok(undefined);
}
