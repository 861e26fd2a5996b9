import { rookVariables } from '../../engine/workspace/hook-contract/rook-variables';
import { type HookPhase, hookPhases } from '../../schemas/phase';

/** What each variable holds that Rook sets for a hook, as the table of variables has it. */
const meanings: Readonly<Record<string, string>> = {
  ROOK_HOOK: 'The phase; `check` for a check of your own.',
  ROOK_WORKSPACE: "The workspace's root, absolute.",
  ROOK_PROJECT: 'Id of the project.',
  ROOK_AGENT: 'Id of the agent.',
  ROOK_RUN_ID: 'Id of the run, the name of its folder.',
  ROOK_RUN_STATE_DIR: 'A folder that all phases of the run share; it is there, and it is yours.',
  ROOK_STATE_DIR: "The attempt's own folder, from `open` to `collect`; in `prepare`, the run's.",
  ROOK_INVOCATION: 'How Rook finds the processes that a hook started: leave it as it is.',
  ROOK_SCENARIO_ID: 'Id of the scenario.',
  ROOK_SESSION: 'A UUID, new for each attempt.',
  ROOK_ATTEMPT: '1, or more with `repeat`.',
  ROOK_ATTACHMENTS: 'JSON array of absolute paths; absent when the scenario has no attachments.',
  ROOK_TURN: '1, 2, …; set-up messages count.',
  ROOK_CONVERSATION: 'The last handle that a hook returned; absent before there is one.',
};

/** A variable that Rook sets for hooks. */
export interface RookVariable {
  name: string;
  meaning: string;
  phases: readonly HookPhase[];
}

/** The variable of that name; undefined when Rook sets none. */
export function rookVariable(name: string): RookVariable | undefined {
  const phases = Object.hasOwn(rookVariables, name) ? rookVariables[name] : undefined;
  return phases && { name, meaning: meanings[name] ?? '', phases };
}

/** All of them, but for what is of no use to a script. */
export const usefulRookVariables: readonly RookVariable[] = Object.keys(rookVariables).flatMap((name) =>
  name === 'ROOK_INVOCATION' ? [] : (rookVariable(name) ?? []),
);

/** `all phases`, or their names. */
export function phaseNames(phases: readonly HookPhase[]): string {
  return phases.length === hookPhases.length ? 'all phases' : phases.join(', ');
}
