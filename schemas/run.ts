import * as z from 'zod';
import { RunPhase } from './phase';

export const runStatuses = ['running', 'completed', 'halted', 'cancelled'] as const;
export const RunStatus = z.enum(runStatuses);
export type RunStatus = z.infer<typeof RunStatus>;

/** Ids name folders: one that would lead out of the run's own folder is not an id. */
const ScenarioId = z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/, 'must be the name of a folder');
const Entry = z.looseObject({ scenario_id: ScenarioId, why: z.string(), confidence: z.string().optional() });

export const GappedEntry = z.looseObject({
  scenario_id: z.string(),
  why: z.string(),
  remedy: z.string().optional(),
  unmet: z
    .array(
      z.looseObject({
        kind: z.string(),
        criterion_id: z.string().optional(),
        why: z.string(),
        remedy: z.string().optional(),
      }),
    )
    .optional(),
});
export type GappedEntry = z.infer<typeof GappedEntry>;

export const RunPins = z.looseObject({
  profile_id: z.string().optional(),
  profile_revision: z.string().optional().describe('sha256 of the profile and its scripts.'),
});
export type RunPins = z.infer<typeof RunPins>;

/** More shards than a CI would ever start. */
export const mostShards = 999;

const shardNumber = z.int().min(1).max(mostShards);

/** Which part of a plan a run is (`rook run --shard`); `rook merge` puts the parts together. */
export const RunShard = z.looseObject({
  index: shardNumber,
  total: shardNumber,
  plan: z.array(ScenarioId).min(1).describe('All included scenarios of the plan before it was cut, in its order.'),
  plan_digest: z.string().describe('sha256 of these scenarios and of the profile with its scripts.'),
});
export type RunShard = z.infer<typeof RunShard>;

const IncludedEntry = Entry.extend({
  shard: shardNumber.optional().describe('In a merged run: the shard that ran it.'),
  unprepared: z
    .string()
    .optional()
    .describe('In a merged run: why prepare failed in its shard. It was run on a fixture that was not set up.'),
});

/** `run.yaml`: the plan of a run and how far it came (behaviour §5). */
export const RunFile = z.looseObject({
  version: z.int().optional(),
  id: z.string(),
  name: z.string().nullish(),
  agent_id: z.string(),
  project_id: z.string().optional(),
  created: z.string(),
  ended: z.string().optional(),
  status: RunStatus.optional().describe('Absent in runs of older versions.'),
  reason: z.string().optional().describe('Why the run was halted or cancelled.'),
  test_mode: z.boolean().optional(),
  concurrency: z.int().optional(),
  pins: RunPins.optional(),
  included: z.array(IncludedEntry),
  skipped: z.array(Entry).optional(),
  unrunnable: z.array(Entry).optional(),
  gapped: z.array(GappedEntry).optional(),
  carried: z.array(z.union([z.string(), z.looseObject({ scenario_id: z.string() })])).optional(),
  rca: z.boolean().optional(),
  summary: z.string().optional(),
  resume_from: z.string().nullish(),
  phases_run: z.array(RunPhase).optional(),
  shard: RunShard.optional().describe('Which part of a plan this run is.'),
  merged_from: z
    .array(z.looseObject({ shard: shardNumber, run_id: z.string() }))
    .optional()
    .describe('The shards that this run was put together from.'),
});
export type RunFile = z.infer<typeof RunFile>;
