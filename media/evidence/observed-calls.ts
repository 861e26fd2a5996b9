import * as z from 'zod';
import { ObservedCall } from '../../schemas/hook-output';
import type { HookRecord, HooksFile } from '../../schemas/record';
import type { TextPath } from '../text/text-source';

/** A call that is on record, with the turn it belongs to if that is known. */
export interface ShownCall {
  /** Where it stands in the view. */
  path: TextPath;
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
  if (collected) {
    const path = ['hooks', 'phases', 'collect'];
    return { kind: 'observed', source: 'collect', calls: collected.map(shownIn(path, undefined)) };
  }
  const path = ['hooks', 'phases', 'execute'];
  const several = execute?.turns !== undefined;
  const told = (execute?.turns ?? (execute ? [execute] : []))
    .map((record, index) => ({ record, path: several ? [...path, 'turns', index] : path }))
    .filter(({ record }) => record.ok)
    .map(({ record, path: place }, index) => ({
      turn: record.turn ?? index + 1,
      path: place,
      calls: callsOf(record),
    }));
  if (told.length === 0) return { kind: 'unobserved', why: 'No turn was completed, so no call was observed.' };
  const calls = told.flatMap((one) => (one.calls ?? []).map(shownIn(one.path, several ? one.turn : undefined)));
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

function shownIn(path: TextPath, turn: number | undefined): (call: ObservedCall, index: number) => ShownCall {
  return ({ name, turn: own, arguments: given, ...rest }, index) => ({
    path: [...path, 'data', 'calls', index],
    name,
    turn: own ?? turn,
    arguments: given,
    rest,
  });
}
