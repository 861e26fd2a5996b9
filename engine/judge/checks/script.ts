import * as z from 'zod';
import { defineCheck } from '../check';
import { unable } from '../grade';
import { text } from '../parameters';

/** `script`: a check of the user's own, which gets the evidence and answers with a grade (behaviour §7). */
export const check = defineCheck({
  name: 'script',
  parameters: z.object({ script: text }),
  decide: ({ script }, evidence, { runScript, statement }) =>
    runScript
      ? runScript(script, evidence, statement)
      : unable(
          'undecidable',
          statement,
          `nothing here can run ${script}`,
          'Judge the run with rook run or in VS Code.',
        ),
});
