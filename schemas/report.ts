import * as z from 'zod';

const count = z.int().min(0);

/** Counts of a report (behaviour §8): planned = executed + not_run; executed = passed + failed + unverifiable + unjudged. */
export const Totals = z.looseObject({
  planned: count,
  executed: count,
  passed: count,
  failed: count,
  unverifiable: count,
  unjudged: count,
  not_run: count,
  unrunnable: count,
  decided: count,
  pass_rate: z.number().nullable(),
  carried_forward: count,
});
export type Totals = z.infer<typeof Totals>;

export const clusterKinds = ['failed', 'unverifiable', 'compromised'] as const;
export const Cluster = z.looseObject({
  id: z.string(),
  why: z.string(),
  kind: z.enum(clusterKinds),
  feature_id: z.string().optional(),
  scenarios: z.array(z.looseObject({ scenario_id: z.string(), title: z.string(), summary: z.string() })),
});
export type Cluster = z.infer<typeof Cluster>;

/** Measured figures; a missing one was not measured, it is not zero. */
export const Metrics = z.looseObject({
  credits: z.number().optional(),
  duration_ms: z.number().optional(),
  latency_p50_ms: z.number().optional(),
  latency_p95_ms: z.number().optional(),
  tokens_in: z.number().optional(),
  tokens_out: z.number().optional(),
  turns_total: z.number().optional(),
});
export type Metrics = z.infer<typeof Metrics>;

/** `report.yaml` (behaviour §8). */
export const Report = z.looseObject({
  run_id: z.string(),
  agent_id: z.string(),
  agent_version_id: z.string().optional(),
  generated: z.string(),
  headline: z.string(),
  totals: Totals,
  pass_rate_basis: z
    .string()
    .optional()
    .describe('all_verdicts in ours; absent in older reports, whose rate is shown as recorded.'),
  metrics: Metrics,
  clusters: z.array(Cluster),
  credits: z.number(),
  narrative: z.string().optional(),
  next: z.array(z.string()).optional(),
});
export type Report = z.infer<typeof Report>;

/** What `rook report --json` adds about the scenarios that were not covered. */
export const CoverageGaps = z.looseObject({
  features: z.array(z.string()),
  categories: z.array(z.string()),
  criteria_verified: count,
  criteria_total: count,
});
export type CoverageGaps = z.infer<typeof CoverageGaps>;

/** Categories of the adversarial scenarios: how many there are and how many were decided. */
export const RedteamCoverage = z.looseObject({
  categories: z.array(z.looseObject({ category: z.string(), scenarios: count, verified: count, compromised: count })),
});
export type RedteamCoverage = z.infer<typeof RedteamCoverage>;
