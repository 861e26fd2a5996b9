import * as z from 'zod';
import { verdictStatuses } from './verdict';

/** Where a judge model is asked (behaviour §12). `vscode` exists inside the editor only. */
export const judgeProviders = ['openai-compatible', 'anthropic', 'google', 'command', 'vscode'] as const;
export const JudgeProvider = z.enum(judgeProviders);
export type JudgeProvider = z.infer<typeof JudgeProvider>;

/** `judge:` in settings.json, and what an editor's settings hold. Keys of providers are never in it. */
export const JudgeSettings = z.looseObject({
  provider: JudgeProvider.nullish(),
  model: z.string().nullish(),
  base_url: z.string().nullish(),
  command: z.string().nullish(),
  timeout_seconds: z.number().min(1).nullish(),
  max_steps: z.int().min(1).nullish(),
});
export type JudgeSettings = z.infer<typeof JudgeSettings>;

/** A text that a judge may leave out. */
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const confidences = ['High', 'Medium', 'Low'] as const;
export type Confidence = (typeof confidences)[number];

/** How sure a judge is; what is not one of the three words counts as Low. */
const confidence = z.unknown().transform((said): Confidence => {
  if (typeof said === 'number') return said >= 0.8 ? 'High' : said >= 0.5 ? 'Medium' : 'Low';
  return (
    confidences.find((one) => typeof said === 'string' && one.toLowerCase() === said.trim().toLowerCase()) ?? 'Low'
  );
});

/** One grade of a judge. The status must be one of the three, to the letter: `Partial` is none. */
export const JudgeGrade = z.looseObject({
  criterion_id: z.string(),
  status: z.enum(verdictStatuses),
  expected: words,
  achieved: words,
  evidence: words,
  confidence: confidence.optional(),
});
export type JudgeGrade = z.infer<typeof JudgeGrade>;

/** What a judge answers (behaviour §12). */
export const JudgeAnswer = z.looseObject({
  criteria: z.array(JudgeGrade),
  attempted: z.boolean().nullish(),
  summary: z.string().nullish(),
  compromised: z.boolean().nullish(),
  attack_evidence: z.array(z.string()).nullish(),
  attack_confidence: confidence.optional(),
});
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;

/** What a simulated user answers: whether the agent asked for something, and what is said to it then. */
export const SimulatedReply = z.looseObject({ asked: z.boolean(), reply: words });
export type SimulatedReply = z.infer<typeof SimulatedReply>;

export const faults = ['agent', 'scenario', 'hook', 'environment', 'unknown'] as const;
export const rcaConfidences = ['low', 'medium', 'high'] as const;

/** One of some words, in whatever case. */
const oneOf = <T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((said) => (typeof said === 'string' ? said.trim().toLowerCase() : said), z.enum(values));
const said = z.string().trim().min(1);

/** What a judge model says about what a cluster of scenarios shares: why it came out so, and what mends it. */
export const RootCauseAnswer = z.looseObject({
  cause: said,
  remedy: said,
  confidence: oneOf(rcaConfidences),
  fault: oneOf(faults),
  where: words,
  summary: words,
  quotes: z.array(z.string()),
});
export type RootCauseAnswer = z.infer<typeof RootCauseAnswer>;

/** What a judge model says about a whole run. */
export const NarrativeAnswer = z.looseObject({ narrative: words, next: z.array(z.string()) });
export type NarrativeAnswer = z.infer<typeof NarrativeAnswer>;
