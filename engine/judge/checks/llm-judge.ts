import * as z from 'zod';
import { defineCheck } from '../check';
import { forJudge } from '../grade';

/** `llm_judge`: the meaning of the statement, graded by a model. Without one nobody can tell. */
export const check = defineCheck({
  name: 'llm_judge',
  parameters: z.object({}),
  needs: 'judge',
  decide: (_parameters, _evidence, { statement }) =>
    forJudge(
      statement,
      'no judge model is configured, so the meaning of the answer was not graded',
      'Use a check that decides without a model (contains, regex, json_path, called, …), or configure a judge model.',
    ),
});
