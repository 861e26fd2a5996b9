import { type HookPhase, hookPhases } from '../../../schemas/phase';
import { type Dispatch, dispatchOf } from './dispatch';
import type { HookCode, HookFinding, ScriptContext } from './finding';
import { writingFunctions } from './local-functions';
import { type PrintedShapes, printedShapes } from './printed-shapes';
import type { Script } from './script';
import type { ScriptNode } from './script-node';
import { redirectsStdout } from './stdout-writes';
import { traceScript } from './trace';
import { otherPhase, type Trace } from './trace-record';

/** All that a rule asks about a script. */
export interface ScriptView {
  script: Script;
  context: ScriptContext;
  dispatch: Dispatch;
  /** What may run in a phase. */
  trace(phase: HookPhase): Trace;
  /** What a phase prints, as far as it is written down. */
  printed(phase: HookPhase): PrintedShapes;
  /** The phases that Rook starts this script for, as far as they are known, in the order of the lifecycle. */
  phases: readonly HookPhase[];
  /** Whether standard output may be something else: then nothing can be said of what is written to it. */
  redirected: boolean;
}

export function viewScript(script: Script, context: ScriptContext): ScriptView {
  const writing = writingFunctions(script);
  const other = traceScript(script, otherPhase, writing);
  // A script that never asks for the phase does the same in each.
  const asks = /argv|ROOK_HOOK|parseArgs/.test(script.text);
  const traces = new Map(
    hookPhases.map((phase) => [phase, asks ? traceScript(script, phase, writing) : { ...other, phase }]),
  );
  const dispatch = dispatchOf(script, traces, other);
  const shapes = new Map<HookPhase, PrintedShapes>();
  const trace = (phase: HookPhase): Trace => traces.get(phase) ?? traceScript(script, phase, writing);
  return {
    script,
    context,
    dispatch,
    trace,
    printed: (phase) => {
      const known = shapes.get(phase) ?? printedShapes(script, trace(phase));
      shapes.set(phase, known);
      return known;
    },
    phases: context.phases ? hookPhases.filter((phase) => context.phases?.includes(phase)) : dispatch.handles,
    redirected: redirectsStdout(script),
  };
}

/** The phases whose standard output is looked at: those that are known; else execute stands for all. */
export function printingPhases({ phases }: ScriptView): readonly HookPhase[] {
  return phases.length > 0 ? phases : ['execute'];
}

/**
 * Whether it can be said that something does not happen in execute: all that runs is in this text, and was followed.
 * @param wherePhaseGoes true when it is known where the phase is handed to.
 */
export function seesAllOfExecute({ phases, dispatch, trace }: ScriptView, wherePhaseGoes = false): boolean {
  const { foreign, gaveUp } = trace('execute');
  const { kind, handles, others } = dispatch;
  // That there is nothing for execute is said once, where phases are told apart.
  if (kind === 'known' && handles.length > 0 && others !== 'works' && !handles.includes('execute')) return false;
  return phases.includes('execute') && (kind !== 'unknown' || wherePhaseGoes) && !foreign && !gaveUp;
}

/** A finding about a node of the script. */
export function finding(
  code: HookCode,
  severity: HookFinding['severity'],
  node: ScriptNode,
  message: string,
  remedy: string,
): HookFinding {
  return { code, severity, message, remedy, range: { start: node.start, end: node.end } };
}
