import type { RunFile } from '../../schemas/run';
import type { LoadedProfile } from '../workspace/agent-files';
import type { RunLayout } from '../workspace/layout';
import type { Plan, PlannedScenario } from './plan';

/** A run whose folder is there, new or read back. */
export interface OpenedRun {
  layout: RunLayout;
  file: RunFile;
  loaded: LoadedProfile;
  baseEnv: Record<string, string>;
  included: PlannedScenario[];
  /** Ids of scenarios whose records were taken over from an earlier run. */
  carried: ReadonlySet<string>;
  unrunnable: Plan['unrunnable'];
  concurrency: number;
  /** How long the run has taken before it was continued, in milliseconds. */
  previousMs: number;
}
