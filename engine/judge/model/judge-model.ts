import type { Usage } from '../../../schemas/hook-output';

/** A tool that a model may use while it judges. What it returns is text; its failures are text, too. */
export interface JudgeTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  call(args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}

export interface JudgeQuestion {
  /** What the model is, and the rules it must keep to. */
  system: string;
  /** The criteria and the evidence. */
  prompt: string;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  tools: JudgeTool[];
  /** Most rounds of tool calls before an answer is due. */
  maxSteps: number;
  signal: AbortSignal;
}

export interface JudgeReply {
  /** The answer as it came: one JSON object, at best; a fenced block or prose around it is for the reader to strip. */
  text: string;
  /** What the judge itself has used; absent when it does not say. */
  usage?: Usage;
  /** Which model answered, as the provider names it. */
  model?: string;
}

/**
 * A model that grades (architecture, "Ports"): VS Code's language models, a command, or a provider's API. It rejects when
 * it cannot be reached or does not answer; whether an answer is valid is not its business.
 */
export interface JudgeModel {
  /** What it is called in records and in the cache: `<provider>:<model>`. */
  readonly name: string;
  ask(question: JudgeQuestion): Promise<JudgeReply>;
}
