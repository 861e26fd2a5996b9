import { basename } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { planDigest } from '../../lifecycle/shard';
import { scenarioLayout } from '../../workspace/layout';
import { readTextIfPresent } from '../../workspace/read-text';
import { readRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { findRunFolders } from './find-runs';
import { matchShards } from './match-shards';
import { pinnedFiles, readShard, type ShardRun } from './read-shard';

/** All shards of a plan, in the order of their numbers. */
export type WholePlan = [ShardRun, ...ShardRun[]];

/**
 * Reads the shards in these folders. Refuses what is not the whole of one plan of the agent, each part there once and as
 * it was run. Runs that are no shards are left out where they only lie beside some: a workspace may have its runs committed.
 * @param warn told what was left out.
 */
export async function wholePlan(
  dirs: readonly string[],
  base: string,
  agent: AgentRef,
  warn: (message: string) => void,
): Promise<Result<WholePlan>> {
  const folders = await findRunFolders(dirs, base);
  if (!folders.ok) return folders;
  const found: ShardRun[] = [];
  const others: string[] = [];
  for (const { dir, named } of folders.value) {
    if (!named && (await isOtherRun(dir))) {
      others.push(basename(dir));
      continue;
    }
    const shard = await readShard(dir);
    if (!shard.ok) return shard;
    found.push(shard.value);
  }
  if (others.length > 0) warn(`left out, since they are no shards: ${others.join(', ')}`);
  const matched = matchShards(found);
  if (!matched.ok) return matched;
  const [first, ...rest] = matched.value;
  if (!first) return refuse('there is no shard to merge', 'Name the folders of the shards.');
  const { agent_id: owner, project_id: project } = first.file;
  if (owner !== agent.id || (project !== undefined && project !== agent.projectId))
    return refuse(
      `these are shards of agent ${owner} in project ${project ?? 'unknown'}, not of ${agent.id} in ${agent.projectId}`,
      `Name it: rook merge --project ${project ?? '<id>'} --agent ${owner} …`,
    );
  const changed = (await differentFile(first, rest)) ?? (await changedCopies([first, ...rest]));
  return changed ?? ok([first, ...rest]);
}

/** A whole run, which was not cut or is merged already. */
async function isOtherRun(dir: string): Promise<boolean> {
  const file = storedValue((await readRun(dir)).file);
  return file !== undefined && (file.shard === undefined || file.merged_from !== undefined);
}

/** Every shard has copies of the same files. */
async function differentFile(first: ShardRun, others: ShardRun[]): Promise<ReturnType<typeof refuse> | undefined> {
  for (const [index, file] of pinnedFiles(first.run.layout).entries()) {
    const text = await readTextIfPresent(file);
    for (const { run } of others) {
      const other = pinnedFiles(run.layout)[index] ?? file;
      if ((await readTextIfPresent(other)) !== text)
        return refuse(
          `the shards have different copies of ${basename(file)}: ${file} and ${other}`,
          'Run all shards from the same commit.',
        );
    }
  }
  return undefined;
}

/** The copies of the scenarios must be what the plan was made from, on whichever machine. */
async function changedCopies(shards: WholePlan): Promise<ReturnType<typeof refuse> | undefined> {
  const texts = new Map<string, string>();
  for (const { run, file, shard } of shards) {
    for (const { scenario_id: id } of file.included) {
      const { snapshotFile } = scenarioLayout(run.layout.scenarioDir(id));
      const text = await readTextIfPresent(snapshotFile);
      if (text === undefined)
        return refuse(`shard ${shard.index} has no copy of scenario ${id}`, 'Fetch or run the shard again.', {
          file: snapshotFile,
        });
      texts.set(id, text);
    }
  }
  const [{ shard, file }] = shards;
  const plan = shard.plan.map((id) => ({ id, text: texts.get(id) ?? '' }));
  if (planDigest(plan, file.pins?.profile_revision ?? '') === shard.plan_digest) return undefined;
  return refuse(
    'the copies of the scenarios are not those that the shards were cut from',
    'They were changed after the run. Fetch or run the shards again.',
  );
}
