import * as z from 'zod';
import { Usage } from './hook-output';
import { hookPhases } from './phase';

/** How one hook invocation ended (behaviour §5, §14 "Records"). Written to hooks.json as it happens. */
export const HookRecord = z.looseObject({
  ran: z.boolean(),
  ok: z.boolean(),
  started_at: z.string().optional(),
  at: z.string().optional().describe('When the phase ended.'),
  durationMs: z.number().optional(),
  turn: z.int().optional(),
  command: z.array(z.string()).optional().describe('Program and arguments that were started.'),
  exit_code: z.int().nullish().describe('null when the process was ended by a signal.'),
  signal: z.string().nullish(),
  stderr: z.string().optional(),
  error: z.string().optional().describe('Why the hook counts as failed.'),
  cancelled: z.boolean().optional().describe('Ended because the run was stopped: it neither succeeded nor failed.'),
  masked: z.boolean().optional().describe('What the hook printed held a secret, which is masked on record.'),
  left_running: z.boolean().optional().describe('Processes that prepare started outlived it, until the run ended.'),
  notes: z.array(z.string()).optional(),
  stdout_file: z.string().optional().describe('Where what the hook printed is kept, relative to the attempt.'),
  data: z.record(z.string(), z.json()).optional().describe('The JSON object that the hook printed.'),
});
export type HookRecord = z.infer<typeof HookRecord>;

/** The execute phase: one record for the phase, and one for each turn. */
export const PhaseRecord = HookRecord.extend({ turns: z.array(HookRecord).optional() });
export type PhaseRecord = z.infer<typeof PhaseRecord>;

/** `hooks.json` of a scenario's attempt, or of the run (prepare). */
export const HooksFile = z.looseObject({
  version: z.int().optional(),
  session: z.string().optional(),
  phases: z.partialRecord(z.enum(hookPhases), PhaseRecord),
  conversation: z.union([z.string(), z.number()]).nullish(),
  simulation: z
    .looseObject({
      open: z.boolean().describe('The simulated user may still have something to say.'),
      messages: z.array(z.looseObject({ turn: z.int(), content: z.string() })),
      ended: z.string().optional().describe('Why it said nothing more.'),
      fault: z.string().optional().describe('Why it could not be asked: the conversation is not complete.'),
    })
    .optional()
    .describe('What a simulated user said after the goal.'),
});
export type HooksFile = z.infer<typeof HooksFile>;

export const RequestFile = z.looseObject({
  scenario_id: z.string(),
  attempt: z.int().optional(),
  goal: z.string(),
  setup_messages: z.array(z.string()).optional(),
  profile: z.string().optional(),
  invoked: z.string().optional(),
});
export type RequestFile = z.infer<typeof RequestFile>;

export const TranscriptEntry = z.looseObject({
  role: z.enum(['user', 'agent']),
  content: z.string(),
  turn: z.int().optional(),
  simulated: z.boolean().optional(),
});
export type TranscriptEntry = z.infer<typeof TranscriptEntry>;

/** `response.json`: what the agent answered, rewritten from hooks.json after each turn. */
export const ResponseFile = z.looseObject({
  scenario_id: z.string(),
  attempt: z.int().optional(),
  status: z.string().describe('completed, failed, stopped or cancelled.'),
  output: z.string().optional(),
  raw_response: z.string().optional(),
  transcript: z.array(TranscriptEntry),
  latency_ms: z.number().optional(),
  turns: z.int().optional(),
  usage: Usage.nullish(),
  error: z.string().optional(),
});
export type ResponseFile = z.infer<typeof ResponseFile>;
