import { createHash } from 'node:crypto';
import { ok, type Result, refuse } from '../../schemas/result';
import { mostShards } from '../../schemas/run';
import type { Durations } from '../workspace/durations-file';
import type { Plan } from './plan';

/** One part of a plan: the `index`-th of `total`, counted from 1. */
export interface Shard {
  index: number;
  total: number;
}

/** A shard, and what its cut goes by. */
export interface ShardRequest extends Shard {
  durations: Durations;
}

/** Reads `i/n`: whole numbers, 1 ≤ i ≤ n ≤ 999. */
export function parseShard(text: string): Result<Shard> {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [index, total] = [Number(match?.[1]), Number(match?.[2])];
  if (match && index >= 1 && index <= total && total <= mostShards) return ok({ index, total });
  return refuse(
    `--shard must be i/n with whole numbers, 1 ≤ i ≤ n ≤ ${mostShards}, found ${text || 'nothing'}`,
    'Nothing was run. The second of four shards is --shard 2/4.',
  );
}

/** What the cut knows of a scenario. */
export interface Weighed {
  id: string;
  repeat: number;
}

/**
 * Deals scenarios out to shards: the longest first, each to the shard that has the least to do. The same ids, repeats and
 * durations give the same shards on every machine, in whatever order they come. A scenario of unknown duration counts as
 * the median of the known ones; with none known all are equal. Every shard gets one as long as there are enough.
 * @returns the ids of each shard.
 */
export function dealOut(scenarios: readonly Weighed[], total: number, durations: Durations): Set<string>[] {
  const usual = median(scenarios.flatMap(({ id }) => durations.get(id) ?? [])) ?? 1;
  const weighed = scenarios
    .map(({ id, repeat }) => ({ id, weight: (durations.get(id) ?? usual) * repeat }))
    .sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  const shards = Array.from({ length: total }, () => ({ load: 0, ids: new Set<string>() }));
  for (const { id, weight } of weighed) {
    const least = shards.reduce((best, shard) =>
      shard.load < best.load || (shard.load === best.load && shard.ids.size < best.ids.size) ? shard : best,
    );
    least.ids.add(id);
    least.load += weight;
  }
  return shards.map(({ ids }) => ids);
}

function median(values: number[]): number | undefined {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/**
 * A plan with the scenarios of one shard alone, in the order of the plan. What other shards run is not skipped: it is not
 * this run's. Refuses more shards than scenarios, in every shard: an empty selection is never a pass (behaviour §10).
 * @param revision of the profile and its scripts.
 */
export function cutPlan(plan: Plan, { index, total, durations }: ShardRequest, revision: string): Result<Plan> {
  const { included } = plan;
  if (total > included.length) {
    const count = included.length === 1 ? '1 scenario' : `${included.length} scenarios`;
    return refuse(`${total} shards for ${count}: use at most ${included.length}`, 'Nothing was run.');
  }
  const mine = dealOut(
    included.map(({ scenario }) => scenario),
    total,
    durations,
  )[index - 1];
  return ok({
    ...plan,
    included: included.filter(({ scenario }) => mine?.has(scenario.id)),
    gapped: plan.gapped.filter(({ scenario_id }) => mine?.has(scenario_id)),
    shard: {
      index,
      total,
      plan: included.map(({ scenario }) => scenario.id),
      plan_digest: planDigest(
        included.map(({ entry }) => entry),
        revision,
      ),
    },
  });
}

/** sha256 of a plan: its scenarios in order, each with its text, and the revision of the profile. */
export function planDigest(scenarios: readonly { id: string; text: string }[], revision: string): string {
  const content = JSON.stringify([revision, scenarios.map(({ id, text }) => [id, text])]);
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
