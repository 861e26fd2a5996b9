import { setImmediate } from 'node:timers/promises';
import { type HookRecord, type HooksFile, HooksFile as HooksFileSchema } from '../../schemas/record';
import type { Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { Scenario } from '../../schemas/scenario';
import { Verdict } from '../../schemas/verdict';
import type { PatternMatcher } from '../judge/pattern-matcher';
import type { ScenarioOutcome } from '../report/outcome';
import { buildReport } from '../report/report';
import { firstWords } from '../report/text/first-words';
import { diskRefusal } from '../workspace/disk-fault';
import { scenarioLayout } from '../workspace/layout';
import { readStored, storedValue } from '../workspace/runs';
import { writeFileAtomically } from '../workspace/write-file';
import type { AttemptRun } from './attempt';
import { toJson } from './attempt-records';
import { callHook } from './call-hook';
import {
  anyObserved,
  capabilitiesIn,
  declaredNotObserved,
  keepObserved,
  type ObservedCapabilities,
} from './observed-capabilities';
import { openContext } from './open-context';
import type { OpenedRun } from './opened-run';
import { groupAlive } from './process-group';
import type { KeptProcesses, ProcessRunner } from './process-runner';
import { findStrays } from './process-strays';
import { addRootCauses, noModelForCauses } from './root-causes';
import { type RunContext, runPart } from './run-context';
import { writeReport, writeRunFile } from './run-files';
import type { RunHost, RunOutcome } from './run-request';
import { type EndedScenario, outcomeBase, runScenario } from './run-scenario';

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
    this.context = openContext(host, opened, processes, AbortSignal.any([host.signal, this.halt.signal]));
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
    this.warnOfMissingModel();
    await this.takeOverCarried();
    let kept: KeptProcesses | undefined;
    try {
      const prepared = await this.prepare();
      kept = prepared.kept;
      await this.runScenarios(prepared.error);
      if (this.fault) throw this.fault.error;
      await this.context.flushes.settle();
    } finally {
      await this.context.tools?.close();
      if (kept) await this.processes.endKept(kept);
    }
    return this.finish(started);
  }

  private async finish(started: number): Promise<RunOutcome> {
    const { host, opened } = this;
    const { layout, file, included } = opened;
    const outcomes = included.map(({ scenario }) => this.outcomes.get(scenario.id) ?? this.notRun(scenario));
    const durationMs = opened.previousMs + Date.now() - started;
    const plain = buildReport({
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
    await writeReport(layout, plain);
    const { reason: _earlier, ...rest } = file;
    const ended = { ended: new Date().toISOString(), duration_ms: durationMs };
    await writeRunFile(layout, { ...rest, status, ...(reason && { reason }), ...ended });
    const report = await this.withRootCauses(plain, outcomes); // the run is whole on disk by then
    const halted = reason !== undefined;
    host.onEvent({ type: 'finished', report, halted, ...(reason && { reason }) });
    const { unrunnable } = opened;
    const { shard } = file;
    return {
      runId: file.id,
      runDir: layout.runDir,
      halted,
      ...(reason && { reason }),
      ...(shard && { shard: { index: shard.index, total: shard.total } }),
      unrunnable,
      report,
    };
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
    await writeFileAtomically(context.run.hooksFile, toJson(hooks), { flushes: context.flushes });
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
    // Scenarios of a merged run were run on the fixture of their shard, whatever becomes of it now.
    const unprepared = new Map(opened.file.included.map((entry) => [entry.scenario_id, entry.unprepared]));
    const worker = async (): Promise<void> => {
      let concluding: Promise<void> | undefined;
      for (const { scenario } of queue) {
        if (context.stop.aborted) break;
        const fixtureError = prepareError ?? unprepared.get(scenario.id);
        const ended = await this.guarded(() =>
          runScenario(scenario, {
            run: context,
            phases,
            patterns: this.patterns,
            ...(fixtureError !== undefined && { prepareError: fixtureError }),
            onAttempt: (attempt) => this.countAttempt(attempt),
          }),
        );
        await concluding;
        if (!ended) return;
        concluding = this.guarded(() => this.conclude(ended));
      }
      await concluding;
    };
    await Promise.all(Array.from({ length: Math.min(opened.concurrency, waiting.length) }, worker));
  }

  /** Writes and announces how a scenario came out, when the first hook of the next one has been started. */
  private async conclude({ outcome, conclude }: EndedScenario): Promise<void> {
    await setImmediate();
    await conclude();
    this.outcomes.set(outcome.id, outcome);
    if (outcome.state !== 'verdict') this.announceUnfinished(outcome);
  }

  /** A fault in one scenario stops the others in an orderly way; it is raised when they have come to an end. */
  private async guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
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
    this.haltReason = `execute failed ${transportFailureLimit} times in a row; the last time: ${firstWords(diagnosis)}`;
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

  /** The report with the root causes that a judge model has found, when they were asked for and verdicts were made. */
  private async withRootCauses(report: Report, outcomes: ScenarioOutcome[]): Promise<Report> {
    const { host, opened, context } = this;
    if (!this.wantsRootCauses || !context.judge || host.signal.aborted) return report;
    const { model, timeoutMs, cache } = context.judge;
    const mask = (text: string): string => context.redactor.mask(text);
    // A run that was halted has root causes as well: only who stops it stops the question.
    const asked = { model, timeoutMs, cache, mask, stop: host.signal };
    const warn = (message: string): void => host.onEvent({ type: 'warning', message });
    if (report.clusters.length > 0) host.onEvent({ type: 'explaining', clusters: report.clusters.length });
    return addRootCauses(asked, opened.layout, report, outcomes, warn);
  }

  private get wantsRootCauses(): boolean {
    return this.opened.file.rca === true && this.host.phases.includes('judge');
  }

  private warnOfMissingModel(): void {
    if (!this.wantsRootCauses || this.context.judge) return;
    this.host.onEvent({ type: 'warning', message: noModelForCauses });
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
