import * as z from 'zod';
import { verdictStatuses } from './verdict';

/** How a scenario stands in a run: its verdict, or that there is none. `unrunnable`: selected, and it could not run. */
export const standingStatuses = [...verdictStatuses, 'unjudged', 'not_run', 'unrunnable'] as const;
export const StandingStatus = z.enum(standingStatuses);
export type StandingStatus = z.infer<typeof StandingStatus>;

/** One scenario of a run, as far as a comparison or a gate needs it. */
export const Standing = z.looseObject({
  scenario_id: z.string(),
  title: z.string(),
  status: StandingStatus,
  compromised: z.boolean().optional(),
  flaky: z.boolean().optional().describe('Attempts of this run disagree.'),
  definition: z
    .string()
    .optional()
    .describe('sha256 of the snapshot, its line ends folded; absent when the run kept none.'),
});
export type Standing = z.infer<typeof Standing>;

/** A scenario in two runs; null where it is not in one of them. */
export const Change = z.looseObject({
  scenario_id: z.string(),
  title: z.string(),
  base: StandingStatus.nullable(),
  head: StandingStatus.nullable(),
  flaky: z.boolean().optional().describe('Attempts of head disagree.'),
  definition_unknown: z
    .boolean()
    .optional()
    .describe('A run kept no snapshot: nobody can say whether both judged the same definition.'),
});
export type Change = z.infer<typeof Change>;

/** The groups of a comparison, in the order in which they are shown (behaviour §8, §14). */
export const comparisonGroups = [
  'newly_failing',
  'still_failing',
  'fixed',
  'newly_unverifiable',
  'flaky',
  'redefined',
  'added',
  'removed',
] as const;
export type ComparisonGroup = (typeof comparisonGroups)[number];

/** What `rook compare --json` prints: each scenario stands in one group at most. */
export const Comparison = z.looseObject({
  base: z.string(),
  head: z.string(),
  newly_failing: z.array(Change),
  still_failing: z.array(Change),
  fixed: z.array(Change),
  newly_unverifiable: z.array(Change).describe('Decided before, and not any more: no failure, and no pass.'),
  flaky: z.array(Change).describe('Flipped on an unchanged definition, as it did before; or attempts disagree.'),
  redefined: z.array(Change).describe('The definition has changed: the history is not comparable.'),
  added: z.array(Change),
  removed: z.array(Change),
  notes: z.array(z.string()).optional().describe('What limits the comparison, in sentences; absent when nothing does.'),
});
export type Comparison = z.infer<typeof Comparison>;
