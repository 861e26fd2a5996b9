import { join } from 'node:path';
import type { Result } from '../../schemas/result';
import { PatternMatcher } from '../judge/pattern-matcher';
import { diskRefusal } from '../workspace/disk-fault';
import { ensureGitignore } from '../workspace/gitignore';
import { type AgentLock, lockAgent } from './agent-lock';
import { resolveEnvironment } from './hook-environment';
import { planRun } from './plan';
import { ProcessJournal } from './process-journal';
import { ProcessRunner } from './process-runner';
import { reopenRun } from './run-continue';
import { type OpenedRun, RunDriver } from './run-driver';
import { openNewRun } from './run-new';
import type { ContinueRequest, RunHost, RunOutcome, RunRequest } from './run-request';

export type { ContinueRequest, RunHost, RunOutcome, RunRequest } from './run-request';

/** What is left of an earlier runner's processes gets this long to end, in milliseconds. */
const reapGraceMs = 2000;

/**
 * Runs scenarios of one agent from plan to report. Refuses, with nothing written, what cannot run at all; what a hook
 * does is never a refusal but a verdict.
 */
export async function startRun(request: RunRequest): Promise<Result<RunOutcome>> {
  const plan = planRun(request.entries, request.profile.profile, request.selection, false);
  if (!plan.ok) return plan;
  const baseEnv = resolveEnvironment(request.profile.profile, request.env);
  if (!baseEnv.ok) return baseEnv;
  return underLock(request, () => openNewRun(request, plan.value, baseEnv.value));
}

/**
 * Continues a run in place (`--run`): each selected phase runs where it has not succeeded yet, with the run's own
 * copies of scenarios and profile, whatever the files say today (behaviour §4).
 */
export async function continueRun(request: ContinueRequest): Promise<Result<RunOutcome>> {
  return underLock(request, () => reopenRun(request));
}

/** One run at a time per agent; first of all, what a killed runner left behind is ended. */
async function underLock(host: RunHost, open: () => Promise<Result<OpenedRun>>): Promise<Result<RunOutcome>> {
  const { workspace, agent } = host;
  const slot = `${agent.projectId}--${agent.id}`;
  const cacheDir = join(workspace.rookDir, 'cache');
  const lock = await takeLock(workspace.rookDir, join(cacheDir, 'locks', `${slot}.lock`), agent.id);
  if (!lock.ok) return lock;
  const journal = new ProcessJournal(join(cacheDir, 'processes', slot));
  const patterns = new PatternMatcher();
  try {
    const orphans = await journal.reap(reapGraceMs);
    if (orphans > 0) {
      const message = `ended ${orphans} process(es) that an earlier run, killed midway, had left behind`;
      host.onEvent({ type: 'warning', message });
    }
    const opened = await orDiskRefusal(open);
    if (!opened.ok) return opened;
    const processes = new ProcessRunner(journal);
    host.onProcesses?.(() => processes.endAllNow());
    try {
      return await new RunDriver(host, opened.value, processes, patterns).drive();
    } finally {
      await processes.close();
    }
  } finally {
    await patterns.dispose();
    await lock.value.release();
  }
}

function takeLock(rookDir: string, file: string, agentId: string): Promise<Result<AgentLock>> {
  return orDiskRefusal(async () => {
    await ensureGitignore(rookDir);
    return lockAgent(file, agentId);
  });
}

/** What the disk makes impossible before a run has begun is a refusal: nothing was run. */
async function orDiskRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const refusal = diskRefusal(error, 'run again. Nothing was run.');
    if (refusal) return refusal;
    throw error;
  }
}
