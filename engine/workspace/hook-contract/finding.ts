import type { HookPhase } from '../../../schemas/phase';
import type { ProblemSeverity, TextRange } from '../../../schemas/problem';
import type { RuleFault } from '../rules/rule-run';
import type { OwnPlace } from './own-place';

/** The codes of what can be found in a hook script (docs/diagnostics.md). */
export const hookCodes = [
  'hook-syntax',
  'hook-phase-unhandled',
  'hook-phase-unknown',
  'hook-goal-from-argv',
  'hook-stdin-unread',
  'hook-stdout-not-json',
  'hook-stdout-twice',
  'hook-output-missing',
  'hook-calls-invented',
  'hook-usage-invented',
  'hook-exit-before-flush',
  'hook-failure-swallowed',
  'hook-child-stdin-open',
  'hook-child-output',
  'hook-variable-unknown',
  'hook-request-without-timeout',
] as const;
export type HookCode = (typeof hookCodes)[number];

/**
 * Something in a script that breaks the hook contract (behaviour §3). An `error` is sure to fail at run time, a `warning`
 * brings wrong evidence or fails on some paths, a `hint` is worth knowing.
 */
export interface HookFinding {
  code: HookCode;
  severity: ProblemSeverity;
  message: string;
  remedy: string;
  range: TextRange;
}

/** A name or path that stands in a script, with its place. */
export interface Mention {
  name: string;
  range: TextRange;
}

/** What a script is known to do. What cannot be told is undefined, or marked as not complete. */
export interface HookFacts {
  /** `none`: it does the same in every phase; `known`: `handles` is complete; `unknown`: it cannot be told. */
  dispatch: 'none' | 'known' | 'unknown';
  /** The phases that it tells apart and has something for; undefined when there is no dispatch or it cannot be told. */
  handles?: HookPhase[];
  /** Where each phase stands in the dispatch. */
  phaseSites: { phase: HookPhase; range: TextRange }[];
  /** Where the goal of execute comes from; undefined when it cannot be told. */
  goalFrom?: 'stdin' | 'argv' | 'nowhere';
  /** Variables of the environment that it reads by name, ROOK_* left out; one mention for each place. */
  env: Mention[];
  /** Whether `env` and `rookVariables` are all that is read: no computed names, no child or unknown package that may read more. */
  envComplete: boolean;
  /** ROOK_* variables that it reads, known ones or not. */
  rookVariables: Mention[];
  /** Top-level fields of the JSON that it prints, in any phase; undefined when some of them cannot be told. */
  outputFields?: string[];
  /** Programs of the workspace that it starts, as written: `agent/run.mjs`. */
  childScripts: Mention[];
  /** Files that it imports by a relative path, as written. */
  imports: Mention[];
  /** Whether it would notice another name of its file, or that another script loads it. */
  ownPlace: OwnPlace;
}

/** What is to know of a script when it is looked at. */
export interface ScriptContext {
  /** Absolute or relative; its extension says how Node.js loads it. */
  path: string;
  /** The phases that profiles map to this script; undefined when that is not known. */
  phases?: readonly HookPhase[] | undefined;
  /** Variables that the profiles declare under `env` or set in `hook_env`: they reach the script whatever their name. */
  declared?: readonly string[] | undefined;
}

export interface ScriptAnalysis {
  /** Why the script does not parse; then `findings` has it, too, and no others. */
  syntaxProblem?: { message: string; range: TextRange };
  findings: HookFinding[];
  /** Rules that have a fault themselves; the findings are those of the others. */
  faults?: readonly RuleFault[];
  /** Absent when the text cannot be read at all. */
  facts?: HookFacts;
}
