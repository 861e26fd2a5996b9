import * as z from 'zod';

/** The phases that a profile can map to a hook, in the order of the lifecycle (seed 000, "Lifecycle"). */
export const hookPhases = ['prepare', 'open', 'execute', 'close', 'collect'] as const;
export const HookPhase = z.enum(hookPhases);
export type HookPhase = z.infer<typeof HookPhase>;

/** All phases of a run: the hooks, then `judge`, which Rook owns. */
export const runPhases = [...hookPhases, 'judge'] as const;
export const RunPhase = z.enum(runPhases);
export type RunPhase = z.infer<typeof RunPhase>;

/** Time limit of a hook when its profile sets none, in seconds (behaviour §2). */
export const defaultTimeoutSeconds: Readonly<Record<HookPhase, number>> = {
  prepare: 60,
  open: 30,
  execute: 300,
  close: 30,
  collect: 120,
};

/** The least time that close gets, in seconds: a session must be releasable (behaviour §2). */
export const closeFloorSeconds = 5;
