import * as z from 'zod';
import { ObservedCall } from '../../schemas/hook-output';
import type { HookRecord, HooksFile } from '../../schemas/record';

/** A call that is on record, with the turn it belongs to if that is known. */
export interface ShownCall {
  name: string;
  turn: number | undefined;
  arguments: unknown;
  /** Result, server, ids: whatever else was recorded of it. */
  rest: Record<string, unknown>;
}

/**
 * The tool calls of a scenario. An empty list was observed to be empty; not observed is something else. `silentTurns`
 * are those that did not say: there may have been more calls.
 */
export type ObservedCalls =
  | { kind: 'observed'; source: 'execute' | 'collect'; calls: ShownCall[] }
  | { kind: 'partly'; calls: ShownCall[]; silentTurns: number[] }
  | { kind: 'unobserved'; why: string };

/** By the rules of behaviour §3: what collect returned replaces the turns' calls; those are joined, each with its turn. */
export function observedCalls(hooks: HooksFile | undefined): ObservedCalls {
  if (!hooks) return { kind: 'unobserved', why: 'No hook record says which tools were called.' };
  const { execute, collect } = hooks.phases;
  const collected = collect?.ok ? callsOf(collect) : undefined;
  if (collected) return { kind: 'observed', source: 'collect', calls: collected.map((call) => shown(call, undefined)) };
  const turns = (execute?.turns ?? (execute ? [execute] : [])).filter((turn) => turn.ok);
  if (turns.length === 0) return { kind: 'unobserved', why: 'No turn was completed, so no call was observed.' };
  const several = execute?.turns !== undefined;
  const told = turns.map((record, index) => ({
    turn: record.turn ?? index + 1,
    calls: callsOf(record),
  }));
  const calls = told.flatMap(({ turn, calls }) => (calls ?? []).map((call) => shown(call, several ? turn : undefined)));
  const silentTurns = told.filter(({ calls }) => calls === undefined).map(({ turn }) => turn);
  if (silentTurns.length === 0) return { kind: 'observed', source: 'execute', calls };
  if (silentTurns.length < told.length) return { kind: 'partly', calls, silentTurns };
  return { kind: 'unobserved', why: 'The hooks returned no calls, so whether tools were called is not known.' };
}

/** The calls in what a hook printed; undefined when it told none, or not in a form that can be trusted to be complete. */
function callsOf(record: HookRecord): ObservedCall[] | undefined {
  const read = z.array(ObservedCall).safeParse(record.data?.calls);
  return read.success ? read.data : undefined;
}

function shown(call: ObservedCall, turn: number | undefined): ShownCall {
  const { name, turn: own, arguments: given, ...rest } = call;
  return { name, turn: typeof own === 'number' ? own : turn, arguments: given, rest };
}
