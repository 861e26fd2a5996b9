import type { JudgeTool } from '../judge/model/judge-model';
import type { Redactor } from '../lifecycle/redactor';
import type { ToolRequest } from '../workspace/permission-rule';
import { messageOf } from '../workspace/read-text';
import type { Gate } from './permission/gate';
import type { ToolHooks } from './tool-hooks/run-tool-hooks';

/** Most that one call returns to the model, in characters; what hooks add comes on top. */
const longestResult = 96 * 1024;

/** What every tool of a model passes through, whoever the model works for. */
export interface ToolParts {
  gate: Gate;
  hooks: ToolHooks;
  redactor: Redactor;
  /** Told of every call that was refused, with the reason. */
  onRefused?: (tool: string, reason: string) => void;
}

/** What a call came to before the hooks see it: a result of any kind, or why it was refused. */
export type CallOutcome = { ok: true; result: unknown } | { ok: false; reason: string; remedy?: string };

export interface ToolDeclaration {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<CallOutcome>;
}

/** A tool as the model sees it: text comes back, whatever happens, with secrets masked and bounded. */
export function declareTool({ redactor, onRefused }: ToolParts, { run, ...shown }: ToolDeclaration): JudgeTool {
  return {
    ...shown,
    call: async (args, signal) => {
      let outcome: CallOutcome;
      try {
        outcome = await run(args, signal);
      } catch (error) {
        outcome = { ok: false, reason: messageOf(error) };
      }
      if (!outcome.ok) onRefused?.(shown.name, redactor.mask(outcome.reason));
      const text = outcome.ok
        ? asText(outcome.result)
        : `The call was refused: ${[outcome.reason, outcome.remedy].filter(Boolean).join('. ')}`;
      return redactor.mask(text);
    },
  };
}

export interface GuardedStep {
  request: ToolRequest;
  /** What is going to happen, in words. */
  what: string;
  /** The call's path argument, as the model wrote it. */
  path?: string;
  /** Why the model may not do it at all, whatever the rules allow. */
  refused?: string;
}

/** Gate, what the model may do at all, pre-tool hooks, the work, post-tool hooks. */
export async function guarded(
  { gate, hooks, redactor }: ToolParts,
  { request, what, path, refused }: GuardedStep,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<CallOutcome> {
  const allowed = await gate.check(request, what, signal);
  if (!allowed.allowed) return { ok: false, reason: allowed.reason, remedy: allowed.remedy };
  if (refused !== undefined) return { ok: false, reason: refused };
  const call = { tool: request.tool, ...(path !== undefined && { path }) };
  const refusal = await hooks.before(call, signal);
  if (refusal !== undefined) return { ok: false, reason: refusal };
  return { ok: true, result: await hooks.after(call, bounded(redactor.mask(asText(await work()))), signal) };
}

/** Text as it is; anything else as JSON on one line. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A result as long as a model gets it. */
export function bounded(text: string): string {
  return text.length <= longestResult
    ? text
    : `${text.slice(0, longestResult)}\n[cut: the result has ${text.length} characters]`;
}
