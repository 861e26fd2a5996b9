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
  included: z.array(Entry),
  skipped: z.array(Entry).optional(),
  unrunnable: z.array(Entry).optional(),
  gapped: z.array(GappedEntry).optional(),
  carried: z.array(z.union([z.string(), z.looseObject({ scenario_id: z.string() })])).optional(),
  rca: z.boolean().optional(),
  summary: z.string().optional(),
  resume_from: z.string().nullish(),
  phases_run: z.array(RunPhase).optional(),
});
export type RunFile = z.infer<typeof RunFile>;
