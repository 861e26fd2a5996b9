import type { ProcessRunner } from '../../lifecycle/process-runner';
import { judgeDefaults } from '../../workspace/judge-config';
import type { JudgedFolders } from '../means';
import type { JudgeCache } from './judge-cache';
import type { JudgeModel, JudgeTool } from './judge-model';

/** The judge model that a surface brings to a run. */
export interface RunJudge {
  /** Makes the model; `processes` is what a command is started with, so that it ends with the run. */
  connect(processes: ProcessRunner): JudgeModel;
  /** Limit of one question, in milliseconds. */
  timeoutMs: number;
  /** Most tool calls for one question. */
  maxSteps: number;
  /** The variable that holds the key: hooks do not get it, and its value is masked in every record. */
  key?: { variable: string; value: string };
  /** Asks every question anew, whatever the cache holds. */
  askAnew?: boolean;
}

/** A judge that is a model of the surface's own, such as an editor's. */
export function runJudgeOf(
  model: JudgeModel,
  limits: Partial<Pick<RunJudge, 'timeoutMs' | 'maxSteps'>> = {},
): RunJudge {
  return { ...judgeDefaults, ...limits, connect: () => model };
}

/** What a judge's tools may be about. */
export interface ToolSubject {
  scenarioId: string;
  attempt: number;
  /** The attempt's own folder in the run, with its evidence. */
  attemptDir: string;
  folders: JudgedFolders;
}

/** Makes the tools that a judge may use for one attempt. */
export type JudgeTools = (subject: ToolSubject) => JudgeTool[];

/** The judge of a run that has begun. */
export interface ConnectedJudge {
  model: JudgeModel;
  timeoutMs: number;
  maxSteps: number;
  cache: JudgeCache;
  tools?: JudgeTools;
}
