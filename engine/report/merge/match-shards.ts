import { ok, type Result, refuse } from '../../../schemas/result';
import type { RunFile } from '../../../schemas/run';
import type { ShardRun } from './read-shard';

/** What all shards of a plan have in common, and how it is called when it differs. */
const common: { what: string; of: (shard: ShardRun) => unknown; shown?: boolean }[] = [
  { what: 'agents', of: ({ file }) => `${file.project_id ?? ''}/${file.agent_id}`, shown: true },
  { what: 'numbers of shards', of: ({ shard }) => shard.total, shown: true },
  { what: 'profiles', of: ({ file }) => file.pins?.profile_id, shown: true },
  { what: 'revisions of the profile or its scripts', of: ({ file }) => file.pins?.profile_revision },
  { what: 'selections of scenarios', of: ({ shard }) => shard.plan },
  { what: 'versions of the scenarios', of: ({ shard }) => shard.plan_digest },
  { what: 'selections of scenarios', of: ({ file }) => [idsOf(file.skipped), idsOf(file.unrunnable)] },
  { what: 'phases', of: ({ file }) => file.phases_run, shown: true },
];

/**
 * Whether these shards are the parts of one plan, each there once, and all its scenarios with them: then they are returned
 * in the order of their numbers. What is refused is named with the folders that it lies in.
 */
export function matchShards(found: readonly ShardRun[]): Result<ShardRun[]> {
  const [first] = found;
  if (!first) return refuse('there is no shard to merge', 'Name the folders of the shards.');
  for (const other of found.slice(1)) {
    const difference = common.find(({ of }) => JSON.stringify(of(first)) !== JSON.stringify(of(other)));
    if (difference) return differing(difference, first, other);
  }
  const byIndex = new Map<number, ShardRun>();
  for (const shard of found) {
    const { index, total } = shard.shard;
    const twin = byIndex.get(index);
    if (twin)
      return refuse(
        `shard ${index} of ${total} is there twice: ${twin.run.layout.runDir} and ${shard.run.layout.runDir}`,
        'Name the one that counts.',
      );
    byIndex.set(index, shard);
  }
  const { total } = first.shard;
  const shards: ShardRun[] = [];
  const missing: number[] = [];
  for (let index = 1; index <= total; index++) {
    const shard = byIndex.get(index);
    if (shard) shards.push(shard);
    else missing.push(index);
  }
  if (missing.length > 0)
    return refuse(
      `${missing.length === 1 ? `shard ${missing[0]} of ${total} is` : `shards ${missing.join(', ')} of ${total} are`} missing`,
      `Run ${missing.length === 1 ? 'it' : 'them'} (rook run --shard ${missing[0]}/${total} …), and name all folders.`,
    );
  return dividedPlan(shards, first.shard.plan) ?? ok(shards);
}

function idsOf(entries: RunFile['skipped']): string[] {
  return (entries ?? []).map(({ scenario_id: id }) => id).sort();
}

function differing({ what, of, shown }: (typeof common)[number], a: ShardRun, b: ShardRun): ReturnType<typeof refuse> {
  const named = (shard: ShardRun): string =>
    `${shard.run.layout.runDir}${shown ? ` (${String(of(shard) ?? 'none')})` : ''}`;
  return refuse(
    `the shards have different ${what}: ${named(a)} and ${named(b)}`,
    'Run all shards from the same commit, with the same flags but for the number of the shard.',
  );
}

/** A scenario that two shards have run, or none. */
function dividedPlan(shards: ShardRun[], plan: string[]): ReturnType<typeof refuse> | undefined {
  const remedy = 'The shards were cut by different durations. Run them again with the same durations.json.';
  const ranBy = new Map<string, ShardRun>();
  for (const shard of shards) {
    for (const { scenario_id: id } of shard.file.included) {
      const other = ranBy.get(id);
      if (other) return refuse(`${id} is in shard ${other.shard.index} and in shard ${shard.shard.index}`, remedy);
      ranBy.set(id, shard);
    }
  }
  const left = plan.filter((id) => !ranBy.has(id));
  return left.length > 0 ? refuse(`no shard has run ${left.join(', ')}`, remedy) : undefined;
}
