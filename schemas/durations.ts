import * as z from 'zod';

/** `durations.json` of an agent: how long its scenarios take. Shards are cut by it, so every machine must have the same. */
export const DurationsFile = z.strictObject({
  version: z.literal(1),
  agent_id: z.string().min(1),
  scenarios: z
    .record(z.string(), z.number().min(0))
    .describe('Milliseconds from open to collect of one attempt, by scenario id.'),
});
export type DurationsFile = z.infer<typeof DurationsFile>;
