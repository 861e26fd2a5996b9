import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunEvent } from '../../../schemas/event';
import type { Report } from '../../../schemas/report';
import { ok, type Result } from '../../../schemas/result';
import type { RunFile } from '../../../schemas/run';
import { writeReport, writeRunFile } from '../../lifecycle/run-files';
import { freeRunId } from '../../lifecycle/run-id';
import { underLock } from '../../lifecycle/under-lock';
import { diskRefusal } from '../../workspace/disk-fault';
import { type RunLayout, runLayout } from '../../workspace/layout';
import { readRun, type StoredRun } from '../../workspace/runs';
import type { AgentRef, Workspace } from '../../workspace/workspace';
import type { ScenarioOutcome } from '../outcome';
import { buildReport } from '../report';
import { outcomesOf } from '../stored-report';
import { copyConfined } from './copy-confined';
import { mergedRunFile } from './merged-run-file';
import { pinnedFiles } from './read-shard';
import { type WholePlan, wholePlan } from './whole-plan';

/** What is to be merged, and where to. */
export interface MergeRequest {
  workspace: Workspace;
  /** Whose runs the merged one joins. */
  agent: AgentRef;
  /** Folders of shards, or folders that hold some. */
  dirs: readonly string[];
  /** What relative names start from. */
  base: string;
  name?: string;
  onEvent: (event: RunEvent) => void;
}

/** A run that was put together from shards. */
export interface MergedRun {
  runId: string;
  run: StoredRun;
  file: RunFile;
  report: Report;
  outcomes: ScenarioOutcome[];
  shards: number;
}

/** What is being merged has such a name, which no reader takes for a run. */
const merging = '.merging-';

/**
 * Puts the shards of a plan together into one new run of the agent, as if it had been run at once: the same totals,
 * clusters and order. Refused, with nothing written, is whatever is not the whole of one plan, each part once. The run is
 * made out of sight and appears whole: a merge that is interrupted leaves none.
 */
export async function mergeShards(request: MergeRequest): Promise<Result<MergedRun>> {
  try {
    const shards = await wholePlan(request.dirs, request.base, request.agent, (message) =>
      request.onEvent({ type: 'warning', message }),
    );
    if (!shards.ok) return shards;
    return await underLock(request, () => assemble(request, shards.value));
  } catch (error) {
    const refusal = diskRefusal(error, 'merge again. Nothing was merged.');
    if (refusal) return refusal;
    throw error;
  }
}

async function assemble(request: MergeRequest, shards: WholePlan): Promise<Result<MergedRun>> {
  const { runsDir } = request.agent;
  await mkdir(runsDir, { recursive: true });
  await removeLeftovers(runsDir);
  const layout = runLayout(join(runsDir, `${merging}${randomUUID().slice(0, 8)}`));
  const now = new Date();
  const runId = freeRunId(runsDir, now);
  try {
    const copied = await copyRecords(shards, layout);
    if (!copied.ok) return copied;
    const file = mergedRunFile(shards, runId, now, request.name);
    await writeRunFile(layout, file);
    const outcomes = await outcomesOf(await readRun(layout.runDir));
    const report = buildReport({
      runId,
      agentId: file.agent_id,
      outcomes,
      unrunnable: file.unrunnable?.length ?? 0,
      ...(typeof file.duration_ms === 'number' && { durationMs: file.duration_ms }),
    });
    await writeReport(layout, report);
    await rename(layout.runDir, join(runsDir, runId));
    const run = await readRun(join(runsDir, runId));
    return ok({ runId, run, file, report, outcomes, shards: shards.length });
  } finally {
    await rm(layout.runDir, { recursive: true, force: true });
  }
}

/** What a merge that was killed has left. Who holds the agent's lock is the only one that merges. */
async function removeLeftovers(runsDir: string): Promise<void> {
  for (const name of await readdir(runsDir))
    if (name.startsWith(merging)) await rm(join(runsDir, name), { recursive: true, force: true });
}

/**
 * Scenarios whole; of each shard what it has on record of itself. `run-state/` stays where it is: it holds secrets
 * unmasked, so it does not travel with a run. What several machines have prepared has no one record: it stays apart.
 */
async function copyRecords([first, ...others]: WholePlan, layout: RunLayout): Promise<Result<void>> {
  await mkdir(layout.runStateDir, { recursive: true, mode: 0o700 });
  for (const file of pinnedFiles(first.run.layout)) await copyFile(file, join(layout.runDir, basename(file)));
  for (const { run, file, shard } of [first, ...others]) {
    const own = layout.shardDir(shard.index);
    await mkdir(own, { recursive: true });
    for (const record of [run.layout.runFile, run.layout.reportFile, run.layout.hooksFile])
      if (existsSync(record)) await copyFile(record, join(own, basename(record)));
    for (const { scenario_id: id } of file.included) {
      const copied = await copyConfined(run.layout.scenarioDir(id), layout.scenarioDir(id));
      if (!copied.ok) return copied;
    }
  }
  return ok(undefined);
}
