import * as z from 'zod';

const count = z.int().min(0);
const UsageFile = z
  .looseObject({
    input: count.optional(),
    output: count.optional(),
    input_tokens: count.optional(),
    output_tokens: count.optional(),
  })
  .refine(
    (usage) => (usage.input ?? usage.input_tokens) !== undefined && (usage.output ?? usage.output_tokens) !== undefined,
    {
      message: 'needs whole numbers input and output',
    },
  );

/** One observed tool call. Further fields (result, error, ids) are evidence. */
export const ObservedCall = z.looseObject({
  name: z.string().min(1),
  arguments: z.json().optional(),
  // Rook's own mark. A hook may use the name for something else of its own: then that is evidence like any other field.
  turn: z.int().min(1).optional().catch(undefined),
});
export type ObservedCall = z.infer<typeof ObservedCall>;

/** What a hook prints on standard output (behaviour §3 and §14, "Contract"). Unknown fields are evidence. */
export const HookOutput = z.looseObject({
  output: z.string().optional().describe('The answer that is judged; required from execute.'),
  agent_reply: z.string().optional().describe('Accepted as another name of output.'),
  conversation: z.union([z.string(), z.number()]).optional().describe('Handle that later turns and phases get back.'),
  usage: UsageFile.optional().describe('Observed token counts.'),
  calls: z.array(ObservedCall).optional().describe('Observed tool calls; an empty list says that none happened.'),
});
export type HookOutput = z.infer<typeof HookOutput>;

/** Token counts, in the names that records use. */
export const Usage = z.looseObject({ input_tokens: count, output_tokens: count, partial: z.boolean().optional() });
export type Usage = z.infer<typeof Usage>;
