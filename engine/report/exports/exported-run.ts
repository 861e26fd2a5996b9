import type { Comparison } from '../../../schemas/comparison';
import type { GateResult } from '../../../schemas/gate';
import type { CoverageGaps, RedteamCoverage, Report } from '../../../schemas/report';
import type { RunStatus } from '../../../schemas/run';
import type { ScenarioOutcome } from '../outcome';

/** Where something stands in a scenario's YAML as it is today: 1-based, the path relative to the repository. */
export interface ScenarioPlace {
  /** With forward slashes, whatever the system. */
  file: string;
  line: number;
  column: number;
}

/** A scenario that was selected and could not run. */
export interface UnrunnableScenario {
  id: string;
  /** Empty when its file is gone. */
  title: string;
  why: string;
}

/** What every report for machines and people is made from: a run as it is on record, and what was found out about it. */
export interface ExportedRun {
  id: string;
  name?: string;
  agentId: string;
  profileId?: string;
  /** When the run began, as it was recorded. */
  created?: string;
  /** When it ended, as it was recorded. */
  ended?: string;
  testMode?: boolean;
  /** The run's folder, absolute. */
  dir: string;
  /** The same, relative to the repository, with forward slashes. */
  dirInRepository: string;
  report: Report;
  outcomes: readonly ScenarioOutcome[];
  unrunnable: readonly UnrunnableScenario[];
  /** Absent in runs of older versions, and when run.yaml is gone. */
  status?: RunStatus;
  /** Why it was halted or cancelled. */
  reason?: string;
  /** What was not covered; absent when nobody asked. */
  coverage?: CoverageGaps;
  /** Absent when the run has no adversarial scenario. */
  redteam?: RedteamCoverage;
  comparison?: Comparison;
  gate?: GateResult;
  /** The place of a scenario, or of one of its criteria; undefined when the file is gone. */
  placeOf(scenarioId: string, criterionId?: string): ScenarioPlace | undefined;
}

/** A gate that stays closed because there is no run to show. */
export interface GateWithoutRun {
  gate: GateResult;
}
