import { join } from 'node:path';
import type { RunEvent } from '../../schemas/event';
import type { RunPhase } from '../../schemas/phase';
import type { HooksFile } from '../../schemas/record';
import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import { PatternMatcher } from '../judge/pattern-matcher';
import type { ScenarioOutcome } from '../report/outcome';
import { buildReport } from '../report/report';
import type { LoadedProfile, ScenarioEntry } from '../workspace/agent-files';
import { readFeatures } from '../workspace/agent-files';
import { ensureGitignore } from '../workspace/gitignore';
import { runLayout } from '../workspace/layout';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { writeFileAtomically } from '../workspace/write-file';
import { lockAgent } from './agent-lock';
import { toJson } from './attempt-records';
import { callHook } from './call-hook';
import type { NodeProgram } from './hook-command';
import { resolveEnvironment } from './hook-environment';
import { type Plan, planRun, type Selection } from './plan';
import { ProcessJournal } from './process-journal';
import { ProcessRunner } from './process-runner';
import { type RunContext, runPart } from './run-context';
import { writeReport, writeRunFile, writeRunStart } from './run-files';
import { claimRunDir } from './run-id';
import { outcomeBase, runScenario } from './run-scenario';

export interface RunRequest {
  workspace: Workspace;
  agent: AgentRef;
  profile: LoadedProfile;
  /** The agent's scenarios, as read just now. */
  entries: ScenarioEntry[];
  selection: Selection;
  phases: RunPhase[];
  /** Scenarios in flight, 1 to 8; the profile's when absent. */
  concurrency?: number;
  name?: string;
  node: NodeProgram;
  env: NodeJS.ProcessEnv;
  /** Cancels the run: hooks are ended, close runs, what is done is written. */
  signal: AbortSignal;
  /** Receives a function that ends every process at once, for a host that cannot wait. */
  onProcesses?: (endAllNow: () => void) => void;
  onEvent: (event: RunEvent) => void;
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

/** Executes that fail in a row before a run is halted (behaviour §4). */
const transportFailureLimit = 3;
/** What is left of an earlier runner's processes gets this long to end, in milliseconds. */
const reapGraceMs = 2000;

/**
 * Runs scenarios of one agent from plan to report. Refuses, with nothing written, what cannot run at all; what a hook
 * does is never a refusal but a verdict.
 */
export async function startRun(request: RunRequest): Promise<Result<RunOutcome>> {
  const { workspace, agent, profile } = request;
  const plan = planRun(request.entries, profile.profile, request.selection, false);
  if (!plan.ok) return plan;
  const baseEnv = resolveEnvironment(profile.profile, request.env);
  if (!baseEnv.ok) return baseEnv;

  const slot = `${agent.projectId}--${agent.id}`;
  const cacheDir = join(workspace.rookDir, 'cache');
  await ensureGitignore(workspace.rookDir);
  const lock = await lockAgent(join(cacheDir, 'locks', `${slot}.lock`), agent.id);
  if (!lock.ok) return lock;
  const journal = new ProcessJournal(join(cacheDir, 'processes', slot));
  const patterns = new PatternMatcher();
  try {
    const orphans = await journal.reap(reapGraceMs);
    if (orphans.length > 0) {
      request.onEvent({
        type: 'warning',
        message: `ended ${orphans.length} process(es) that an earlier run, killed midway, had left behind`,
      });
    }
    const processes = new ProcessRunner(journal);
    request.onProcesses?.(() => processes.endAllNow());
    return ok(await new RunDriver(request, plan.value, baseEnv.value, processes, patterns).drive());
  } finally {
    await patterns.dispose();
    await lock.value.release();
  }
}

class RunDriver {
  private readonly halt = new AbortController();
  private readonly stop: AbortSignal;
  private haltReason: string | undefined;
  private failuresInARow = 0;
  private readonly outcomes = new Map<string, ScenarioOutcome>();

  constructor(
    private readonly request: RunRequest,
    private readonly plan: Plan,
    private readonly baseEnv: Record<string, string>,
    private readonly processes: ProcessRunner,
    private readonly patterns: PatternMatcher,
  ) {
    this.stop = AbortSignal.any([request.signal, this.halt.signal]);
  }

  async drive(): Promise<RunOutcome> {
    const { request, plan } = this;
    const started = new Date();
    const { runId, runDir } = await claimRunDir(request.agent.runsDir, started);
    const layout = runLayout(runDir);
    const concurrency = request.concurrency ?? request.profile.profile.concurrency;
    const file = runFileOf(request, plan, runId, started, concurrency);
    await writeRunStart(layout, file, plan, request.agent, request.profile, await readFeatures(request.agent));
    const titles = Object.fromEntries(plan.included.map(({ scenario }) => [scenario.id, scenario.title]));
    request.onEvent({ type: 'planned', runId, runDir, plan: file, titles });

    const context: RunContext = {
      runId,
      run: layout,
      workspaceRoot: request.workspace.root,
      projectId: request.agent.projectId,
      agentId: request.agent.id,
      loaded: request.profile,
      baseEnv: this.baseEnv,
      node: request.node,
      processes: this.processes,
      stop: this.stop,
      emit: request.onEvent,
    };
    let group: number | undefined;
    try {
      const prepared = await this.prepare(context);
      group = prepared.group;
      await this.runScenarios(context, concurrency, prepared.error);
    } finally {
      if (group !== undefined) await this.processes.endKept(group);
    }

    const outcomes = plan.included.map(({ scenario }) => this.outcomes.get(scenario.id) ?? this.notRun(scenario));
    const durationMs = Date.now() - started.getTime();
    const report = buildReport({
      runId,
      agentId: request.agent.id,
      outcomes,
      unrunnable: plan.unrunnable.length,
      durationMs,
    });
    const interrupted = request.signal.aborted && outcomes.some(({ state }) => state !== 'verdict');
    const reason = this.haltReason ?? (interrupted ? 'interrupted' : undefined);
    const status = this.haltReason ? 'halted' : interrupted ? 'cancelled' : 'completed';
    await writeReport(layout, report);
    await writeRunFile(layout, { ...file, status, ...(reason && { reason }), ended: new Date().toISOString() });
    const halted = reason !== undefined;
    request.onEvent({ type: 'finished', report, halted, ...(reason && { reason }) });
    return { runId, runDir, halted, ...(reason && { reason }), unrunnable: plan.unrunnable, report };
  }

  /** Runs prepare, once. A failure is reported and the run goes on: nothing may pass then. */
  private async prepare(context: RunContext): Promise<{ error?: string; group?: number }> {
    if (!this.request.phases.includes('prepare')) return {};
    const result = await callHook(context, {
      phase: 'prepare',
      subject: {},
      context: { ...runPart(context), phase: 'prepare', stateDir: context.run.runStateDir },
    });
    if (!result) return {};
    const hooks: HooksFile = { version: 1, phases: { prepare: result.record } };
    await writeFileAtomically(context.run.hooksFile, toJson(hooks));
    return {
      ...(!result.record.ok && { error: result.record.error ?? 'prepare failed' }),
      ...(result.group !== undefined && { group: result.group }),
    };
  }

  private async runScenarios(
    context: RunContext,
    concurrency: number,
    prepareError: string | undefined,
  ): Promise<void> {
    const phases = new Set(this.request.phases);
    const queue = this.plan.included.values();
    const worker = async (): Promise<void> => {
      for (const { scenario } of queue) {
        if (this.stop.aborted) return;
        const outcome = await runScenario(scenario, {
          run: context,
          phases,
          patterns: this.patterns,
          ...(prepareError !== undefined && { prepareError }),
          onAttempt: (reached, diagnosis) => this.countAttempt(reached, diagnosis),
        });
        this.outcomes.set(scenario.id, outcome);
        if (outcome.state !== 'verdict') this.announceUnfinished(outcome);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, this.plan.included.length) }, worker));
  }

  /** Three attempts in a row, by completion, that did not reach the agent halt the run (behaviour §4, §14). */
  private countAttempt(reached: boolean, diagnosis: string): void {
    this.failuresInARow = reached ? 0 : this.failuresInARow + 1;
    if (this.failuresInARow < transportFailureLimit || this.haltReason !== undefined) return;
    this.haltReason = `the agent could not be reached ${transportFailureLimit} times in a row; the last time: ${diagnosis.split('\n', 1)[0]}`;
    this.request.onEvent({ type: 'halted', reason: this.haltReason });
    this.halt.abort();
  }

  private notRun(scenario: Parameters<typeof outcomeBase>[0]): ScenarioOutcome {
    const why = this.haltReason ? 'the run was halted before' : 'the run was stopped before';
    const outcome: ScenarioOutcome = { ...outcomeBase(scenario), state: 'not_run', why };
    this.announceUnfinished(outcome);
    return outcome;
  }

  private announceUnfinished({ id, title, why, state }: ScenarioOutcome): void {
    this.request.onEvent({ type: 'notRun', scenarioId: id, title, why: why ?? '', unjudged: state === 'unjudged' });
  }
}

function runFileOf(request: RunRequest, plan: Plan, runId: string, started: Date, concurrency: number): RunFile {
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
    carried: [],
    rca: false,
    resume_from: null,
    phases_run: request.phases,
  };
}
