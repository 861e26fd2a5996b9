import type { RunEvent } from '../../schemas/event';
import type { RunPhase } from '../../schemas/phase';
import type { Report } from '../../schemas/report';
import type { JudgeTools, RunJudge } from '../judge/model/run-judge';
import type { Toolbox } from '../tools/toolbox';
import type { LoadedProfile, ScenarioEntry } from '../workspace/agent-files';
import type { AgentRef, Workspace } from '../workspace/workspace';
import type { SecretValues } from './effective-environment';
import type { NodeProgram } from './hook-command';
import type { HookDebugger } from './hook-debugger';
import type { Plan, Selection } from './plan';
import type { Shard, ShardRequest } from './shard';

/** What a surface brings to every run: where, with what, and whom to tell. */
export interface RunHost {
  workspace: Workspace;
  agent: AgentRef;
  phases: RunPhase[];
  /** Scenarios in flight, 1 to 8; the profile's when absent. */
  concurrency?: number;
  node: NodeProgram;
  /** The process environment; values that it lacks come from `secrets`, then from the store of the workspace. */
  env: NodeJS.ProcessEnv;
  /** Values in the secret storage of the editor. */
  secrets?: SecretValues;
  /** Debugs the hooks, one scenario at a time: then nothing limits their time. */
  debugger?: HookDebugger;
  /** Grades what no check decides, and plays the user; without one such criteria are Unable to Verify. */
  judge?: RunJudge;
  /** Has the judge look for the root cause of each cluster; a run that goes on does so when it was begun with this, too. */
  rca?: boolean;
  /** Tools that the judge may use. */
  judgeTools?: JudgeTools;
  /** Rules, MCP servers and tool hooks; without them no server can be asked. */
  tools?: Toolbox;
  /** Cancels the run: hooks are ended, close runs, what is done is written. */
  signal: AbortSignal;
  /** Receives a function that ends every process at once, for a host that cannot wait. */
  onProcesses?: (endAllNow: () => void) => void;
  onEvent: (event: RunEvent) => void;
}

/** A new run. */
export interface RunRequest extends RunHost {
  profile: LoadedProfile;
  /** The agent's scenarios, as read just now. */
  entries: ScenarioEntry[];
  selection: Selection;
  name?: string;
  /** An earlier run whose compatible finished scenarios are carried into this one. */
  resumeFrom?: string;
  /** Runs only this part of what is selected. */
  shard?: ShardRequest;
}

/** A run that is continued in place, with its own copies of scenarios and profile. */
export interface ContinueRequest extends RunHost {
  runId: string;
}

export interface RunOutcome {
  runId: string;
  runDir: string;
  halted: boolean;
  /** Why the run was halted, or `interrupted`. */
  reason?: string;
  /** Which part of a plan it was; absent for all of it. */
  shard?: Shard;
  unrunnable: Plan['unrunnable'];
  report: Report;
}
