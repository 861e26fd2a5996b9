import { uncoveredStart } from '../../tools/permission/gate';
import { messageOf } from '../../workspace/read-text';
import type { JudgeTool } from './judge-model';
import type { ToolStep } from './judge-working';
import { quotableResults, refusedStart } from './quotable-results';

/** Most of a tool's result that a model is given, in characters. */
const longestResult = 64 * 1024;

/**
 * The tools of one question: every call is noted, results are masked and bounded, and after the last allowed call the
 * model is told to answer.
 */
export class ToolSteps {
  readonly steps: ToolStep[] = [];
  readonly tools: JudgeTool[];

  constructor(
    tools: JudgeTool[],
    private readonly maxSteps: number,
    private readonly mask: (text: string) => string,
  ) {
    this.tools = tools.map((tool) => ({ ...tool, call: (args, signal) => this.call(tool, args, signal) }));
  }

  /** What the tools returned, as far as a judge may quote it. */
  get results(): string[] {
    return this.steps.flatMap(quotableResults);
  }

  /** The refusals of calls that no rule covers, where nobody could be asked: each names the rule to add. */
  get uncovered(): string[] {
    const start = `${refusedStart}${uncoveredStart}`;
    const refusals = this.steps.map(({ result }) => result).filter((result) => result.startsWith(start));
    return [...new Set(refusals.map((result) => result.slice(refusedStart.length)))];
  }

  private async call(tool: JudgeTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string> {
    if (this.steps.length >= this.maxSteps)
      return `No further tool call is allowed: ${this.maxSteps} were made. Answer now, from what you have.`;
    const started = Date.now();
    const step: ToolStep = { tool: tool.name, arguments: this.maskedArguments(args), result: '', latency_ms: 0 };
    this.steps.push(step);
    step.result = this.bounded(this.mask(await resultOf(tool, args, signal)));
    step.latency_ms = Date.now() - started;
    return step.result;
  }

  private maskedArguments(args: Record<string, unknown>): unknown {
    const text = this.mask(JSON.stringify(args));
    try {
      return JSON.parse(text);
    } catch {
      return text; // a masked number leaves no JSON
    }
  }

  private bounded(text: string): string {
    if (text.length <= longestResult) return text;
    const rest = text.length - longestResult;
    return `${text.slice(0, longestResult)}\n[${rest} more characters left out by Rook]`;
  }
}

/** A tool's failure is a text for the model, too. */
async function resultOf(tool: JudgeTool, args: Record<string, unknown>, signal: AbortSignal): Promise<string> {
  try {
    return await tool.call(args, signal);
  } catch (error) {
    return `the tool failed: ${messageOf(error)}`;
  }
}
