import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import { readFeatures } from '../workspace/agent-files';
import { runLayout } from '../workspace/layout';
import { openRun, readStoredScenario, storedValue } from '../workspace/runs';
import type { OpenedRun } from './opened-run';
import type { Plan, PlannedScenario } from './plan';
import { writeRunStart } from './run-files';
import { claimRunDir } from './run-id';
import type { RunRequest } from './run-request';

/** Makes the folder of a new run and writes what it is pinned to. Refuses, with nothing written, what cannot run. */
export async function openNewRun(
  request: RunRequest,
  plan: Plan,
  baseEnv: Record<string, string>,
): Promise<Result<OpenedRun>> {
  const { agent, profile } = request;
  const carriable = await findCarriable(request, plan);
  if (!carriable.ok) return carriable;

  const features = await readFeatures(agent);
  const started = new Date();
  const { runId, runDir } = await claimRunDir(agent.runsDir, started);
  const layout = runLayout(runDir);
  const concurrency = request.concurrency ?? profile.profile.concurrency;
  const file = {
    ...newRunFile(request, plan, runId, started, concurrency),
    carried: carriable.value.map(({ id }) => ({ scenario_id: id, from: request.resumeFrom })),
  };
  await writeRunStart(layout, file, plan, agent, profile, features);
  for (const { id, dir } of carriable.value) await cp(dir, layout.scenarioDir(id), { recursive: true });
  return ok({
    layout,
    file,
    loaded: profile,
    baseEnv,
    included: plan.included,
    carried: new Set(carriable.value.map(({ id }) => id)),
    unrunnable: plan.unrunnable,
    concurrency,
    previousMs: 0,
  });
}

/**
 * The scenarios that `--resume` takes over: the same scenario text, the same profile revision, and a verdict other
 * than one of an agent that was never reached (behaviour §4, §14).
 */
async function findCarriable(request: RunRequest, plan: Plan): Promise<Result<{ id: string; dir: string }[]>> {
  if (request.resumeFrom === undefined) return ok([]);
  const earlier = await openRun(request.agent.runsDir, request.resumeFrom);
  if (!earlier.ok) return earlier;
  const file = storedValue(earlier.value.file);
  if (!file)
    return refuse(`run ${request.resumeFrom} has no readable run.yaml`, 'Resume another run, or start a new one.');
  if (file.pins?.profile_revision !== request.profile.revision) {
    const message = `nothing is carried from run ${request.resumeFrom}: the profile or its scripts have changed since`;
    request.onEvent({ type: 'warning', message });
    return ok([]);
  }
  const carried: { id: string; dir: string }[] = [];
  for (const { entry } of plan.included) {
    if (await isCarriable(entry, earlier.value.layout))
      carried.push({ id: entry.id, dir: join(earlier.value.layout.scenarioDir(entry.id)) });
  }
  return ok(carried);
}

async function isCarriable(entry: PlannedScenario['entry'], layout: ReturnType<typeof runLayout>): Promise<boolean> {
  const { snapshotText, verdict } = await readStoredScenario(layout, entry.id);
  const judged = storedValue(verdict);
  return snapshotText === entry.text && judged !== undefined && judged.unverifiable_reason !== 'agent_never_ran';
}

function newRunFile(request: RunRequest, plan: Plan, runId: string, started: Date, concurrency: number): RunFile {
  const { agent, profile } = request;
  const narrowed = Object.values(request.selection).some((part) => part !== undefined);
  return {
    version: 1,
    id: runId,
    ...(request.name && { name: request.name }),
    project_id: agent.projectId,
    agent_id: agent.id,
    created: started.toISOString(),
    status: 'running',
    test_mode: false,
    concurrency,
    pins: { profile_id: profile.profile.id, profile_revision: profile.revision },
    included: plan.included.map(({ scenario }) => ({
      scenario_id: scenario.id,
      why: narrowed ? 'selected' : 'a candidate, and nothing narrowed this run',
      confidence: 'high',
    })),
    skipped: plan.skipped.map(({ id, why }) => ({ scenario_id: id, why, confidence: 'high' })),
    unrunnable: plan.unrunnable.map(({ id, why }) => ({ scenario_id: id, why })),
    gapped: plan.gapped,
    rca: request.rca === true,
    resume_from: request.resumeFrom ?? null,
    phases_run: request.phases,
    ...(plan.shard && { shard: plan.shard }),
  };
}
