import type { Result } from '../../schemas/result';
import { PatternMatcher } from '../judge/pattern-matcher';
import { profileEnvironment } from './effective-environment';
import type { OpenedRun } from './opened-run';
import { planRun } from './plan';
import { reopenRun } from './run-continue';
import { RunDriver } from './run-driver';
import { openNewRun } from './run-new';
import type { ContinueRequest, RunHost, RunOutcome, RunRequest } from './run-request';
import { cutPlan } from './shard';
import { orDiskRefusal, underLock } from './under-lock';

export type { ContinueRequest, RunHost, RunOutcome, RunRequest } from './run-request';

/**
 * Runs scenarios of one agent from plan to report. Refuses, with nothing written, what cannot run at all; what a hook
 * does is never a refusal but a verdict.
 */
export async function startRun(request: RunRequest): Promise<Result<RunOutcome>> {
  const { tools } = request;
  const whole = planRun(
    request.entries,
    request.profile.profile,
    request.selection,
    request.judge !== undefined,
    tools,
  );
  if (!whole.ok) return whole;
  const plan = request.shard ? cutPlan(whole.value, request.shard, request.profile.revision) : whole;
  if (!plan.ok) return plan;
  const baseEnv = await profileEnvironment(request.profile.profile, request);
  if (!baseEnv.ok) return baseEnv;
  return openAndDrive(request, () => openNewRun(request, plan.value, baseEnv.value));
}

/**
 * Continues a run in place (`--run`): each selected phase runs where it has not succeeded yet, with the run's own
 * copies of scenarios and profile, whatever the files say today (behaviour §4).
 */
export async function continueRun(request: ContinueRequest): Promise<Result<RunOutcome>> {
  return openAndDrive(request, () => reopenRun(request));
}

/** Opens a run, as the only one that works on the agent, and drives it to its end. */
async function openAndDrive(host: RunHost, open: () => Promise<Result<OpenedRun>>): Promise<Result<RunOutcome>> {
  const patterns = new PatternMatcher();
  try {
    return await underLock(host, async (processes) => {
      const opened = await orDiskRefusal(open);
      return opened.ok ? new RunDriver(host, opened.value, processes, patterns).drive() : opened;
    });
  } finally {
    await patterns.dispose();
  }
}
