import type * as z from 'zod';
import type { DocumentPath } from '../../schemas/criterion';
import type { Evidence } from './evidence';
import type { Grade } from './grade';
import type { JudgingMeans } from './means';

/** What a check may use besides the evidence. */
export interface CheckContext extends JudgingMeans {
  /** The criterion in words. */
  statement: string;
}

/** What is wrong with a criterion as written: it is not loaded then, unless that is a warning. */
export interface WrittenProblem {
  /** Without the name of the check: the reader puts it before. */
  message: string;
  remedy?: string;
  /** Given for what is odd, and yet may be meant. */
  warning?: 'undecidable' | 'backspace-in-pattern';
  /** Where it stands within the criterion. */
  path: DocumentPath;
}

/** One way to decide a criterion: every file in `checks/` defines one. */
export interface Check<P extends z.ZodType = z.ZodType> {
  /** What scenarios call it; its file has the same name, with dashes. */
  name: string;
  /** What stands beside `check` in the criterion. */
  parameters: P;
  /** What not every run has: without it the plan lists the criterion as gapped. For a judge it must have a statement. */
  needs?: 'calls' | 'usage' | 'judge';
  /** What is wrong with the criterion as written, beside the shape of its parameters: a pattern that does not compile, say. */
  problems?(written: Record<string, unknown>): WrittenProblem[];
  /** Decides the criterion from the evidence alone. */
  decide(parameters: z.infer<P>, evidence: Evidence, context: CheckContext): Grade | Promise<Grade>;
}

/** Defines a check; the types of its parameters follow from their schema. */
export function defineCheck<P extends z.ZodType>(check: Check<P>): Check<P> {
  return check;
}
