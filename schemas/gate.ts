import * as z from 'zod';
import { Comparison } from './comparison';
import { Totals } from './report';

/**
 * The kinds of red, in the order in which a gate looks for them (seed 004): the run could not start or there is nothing
 * usable; it did not complete; the report contradicts itself or the run; the agent did something wrong; the policy
 * blocks what is no failure, such as Unable to Verify.
 */
export const redKinds = ['setup', 'incomplete', 'inconsistent', 'finding', 'blocked'] as const;
export const RedKind = z.enum(redKinds);
export type RedKind = z.infer<typeof RedKind>;

/** One reason why a gate does not open. */
export const GateReason = z.looseObject({
  kind: RedKind,
  message: z.string(),
  remedy: z.string().optional(),
  scenario_id: z.string().optional(),
  criterion_id: z.string().optional(),
});
export type GateReason = z.infer<typeof GateReason>;

/** The counts that a gate decides from; older and hand-written reports leave out what follows from the others. */
export const GateTotals = Totals.partial({ decided: true, pass_rate: true, carried_forward: true });
export type GateTotals = z.infer<typeof GateTotals>;

/** What `rook gate --json` prints. */
export const GateResult = z.looseObject({
  ok: z.boolean().describe('True when the gate is open.'),
  gate: z.enum(['open', 'closed']),
  kind: RedKind.optional().describe('The kind of red, when it is closed: the first that was found.'),
  error: z.string().optional().describe('The first reason in one sentence, when it is closed.'),
  remedy: z.string().optional(),
  reasons: z.array(GateReason),
  policy: z.looseObject({
    name: z.string(),
    source: z.string().describe('strict, general, or the file it was read from.'),
    rules: z.array(z.string()).describe('Each rule in one sentence, as it was applied.'),
  }),
  run_id: z.string().optional(),
  dir: z.string().optional(),
  totals: GateTotals.optional(),
  comparison: Comparison.optional(),
});
export type GateResult = z.infer<typeof GateResult>;
