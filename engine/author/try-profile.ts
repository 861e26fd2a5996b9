import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '../../schemas/event';
import { hookPhases } from '../../schemas/phase';
import type { HookRecord } from '../../schemas/record';
import { ok, type Result } from '../../schemas/result';
import type { Scenario } from '../../schemas/scenario';
import { runAttempt } from '../lifecycle/attempt';
import { AttemptRecords } from '../lifecycle/attempt-records';
import { callHook } from '../lifecycle/call-hook';
import { profileEnvironment, type SecretValues } from '../lifecycle/effective-environment';
import type { NodeProgram } from '../lifecycle/hook-command';
import { secretsOf, withoutUndeclared } from '../lifecycle/hook-environment';
import type { KeptProcesses, ProcessRunner } from '../lifecycle/process-runner';
import { Redactor } from '../lifecycle/redactor';
import { type RunContext, runPart } from '../lifecycle/run-context';
import { orDiskRefusal, underLock } from '../lifecycle/under-lock';
import type { LoadedProfile } from '../workspace/agent-files';
import { attemptLayout, rookFolder, runLayout } from '../workspace/layout';
import type { AgentRef } from '../workspace/workspace';
import { Flushes } from '../workspace/write-file';
import { KeptExchanges } from './kept-exchanges';
import type { Trial } from './trial';
import { trialOf } from './trial-result';

export interface TryRequest {
  loaded: LoadedProfile;
  workspaceRoot: string;
  agent: AgentRef;
  node: NodeProgram;
  /** The process environment; values that it lacks come from `secrets`, then from the store of the workspace. */
  env: NodeJS.ProcessEnv;
  /** Values in the secret storage of the editor. */
  secrets?: SecretValues;
  /** What is sent, one for each turn. */
  goals: readonly [string, ...string[]];
  /** Cancels the trial: hooks are ended, close still runs. */
  signal: AbortSignal;
  /** Variables that hooks get only when the profile declares them, such as that of a judge's key. */
  hidden?: readonly string[];
  /** Told of each phase, and of what hooks write to standard error, as it happens. */
  onEvent?: (event: RunEvent) => void;
  /** Receives a function that ends every process at once, for a host that cannot wait. */
  onProcesses?: (endAllNow: () => void) => void;
}

/** Stands for the scenario and the run in the hooks' environment. */
const trialName = 'trial';

/**
 * Invokes a profile once, for real, by the code that a run uses: prepare, open, execute for each goal, close, collect, with
 * their limits, delays and masking. The state folders are temporary: nothing of it is kept.
 * Refused like a run: a variable without a value, and an agent that is being run. What a hook does is in the trial.
 */
export async function tryProfile(request: TryRequest): Promise<Result<Trial>> {
  const { loaded, workspaceRoot, agent, secrets, onEvent = () => {}, onProcesses } = request;
  const env = await profileEnvironment(loaded.profile, {
    workspace: { root: workspaceRoot },
    env: request.env,
    ...(secrets && { secrets }),
  });
  if (!env.ok) return env;
  const host = {
    workspace: { rookDir: join(workspaceRoot, rookFolder) },
    agent,
    onEvent,
    ...(onProcesses && { onProcesses }),
  };
  return underLock(host, (processes) =>
    orDiskRefusal(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rook-trial-')); // with mode 0700
      try {
        return ok(await drive(request, contextOf(request, env.value, folder, processes)));
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }),
  );
}

function contextOf(
  request: TryRequest,
  env: Record<string, string>,
  folder: string,
  processes: ProcessRunner,
): RunContext {
  const { loaded, workspaceRoot, agent, node, signal, hidden = [], onEvent } = request;
  return {
    runId: trialName,
    run: runLayout(folder),
    workspaceRoot,
    projectId: agent.projectId,
    agentId: agent.id,
    agentDir: agent.agentDir,
    loaded,
    baseEnv: withoutUndeclared(env, loaded.profile, hidden),
    node,
    processes,
    redactor: new Redactor(secretsOf(loaded.profile, env)),
    stop: signal,
    flushes: new Flushes(),
    emit: (event) => onEvent?.(event),
  };
}

async function drive(request: TryRequest, context: RunContext): Promise<Trial> {
  const { goals, signal } = request;
  const { redactor, run } = context;
  if (redactor.unmasked.length > 0) {
    const message = `the values of ${redactor.unmasked.join(', ')} are too short to be masked (under 6 characters)`;
    context.emit({ type: 'warning', message });
  }
  const layout = attemptLayout(run.scenarioDir(trialName), 1);
  const exchanges = new KeptExchanges(layout.stateDir, run.runStateDir);
  const emit = context.emit;
  context.emit = (event) => {
    exchanges.onEvent(event);
    emit(event);
  };
  mkdirSync(run.runStateDir, { recursive: true, mode: 0o700 });
  mkdirSync(layout.stateDir, { recursive: true, mode: 0o700 });
  const records = AttemptRecords.fresh({
    scenario: scenarioOf(goals),
    attempt: 1,
    layout,
    unmaskedDir: join(run.runStateDir, 'unmasked'),
    redactor,
  });
  let kept: KeptProcesses | undefined;
  try {
    const prepared = await prepare(context);
    kept = prepared.kept;
    const attempt = await runAttempt(context, records, new Set(hookPhases));
    await Promise.all([records.settle(), context.flushes.settle()]);
    const exchange = exchanges.last();
    return trialOf({
      goals,
      ...(prepared.record && { prepare: prepared.record }),
      hooks: records.hooks,
      turns: attempt.turns,
      ...(attempt.error !== undefined && { turnsError: attempt.error }),
      ...(exchange && { exchange: redactor.maskJson(exchange) }),
      exchanges: exchanges.turns.map((turn) => redactor.maskJson(turn)),
      cancelled: signal.aborted,
    });
  } finally {
    if (kept) await context.processes.endKept(kept);
  }
}

/** Runs prepare, once; what fails there is told, and the rest is tried all the same (behaviour §4). */
async function prepare(context: RunContext): Promise<{ record?: HookRecord; kept?: KeptProcesses }> {
  const result = await callHook(context, {
    phase: 'prepare',
    subject: {},
    context: { ...runPart(context), phase: 'prepare', stateDir: context.run.runStateDir },
  });
  if (!result) return {};
  if (result.record.at) context.prepareEnd = Date.parse(result.record.at);
  return { record: result.record, ...(result.kept && { kept: result.kept }) };
}

/** The goals as the turns of a scenario that nothing is to be judged of. */
function scenarioOf(goals: TryRequest['goals']): Scenario {
  return {
    id: trialName,
    title: 'A trial of the profile',
    goal: goals.at(-1) ?? goals[0],
    inputKind: 'text',
    attachments: [],
    criteria: [],
    calls: [],
    forbidden: [],
    verificationRequires: [],
    preconditions: [],
    multiTurn: goals.length > 1,
    setupMessages: goals.slice(0, -1),
    maxTurns: goals.length,
    repeat: 1,
    tags: [],
    executable: true,
    excluded: false,
    successSignals: [],
    failureSignals: [],
    adversarial: false,
  };
}
