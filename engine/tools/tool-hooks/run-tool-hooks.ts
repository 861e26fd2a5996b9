import type { ToolHook } from '../../../schemas/tool-hook';
import type { NodeProgram } from '../../lifecycle/hook-command';
import type { ProcessOutcome, ProcessRunner } from '../../lifecycle/process-runner';
import type { Redactor } from '../../lifecycle/redactor';
import { fillCommand, type HookedCall, joinCommand, readCommand } from '../../workspace/tool-hook-command';

/** A hook that runs longer is stopped, and counts as failed (behaviour §9). */
const limitMs = 60_000;
const stdoutLimit = 1024 * 1024;
const longestLine = 300;

export interface ToolHookParts {
  /** In list order; the number of a hook is its place in it, from 1. */
  hooks: readonly ToolHook[];
  extraPrograms: readonly string[];
  processes: ProcessRunner;
  node: NodeProgram;
  /** Hooks run in the workspace's root. */
  root: string;
  env: Record<string, string>;
  redactor: Redactor;
  /** For tests. */
  limitMs?: number;
}

/** The user's commands around the tool calls of a model (seed 002). They can refuse a call; they cannot allow or change one. */
export class ToolHooks {
  constructor(private readonly parts: ToolHookParts) {}

  /** Runs the pre-tool hooks in order. @returns why the first that failed refuses the call; undefined when none does. */
  async before(call: HookedCall, signal: AbortSignal): Promise<string | undefined> {
    for (const [index, hook] of this.parts.hooks.entries()) {
      if (hook.event !== 'pre-tool') continue;
      const failure = await this.failureOf(index + 1, hook, call, signal);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** Runs the post-tool hooks in order. @returns the result, with a line for each that failed. */
  async after(call: HookedCall, result: string, signal: AbortSignal): Promise<string> {
    const lines: string[] = [];
    for (const [index, hook] of this.parts.hooks.entries()) {
      if (hook.event !== 'post-tool') continue;
      const failure = await this.failureOf(index + 1, hook, call, signal);
      if (failure !== undefined) lines.push(`[${failure}]`);
    }
    return lines.length === 0 ? result : [result, ...lines].join('\n');
  }

  /** `pre-tool hook #2 (<command>) exited 1: <first line>`; undefined when the hook exited with 0. */
  private async failureOf(
    number: number,
    hook: ToolHook,
    call: HookedCall,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { processes, node, root, env, redactor, extraPrograms } = this.parts;
    const read = readCommand(hook.command, extraPrograms);
    if (!read.ok) return `${hook.event} hook #${number} (${hook.command}) could not run: ${read.error.message}`;
    const [program = '', ...args] = fillCommand(read.value, hook.event, call);
    const name = `${hook.event} hook #${number} (${joinCommand([program, ...args])})`;
    const isNode = program === 'node';
    const outcome = await processes.run({
      command: [isNode ? node.path : program, ...args],
      cwd: root,
      env: isNode ? { ...env, ...node.env } : env,
      timeoutMs: this.parts.limitMs ?? limitMs,
      stdoutLimit,
      signal,
    });
    const failure = describeFailure(outcome, this.parts.limitMs ?? limitMs);
    return failure === undefined ? undefined : redactor.mask(`${name} ${failure}`);
  }
}

function describeFailure(outcome: ProcessOutcome, limit: number): string | undefined {
  switch (outcome.ended) {
    case 'spawn-failed':
      return `could not run: ${outcome.spawnError ?? 'the program could not be started'}`;
    case 'timeout':
      return `ran longer than ${limit / 1000} seconds: ${firstLine(outcome)}`;
    case 'cancelled':
      return 'was stopped, since the call was cancelled';
    case 'stdout-limit':
      return `printed more than ${stdoutLimit / 1024 / 1024} MiB and was stopped`;
    case 'exit':
      if (outcome.exitCode === 0) return undefined;
      return `exited ${outcome.exitCode ?? outcome.signal}: ${firstLine(outcome)}`;
    default:
      return outcome.ended satisfies never;
  }
}

/** The first line that says something, of standard error before standard output. */
function firstLine({ stderr, stdout }: ProcessOutcome): string {
  for (const text of [stderr, stdout.toString('utf8')]) {
    const line = text.split(/\r?\n/).find((one) => one.trim() !== '');
    if (line !== undefined) return line.length > longestLine ? `${line.trim().slice(0, longestLine)}…` : line.trim();
  }
  return 'it printed nothing';
}
