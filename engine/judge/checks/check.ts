import type { CheckName, CheckParameters } from '../../../schemas/criterion';
import type { Evidence } from '../evidence';
import type { Grade } from '../grade';
import type { PatternMatcher } from '../pattern-matcher';

/** What a check may use besides the evidence. */
export interface CheckContext {
  patterns: PatternMatcher;
  /** The criterion in words. */
  statement: string;
}

/** Decides one criterion from the evidence alone. */
export type Check<K extends CheckName> = (
  parameters: CheckParameters<K>,
  evidence: Evidence,
  context: CheckContext,
) => Grade | Promise<Grade>;
