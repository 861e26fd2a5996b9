import type { RunEvent } from '../../schemas/event';
import type { RunPhase } from '../../schemas/phase';
import type { Report } from '../../schemas/report';
import type { LoadedProfile, ScenarioEntry } from '../workspace/agent-files';
import type { AgentRef, Workspace } from '../workspace/workspace';
import type { NodeProgram } from './hook-command';
import type { Plan, Selection } from './plan';

/** What a surface brings to every run: where, with what, and whom to tell. */
export interface RunHost {
  workspace: Workspace;
  agent: AgentRef;
  phases: RunPhase[];
  /** Scenarios in flight, 1 to 8; the profile's when absent. */
  concurrency?: number;
  node: NodeProgram;
  env: NodeJS.ProcessEnv;
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
  unrunnable: Plan['unrunnable'];
  report: Report;
}
