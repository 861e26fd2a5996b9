/** One question to the model: what came back, and what was wrong with it. */
export interface AskedOnce {
  latency_ms: number;
  /** Which model answered, as the provider names it. */
  model?: string;
  input_tokens?: number;
  output_tokens?: number;
  /** The answer as it came, secrets masked. */
  answer?: string;
  /** Why it could not be used. */
  problem?: string;
}

/** One tool call that the model made. */
export interface ToolStep {
  tool: string;
  arguments: unknown;
  result: string;
  latency_ms: number;
}

/** `evidence/judge-working.json`: how the grades of a judge model came about. */
export interface JudgeWorking {
  version: 1;
  prompt_version: string;
  model: string;
  at: string;
  /** Name of the answer in cache/judge/. */
  key: string;
  cached: boolean;
  criteria: string[];
  asked: AskedOnce[];
  tools: ToolStep[];
  /** Quotations that do not occur in the evidence: the criteria they were for are Unable to Verify. */
  ungrounded?: { criterion_id: string; evidence: string; why: string }[];
  /** Criteria that were graded without having been asked for. */
  dropped?: string[];
}
