import * as z from 'zod';

const figure = z.number().optional().catch(undefined);
const words = z.string().optional().catch(undefined);

/** `evidence/judge-working.json` as far as a reader wants it; records of other versions are shown with what they have. */
export const JudgeRecord = z.looseObject({
  model: words,
  prompt_version: words,
  at: words,
  cached: z.boolean().optional().catch(undefined),
  criteria: z.array(z.string()).catch([]),
  asked: z
    .array(
      z.looseObject({
        latency_ms: figure,
        model: words,
        input_tokens: figure,
        output_tokens: figure,
        answer: words,
        problem: words,
      }),
    )
    .catch([]),
  tools: z
    .array(z.looseObject({ tool: z.string(), arguments: z.unknown(), result: z.unknown(), latency_ms: figure }))
    .catch([]),
  ungrounded: z.array(z.looseObject({ criterion_id: z.string(), evidence: z.string(), why: words })).catch([]),
  dropped: z.array(z.string()).catch([]),
});
export type JudgeRecord = z.infer<typeof JudgeRecord>;

/** The sum of a figure over all questions; undefined when none was measured. */
export function summed(
  record: JudgeRecord,
  figureOf: (asked: JudgeRecord['asked'][number]) => number | undefined,
): number | undefined {
  const known = record.asked.map(figureOf).filter((one) => one !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}
