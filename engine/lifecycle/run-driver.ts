import { type HookRecord, type HooksFile, HooksFile as HooksFileSchema } from '../../schemas/record';
import { ok, type Result } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import type { Scenario } from '../../schemas/scenario';
import { Verdict } from '../../schemas/verdict';
import type { PatternMatcher } from '../judge/pattern-matcher';
import type { ScenarioOutcome } from '../report/outcome';
import { buildReport } from '../report/report';
import type { LoadedProfile } from '../workspace/agent-files';
import { diskRefusal } from '../workspace/disk-fault';
import { type RunLayout, scenarioLayout } from '../workspace/layout';
import { readStored, storedValue } from '../workspace/runs';
import { writeFileAtomically } from '../workspace/write-file';
import type { AttemptRun } from './attempt';
import { toJson } from './attempt-records';
import { callHook } from './call-hook';
import { secretsOf } from './hook-environment';
import {
  anyObserved,
  capabilitiesIn,
  declaredNotObserved,
  keepObserved,
  type ObservedCapabilities,
} from './observed-capabilities';
import type { Plan, PlannedScenario } from './plan';
import { groupAlive } from './process-group';
import type { KeptProcesses, ProcessRunner } from './process-runner';
import { findStrays } from './process-strays';
import { Redactor } from './redactor';
import { type RunContext, runPart } from './run-context';
import { writeReport, writeRunFile } from './run-files';
import type { RunHost, RunOutcome } from './run-request';
import { outcomeBase, runScenario, type ScenarioRun } from './run-scenario';

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

/** Executes that fail in a row before a run is halted (behaviour §4). */
const transportFailureLimit = 3;

/** Drives a run from prepare to report. */
export class RunDriver {
  private readonly halt = new AbortController();
  private readonly context: RunContext;
  private haltReason: string | undefined;
  private failuresInARow = 0;
  private readonly outcomes = new Map<string, ScenarioOutcome>();
  private readonly seen: ObservedCapabilities[] = [];
  /** What made a record impossible to write, or a fault of ours. */
  private fault: { error: unknown } | undefined;

  constructor(
    private readonly host: RunHost,
    private readonly opened: OpenedRun,
    private readonly processes: ProcessRunner,
    private readonly patterns: PatternMatcher,
  ) {
    this.context = {
      runId: opened.file.id,
      run: opened.layout,
      workspaceRoot: host.workspace.root,
      projectId: host.agent.projectId,
      agentId: host.agent.id,
      loaded: opened.loaded,
      baseEnv: opened.baseEnv,
      node: host.node,
      processes,
      redactor: new Redactor(secretsOf(opened.loaded.profile, opened.baseEnv)),
      stop: AbortSignal.any([host.signal, this.halt.signal]),
      emit: host.onEvent,
    };
  }

  /** Refuses only what the disk made impossible: everything that was finished before is safe then. */
  async drive(): Promise<Result<RunOutcome>> {
    try {
      return ok(await this.driveThrough());
    } catch (error) {
      const refusal = diskRefusal(error, this.whatIsSafe());
      if (refusal) return refusal;
      throw error;
    }
  }

  private async driveThrough(): Promise<RunOutcome> {
    const { host, opened } = this;
    const { layout, file, included } = opened;
    const started = Date.now();
    await writeRunFile(layout, file);
    const titles = Object.fromEntries(included.map(({ scenario }) => [scenario.id, scenario.title]));
    host.onEvent({ type: 'planned', runId: file.id, runDir: layout.runDir, plan: file, titles });
    this.warnOfShortSecrets();
    await this.takeOverCarried();
    let kept: KeptProcesses | undefined;
    try {
      const prepared = await this.prepare();
      kept = prepared.kept;
      await this.runScenarios(prepared.error);
      if (this.fault) throw this.fault.error;
    } finally {
      if (kept) await this.processes.endKept(kept);
    }
    return this.finish(started);
  }

  private async finish(started: number): Promise<RunOutcome> {
    const { host, opened } = this;
    const { layout, file, included } = opened;
    const outcomes = included.map(({ scenario }) => this.outcomes.get(scenario.id) ?? this.notRun(scenario));
    const durationMs = opened.previousMs + Date.now() - started;
    const report = buildReport({
      runId: file.id,
      agentId: file.agent_id,
      outcomes,
      unrunnable: opened.unrunnable.length,
      durationMs,
    });
    const interrupted = host.signal.aborted && outcomes.some(({ state }) => state !== 'verdict');
    const reason = this.haltReason ?? (interrupted ? 'interrupted' : undefined);
    const status = this.haltReason ? 'halted' : interrupted ? 'cancelled' : 'completed';
    await this.keepObservations();
    await writeReport(layout, report);
    const { reason: _earlier, ...rest } = file;
    const ended = { ended: new Date().toISOString(), duration_ms: durationMs };
    await writeRunFile(layout, { ...rest, status, ...(reason && { reason }), ...ended });
    const halted = reason !== undefined;
    host.onEvent({ type: 'finished', report, halted, ...(reason && { reason }) });
    const { unrunnable } = opened;
    return { runId: file.id, runDir: layout.runDir, halted, ...(reason && { reason }), unrunnable, report };
  }

  /**
   * Runs prepare, once: a failure is reported and the run goes on, but nothing may pass. In a continued run it is run
   * again when it had failed, or when processes it had left running are gone and a scenario still needs them.
   */
  private async prepare(): Promise<{ error?: string; kept?: KeptProcesses }> {
    const known = storedValue(await readStored(this.opened.layout.hooksFile, HooksFileSchema))?.phases.prepare;
    if (known?.at) this.context.prepareEnd = Date.parse(known.at);
    if (!this.host.phases.includes('prepare') || (known?.ok && !(known.left_running && (await this.anyUnfinished())))) {
      return known?.ok === false ? { error: known.error ?? 'prepare failed' } : {};
    }
    const { context } = this;
    const result = await callHook(context, {
      phase: 'prepare',
      subject: {},
      context: { ...runPart(context), phase: 'prepare', stateDir: context.run.runStateDir },
    });
    if (!result) return {};
    if (result.record.at) context.prepareEnd = Date.parse(result.record.at);
    const { kept } = result;
    const record: HookRecord = {
      ...result.record,
      ...(kept && isRunning(kept) && { left_running: true }),
    };
    const hooks: HooksFile = { version: 1, phases: { prepare: record } };
    await writeFileAtomically(context.run.hooksFile, toJson(hooks), { durable: true });
    return { ...(!record.ok && { error: record.error ?? 'prepare failed' }), ...(kept && { kept }) };
  }

  private async anyUnfinished(): Promise<boolean> {
    for (const { scenario } of this.opened.included) {
      const verdict = await this.verdictOnRecord(scenario.id);
      if (!verdict || verdict.unverifiable_reason === 'agent_never_ran') return true;
    }
    return false;
  }

  private async verdictOnRecord(scenarioId: string): Promise<Verdict | undefined> {
    return storedValue(
      await readStored(scenarioLayout(this.opened.layout.scenarioDir(scenarioId)).verdictFile, Verdict),
    );
  }

  /** Carried scenarios are done: their verdicts count, nothing of them runs. */
  private async takeOverCarried(): Promise<void> {
    for (const { scenario } of this.opened.included) {
      if (!this.opened.carried.has(scenario.id)) continue;
      const verdict = await this.verdictOnRecord(scenario.id);
      if (!verdict) continue; // its records did not survive: it runs like any other
      this.outcomes.set(scenario.id, { ...outcomeBase(scenario), state: 'verdict', verdict, carried: true });
      this.host.onEvent({ type: 'verdict', scenarioId: scenario.id, title: scenario.title, verdict });
    }
  }

  private async runScenarios(prepareError: string | undefined): Promise<void> {
    const { context, host, opened } = this;
    const phases = new Set(host.phases);
    const waiting = opened.included.filter(({ scenario }) => !this.outcomes.has(scenario.id));
    const queue = waiting.values();
    const worker = async (): Promise<void> => {
      for (const { scenario } of queue) {
        if (context.stop.aborted) return;
        const outcome = await this.runOne(scenario, {
          run: context,
          phases,
          patterns: this.patterns,
          ...(prepareError !== undefined && { prepareError }),
          onAttempt: (attempt) => this.countAttempt(attempt),
        });
        if (!outcome) return;
        this.outcomes.set(scenario.id, outcome);
        if (outcome.state !== 'verdict') this.announceUnfinished(outcome);
      }
    };
    await Promise.all(Array.from({ length: Math.min(opened.concurrency, waiting.length) }, worker));
  }

  /** A fault in one scenario stops the others in an orderly way; it is raised when they have come to an end. */
  private async runOne(scenario: Scenario, context: ScenarioRun): Promise<ScenarioOutcome | undefined> {
    try {
      return await runScenario(scenario, context);
    } catch (error) {
      this.fault ??= { error };
      this.halt.abort();
      return undefined;
    }
  }

  private whatIsSafe(): string {
    const { file, layout } = this.opened;
    const done = [...this.outcomes.values()].filter(({ state }) => state === 'verdict').length;
    const safe = done === 1 ? '1 finished scenario is' : `${done} finished scenarios are`;
    return `go on with rook run --run ${file.id}. ${safe} safe in ${layout.runDir}.`;
  }

  /** What the hooks were seen to return is kept for the profile; what it declares beyond that is said. */
  private async keepObservations(): Promise<void> {
    if (this.seen.length === 0) return;
    const { host, opened } = this;
    const seen = anyObserved(this.seen);
    await keepObserved(host.agent.profilesDir, opened.loaded, seen);
    const message = declaredNotObserved(opened.loaded.profile, seen);
    if (message) host.onEvent({ type: 'warning', message });
  }

  /** Three attempts in a row, by completion, that did not reach the agent halt the run (behaviour §4, §14). */
  private countAttempt({ turns, error: diagnosis = '', records }: AttemptRun): void {
    const reached = turns !== 'failed';
    if (reached) this.seen.push(capabilitiesIn(records));
    this.failuresInARow = reached ? 0 : this.failuresInARow + 1;
    if (this.failuresInARow < transportFailureLimit || this.haltReason !== undefined) return;
    this.haltReason = `the agent could not be reached ${transportFailureLimit} times in a row; the last time: ${diagnosis.split('\n', 1)[0]}`;
    this.host.onEvent({ type: 'halted', reason: this.haltReason });
    this.halt.abort();
  }

  private notRun(scenario: Scenario): ScenarioOutcome {
    const why = this.haltReason ? 'the run was halted before' : 'the run was stopped before';
    const outcome: ScenarioOutcome = { ...outcomeBase(scenario), state: 'not_run', why };
    this.announceUnfinished(outcome);
    return outcome;
  }

  private announceUnfinished({ id, title, why, state }: ScenarioOutcome): void {
    this.host.onEvent({ type: 'notRun', scenarioId: id, title, why: why ?? '', unjudged: state === 'unjudged' });
  }

  private warnOfShortSecrets(): void {
    const { unmasked } = this.context.redactor;
    if (unmasked.length === 0) return;
    const message = `the values of ${unmasked.join(', ')} are too short to be masked in the records (under 6 characters)`;
    this.host.onEvent({ type: 'warning', message });
  }
}

function isRunning({ leader, marker }: KeptProcesses): boolean {
  return groupAlive(leader) || findStrays(marker).length > 0;
}
