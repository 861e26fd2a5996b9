import { unable } from '../grade';
import type { Check } from './check';

/** `llm_judge`: the meaning of the statement, graded by a model. Without one nobody can tell. */
export const llmJudge: Check<'llm_judge'> = (_parameters, _evidence, { statement }) =>
  unable(
    'undecidable',
    statement,
    'no judge model is configured, so the meaning of the answer was not graded',
    'Use a check that decides without a model (contains, regex, json_path, called, …); grading by a model is not part of this version yet.',
  );
