import type { EventSubject } from '../../schemas/event';
import type { HookPhase } from '../../schemas/phase';
import { waitSince } from './delay';
import { hookCommand } from './hook-command';
import { type HookContext, hookEnvironment } from './hook-environment';
import { LineBuffer } from './line-buffer';
import type { RunContext } from './run-context';
import { type HookResult, runHook } from './run-hook';

export interface HookCall {
  phase: HookPhase;
  subject: EventSubject;
  context: HookContext;
  goal?: string;
  limitMs?: number;
  limitName?: string;
  /** Ends this hook; the run's stop signal unless the hook must run after a stop (close). */
  signal?: AbortSignal;
  /** End of the last phase that ran, in milliseconds since the epoch: delay_seconds counts from there. */
  precedingEnd?: number;
}

/**
 * Runs the hook of a phase: waits out its delay, announces start, output and end.
 * Undefined when the profile maps none, and when the run was stopped before it could start.
 */
export async function callHook(run: RunContext, call: HookCall): Promise<HookResult | undefined> {
  const { phase, subject } = call;
  const hook = run.loaded.profile.hooks[phase];
  const script = run.loaded.scripts[phase];
  if (!hook || script === undefined) return undefined;
  const signal = call.signal ?? run.stop;
  if (hook.delaySeconds && call.precedingEnd !== undefined) {
    // A stop ends the wait also for close, which then runs at once.
    await waitSince(call.precedingEnd, hook.delaySeconds * 1000, run.stop, (untilMs, remainingMs) =>
      run.emit({ type: 'waiting', phase, untilMs, remainingMs, ...subject }),
    );
  }
  if (signal.aborted) return undefined;
  const turn = call.context.turn === undefined ? {} : { turn: call.context.turn };
  run.emit({
    type: 'phaseStarted',
    phase,
    ...turn,
    at: new Date().toISOString(),
    command: hookCommand(script, phase, run.node),
    ...subject,
  });
  const lines = new LineBuffer((text) => run.emit({ type: 'output', phase, text, ...subject }));
  const result = await runHook(run.processes, {
    hook,
    script,
    cwd: run.workspaceRoot,
    env: hookEnvironment(run.loaded.profile, run.baseEnv, call.context),
    node: run.node,
    redactor: run.redactor,
    signal,
    onStderr: (text) => lines.append(text),
    ...(run.debugger && { debugger: run.debugger, debugName: debugName(call) }),
    ...(call.goal !== undefined && { goal: call.goal }),
    ...(call.limitMs !== undefined && { limitMs: call.limitMs }),
    ...(call.limitName !== undefined && { limitName: call.limitName }),
  });
  lines.flush();
  if (call.context.turn !== undefined && phase === 'execute') result.record.turn = call.context.turn;
  run.emit({
    type: 'phaseEnded',
    phase,
    ...turn,
    ok: result.record.ok,
    durationMs: result.record.durationMs ?? 0,
    ...(result.record.error !== undefined && { error: result.record.error }),
    ...subject,
  });
  return result;
}

/** `SC-004 execute, turn 2` */
function debugName({ phase, subject, context }: HookCall): string {
  const turn = context.turn === undefined ? '' : `, turn ${context.turn}`;
  return `${subject.scenarioId ? `${subject.scenarioId} ` : ''}${phase}${turn}`;
}
