import * as z from 'zod';
import { Usage } from './hook-output';

export const verdictStatuses = ['Pass', 'Fail', 'Unable to Verify'] as const;

/** A status on disk; `Partial` from an older run reads as Unable to Verify (behaviour §7). */
export const VerdictStatus = z.preprocess(
  (value) => (value === 'Partial' ? 'Unable to Verify' : value),
  z.enum(verdictStatuses),
);
export type VerdictStatus = (typeof verdictStatuses)[number];

/** Why something could not be verified; the order is the precedence (behaviour §7). */
export const unverifiableReasons = ['agent_never_ran', 'not_observable', 'undecidable'] as const;
export const UnverifiableReason = z.enum(unverifiableReasons);
export type UnverifiableReason = z.infer<typeof UnverifiableReason>;

export const CriterionVerdict = z.looseObject({
  criterion_id: z.string(),
  criterion: z.string(),
  check: z.string().optional(),
  expected: z.string(),
  achieved: z.string(),
  status: VerdictStatus,
  evidence: z.string().describe('A quotation from the records, or what is missing in them.'),
  confidence: z.string(),
  unverifiable_reason: UnverifiableReason.nullish(),
  remedy: z.string().optional().describe('What would make an Unable to Verify decidable.'),
});
export type CriterionVerdict = z.infer<typeof CriterionVerdict>;

export const AttemptVerdict = z.looseObject({
  attempt: z.int(),
  status: VerdictStatus,
  unverifiable_reason: UnverifiableReason.nullish(),
  diagnosis: z.string().optional(),
});
export type AttemptVerdict = z.infer<typeof AttemptVerdict>;

/** What the judge model has used for a verdict, apart from the agent's own figures. */
export const JudgeUse = z.looseObject({
  model: z.string(),
  prompt_version: z.string(),
  asked: z.int().min(0).describe('Questions that were sent; 0 when every answer came from the cache.'),
  cached: z.int().min(0).optional().describe('Answers that came from the cache.'),
  input_tokens: z.int().min(0).optional(),
  output_tokens: z.int().min(0).optional(),
  latency_ms: z.number(),
});
export type JudgeUse = z.infer<typeof JudgeUse>;

/** `verdict.yaml` (behaviour §5, §7; shapes in the corpus). */
export const Verdict = z.looseObject({
  scenario_id: z.string(),
  run_id: z.string(),
  status: VerdictStatus,
  unverifiable_reason: UnverifiableReason.nullish(),
  diagnosis: z.string().optional().describe('Why no criterion could be graded: the failed hook and what it said.'),
  remedy: z.string().optional(),
  criteria: z.array(CriterionVerdict),
  verification_gaps: z.array(z.string()).optional(),
  pass_count: z.int().optional(),
  fail_count: z.int().optional(),
  unable_to_verify_count: z.int().optional(),
  compliance_percentage: z
    .number()
    .nullish()
    .describe('Pass / (Pass + Fail) of the criteria, in percent; null when none was decided.'),
  forbidden_hits: z.array(z.string()),
  compromised: z.boolean().nullish(),
  attack_evidence: z.array(z.string()).optional(),
  attack_confidence: z.string().optional(),
  flaky: z.boolean().optional(),
  attempts: z.array(AttemptVerdict).optional(),
  latency_ms: z.number().nullish(),
  turns: z.int().nullish(),
  usage: Usage.nullish(),
  judge: JudgeUse.nullish(),
  summary: z.string().nullish(),
});
export type Verdict = z.infer<typeof Verdict>;
