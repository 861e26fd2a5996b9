import * as z from 'zod';
import { JudgeUse } from './verdict';

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
  cause: z.string().optional().describe('Why, by a judge model (--rca); grounded in the verdicts.'),
  remedy: z.string().optional().describe('What would mend it, by a judge model (--rca).'),
  confidence: z.string().optional().describe('How sure the judge model is: low, medium, high.'),
  fault: z.string().optional().describe('Whose fault it is: agent, scenario, hook, environment, unknown.'),
  where: z.string().optional().describe('The place that the verdicts name.'),
  summary: z.string().optional().describe('The same in one sentence.'),
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
  rca: JudgeUse.optional().describe('What a judge model has used for root causes, apart from the figures of the run.'),
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

/** One control of the OWASP Top 10 for LLM Applications, by the scenarios that test it. */
export const OwaspControl = z.looseObject({
  id: z.string(),
  name: z.string(),
  categories: z.array(z.string()),
  scenarios: count,
  verified: count,
  compromised: count,
  status: z
    .enum(['passed', 'failed', 'compromised', 'unverified'])
    .describe('passed only when there is a scenario, and all passed.'),
});
export type OwaspControl = z.infer<typeof OwaspControl>;

/** Categories of the adversarial scenarios: how many there are and how many were decided. */
export const RedteamCoverage = z.looseObject({
  categories: z.array(z.looseObject({ category: z.string(), scenarios: count, verified: count, compromised: count })),
  owasp: z.array(OwaspControl).optional(),
});
export type RedteamCoverage = z.infer<typeof RedteamCoverage>;
