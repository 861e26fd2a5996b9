import { type HookPhase, hookPhases } from '../../../schemas/phase';

const fromOpen: readonly HookPhase[] = ['open', 'execute', 'close', 'collect'];

/** The variables that Rook sets for a hook, and in which phases (behaviour §3; docs/files-and-hooks.md, "Variables"). */
export const rookVariables: Readonly<Record<string, readonly HookPhase[]>> = {
  ROOK_HOOK: hookPhases,
  ROOK_WORKSPACE: hookPhases,
  ROOK_PROJECT: hookPhases,
  ROOK_AGENT: hookPhases,
  ROOK_RUN_ID: hookPhases,
  ROOK_RUN_STATE_DIR: hookPhases,
  ROOK_STATE_DIR: hookPhases,
  ROOK_INVOCATION: hookPhases,
  ROOK_SCENARIO_ID: fromOpen,
  ROOK_SESSION: fromOpen,
  ROOK_ATTEMPT: fromOpen,
  ROOK_ATTACHMENTS: fromOpen,
  ROOK_TURN: ['execute'],
  ROOK_CONVERSATION: ['execute', 'close', 'collect'],
};
