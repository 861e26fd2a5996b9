import type { ProblemSeverity } from '../../../schemas/problem';

/** What is told under one code. Its section in docs/diagnostics.md has an example and says how to mend it. */
export interface Rule {
  /** From the gravest; several where it depends on the place. */
  severities: readonly [ProblemSeverity, ...ProblemSeverity[]];
  /** Why it is told, in one sentence. */
  why: string;
}

export const error = (why: string): Rule => ({ severities: ['error'], why });
export const warning = (why: string): Rule => ({ severities: ['warning'], why });
export const information = (why: string): Rule => ({ severities: ['information'], why });
export const hint = (why: string): Rule => ({ severities: ['hint'], why });
