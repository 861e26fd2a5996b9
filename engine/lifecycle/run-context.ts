import type { RunEvent } from '../../schemas/event';
import type { ConnectedJudge } from '../judge/model/run-judge';
import type { OpenTools } from '../tools/toolbox';
import type { LoadedProfile } from '../workspace/agent-files';
import type { RunLayout } from '../workspace/layout';
import type { Flushes } from '../workspace/write-file';
import type { NodeProgram } from './hook-command';
import type { HookDebugger } from './hook-debugger';
import type { HookContext } from './hook-environment';
import type { ProcessRunner } from './process-runner';
import type { Redactor } from './redactor';

/** What every hook of a run shares. */
export interface RunContext {
  runId: string;
  run: RunLayout;
  workspaceRoot: string;
  projectId: string;
  agentId: string;
  agentDir: string;
  loaded: LoadedProfile;
  /** Values that hooks start from: the process environment and what the profile's variables were found to be. */
  baseEnv: Record<string, string>;
  node: NodeProgram;
  processes: ProcessRunner;
  /** Knows the values of the profile's variables. */
  redactor: Redactor;
  /** Aborted when the run is cancelled or halted: hooks are ended, close still runs. */
  stop: AbortSignal;
  /** When prepare ended, in milliseconds since the epoch: the delay of the phase after it counts from there. */
  prepareEnd?: number;
  /** Debugs the hooks: then nothing limits their time. */
  debugger?: HookDebugger;
  /** The judge model, when one is configured. */
  judge?: ConnectedJudge;
  /** What judging may ask beside the records. */
  tools?: OpenTools;
  /** Verdicts on their way to the disk. */
  flushes: Flushes;
  emit: (event: RunEvent) => void;
}

/** The part of a hook's context that is the same for the whole run. */
export function runPart(context: RunContext): Omit<HookContext, 'phase' | 'stateDir'> {
  return {
    workspace: context.workspaceRoot,
    project: context.projectId,
    agent: context.agentId,
    runId: context.runId,
    runStateDir: context.run.runStateDir,
  };
}
