import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HookPhase, RunPhase } from '../../schemas/phase';
import type { HookRecord, ResponseFile } from '../../schemas/record';
import { scenarioLayout } from '../workspace/layout';
import type { AttemptRecords } from './attempt-records';
import { callHook } from './call-hook';
import { type RunContext, runPart } from './run-context';
import type { HookResult } from './run-hook';
import { isMultiTurn } from './runnability';
import { nextSimulatedMessage, openForSimulation, simulationFault, simulationOpen } from './simulated-turns';

/** How the turns of an attempt ended. */
export type TurnsEnd = 'completed' | 'failed' | 'stopped' | 'cancelled' | 'not_run';

export interface AttemptRun {
  records: AttemptRecords;
  turns: TurnsEnd;
  response?: ResponseFile;
  /** Why the turns did not complete. */
  error?: string;
  openError?: string;
  collectError?: string;
  /** True when the run was stopped before every selected phase of this attempt had its turn. */
  interrupted: boolean;
  /** True when a hook ran just now, rather than in an earlier process. */
  worked: boolean;
}

/** What close gets after the run was stopped, in milliseconds (behaviour §14). */
const closeAfterStopMs = 5000;

/**
 * One attempt of one scenario: open → execute × turns → close → collect. close runs whenever open ran, in every mode.
 * Each result is on disk before the next phase starts. A phase that has succeeded on record is not run again: an
 * attempt that was cut off in its turns begins anew when open is among the phases, else at the first turn that is missing.
 */
export async function runAttempt(
  run: RunContext,
  records: AttemptRecords,
  phases: ReadonlySet<RunPhase>,
): Promise<AttemptRun> {
  const driver = new AttemptDriver(run, records);
  const done = endOnRecord(records);
  const finished = done?.end === 'completed' || (done?.end === 'stopped' && simulationFault(records) === undefined);
  if (phases.has('execute') && phases.has('open') && !finished && driver.began) {
    if (!driver.closed) await driver.close();
    await records.restart();
  }
  mkdirSync(records.layout.stateDir, { recursive: true });

  let turns = finished ? done : undefined;
  try {
    if (phases.has('open') && !finished && records.hooks.phases.open?.ok !== true && !run.stop.aborted) {
      await driver.call('open');
    }
    if (phases.has('execute') && !finished && !run.stop.aborted) turns = await driver.executeTurns();
  } catch (fault) {
    // A record could not be written: the agent's session is still to be released.
    if (phases.has('close') && driver.began) await driver.close().catch(() => {}); // the first fault is the one to report
    throw fault;
  }
  turns ??= endOnRecord(records) ?? { end: run.stop.aborted ? 'cancelled' : 'not_run' };
  // The answer is made from hooks.json, which is on disk: it is written while the session is released.
  const closing = phases.has('close') && driver.began && !driver.closed;
  const [closed, answer] = await Promise.allSettled([
    closing ? driver.close() : undefined,
    writeAnswer(records, turns),
  ] as const);
  if (answer.status === 'rejected') throw answer.reason;
  if (closed.status === 'rejected') throw closed.reason;
  let response = answer.value;
  if (phases.has('collect') && !run.stop.aborted && (driver.executed || records.hooks.phases.collect?.ok !== true)) {
    const collected = await driver.call('collect');
    // collect's usage is the total, which the response carries too.
    if (collected?.record.ok && response) response = await records.writeResponse(turns.end, turns.error);
  }
  await records.writeEvidenceIndex();
  const { open, collect } = records.hooks.phases;
  return {
    records,
    turns: turns.end,
    ...(response && { response }),
    ...(turns.error !== undefined && { error: turns.error }),
    ...(open?.ok === false && !open.cancelled && { openError: open.error ?? 'open failed' }),
    ...(collect?.ok === false && !collect.cancelled && { collectError: collect.error ?? 'collect failed' }),
    interrupted: run.stop.aborted,
    worked: driver.worked,
  };
}

async function writeAnswer(
  records: AttemptRecords,
  turns: { end: TurnsEnd; error?: string },
): Promise<ResponseFile | undefined> {
  await records.writeEvidenceIndex();
  return records.turns.length > 0 ? records.writeResponse(turns.end, turns.error) : undefined;
}

/** How the turns ended by what is on record; undefined when they have not come to an end. */
function endOnRecord(records: AttemptRecords): { end: TurnsEnd; error?: string } | undefined {
  const { turns, messages } = records;
  const last = turns.at(-1);
  if (!last || last.cancelled) return undefined;
  if (!last.ok) return { end: 'failed', error: last.error ?? 'execute failed' };
  if (isMultiTurn(records.scenario) && records.conversation === undefined) return { end: 'stopped', error: noHandle };
  if (turns.length < messages.length) return undefined;
  const fault = simulationFault(records);
  if (fault !== undefined) return { end: 'stopped', error: fault };
  return simulationOpen(records) ? undefined : { end: 'completed' };
}

const noHandle = 'the first turn returned no conversation handle, so further turns would not be one conversation';

class AttemptDriver {
  /** Whether any hook ran. */
  worked = false;
  /** Whether a turn was executed. */
  executed = false;

  constructor(
    private readonly run: RunContext,
    private readonly records: AttemptRecords,
  ) {}

  /** Whether there is a session that close would have to end. */
  get began(): boolean {
    return this.run.loaded.profile.hooks.open
      ? this.records.hooks.phases.open !== undefined
      : this.records.turns.length > 0;
  }

  get closed(): boolean {
    return this.records.hooks.phases.close?.ok === true;
  }

  /** Runs a phase's hook, if the profile maps one, and records it. */
  async call(
    phase: HookPhase,
    options: { turn?: number; goal?: string; limitMs?: number; limitName?: string; signal?: AbortSignal } = {},
  ): Promise<HookResult | undefined> {
    const { run, records } = this;
    const { turn, ...limits } = options;
    const { conversation } = records;
    // A verdict on what was there before is none on what comes now.
    if (!this.worked && run.loaded.profile.hooks[phase] && !run.stop.aborted)
      rmSync(scenarioLayout(run.run.scenarioDir(records.scenario.id)).verdictFile, { force: true });
    const precedingEnd = run.stop.aborted ? undefined : this.lastEnd();
    const result = await callHook(run, {
      phase,
      subject: { scenarioId: records.scenario.id, attempt: records.attempt },
      context: {
        ...runPart(run),
        phase,
        stateDir: records.layout.stateDir,
        scenarioId: records.scenario.id,
        session: records.hooks.session ?? '',
        attempt: records.attempt,
        ...(turn !== undefined && { turn }),
        ...(conversation !== undefined && phase !== 'open' && { conversation }),
        attachments: records.scenario.attachments.flatMap((path) =>
          typeof path === 'string' ? resolve(run.workspaceRoot, path) : [],
        ),
      },
      ...limits,
      ...(precedingEnd !== undefined && { precedingEnd }),
    });
    if (!result) return undefined;
    this.worked = true;
    await records.add(phase, result.record, result.stdout, result.parsed?.output?.conversation);
    return result;
  }

  /** Sends the set-up messages, the goal and what a simulated user answers, one execute each. */
  async executeTurns(): Promise<{ end: TurnsEnd; error?: string }> {
    const { run, records } = this;
    const { scenario } = records;
    const unlimited = scenario.timeoutSeconds === undefined || run.debugger !== undefined;
    const deadline = unlimited ? undefined : Date.now() + (scenario.timeoutSeconds ?? 0) * 1000;
    openForSimulation(run, records);
    for (let index = 0; ; index++) {
      const goal = records.messages[index] ?? (await nextSimulatedMessage(run, records, deadline));
      if (goal === undefined) {
        const fault = simulationFault(records);
        if (fault !== undefined) return { end: 'stopped', error: fault };
        if (simulationOpen(records)) return { end: 'cancelled', error: 'the run was stopped' };
        return { end: 'completed' };
      }
      if (records.turns[index]?.ok) continue;
      if (run.stop.aborted) return { end: 'cancelled', error: 'the run was stopped' };
      const limitMs = deadline === undefined ? undefined : deadline - Date.now();
      if (limitMs !== undefined && limitMs <= 0) {
        const error = `the turns exceeded the scenario's timeout_seconds (${scenario.timeoutSeconds})`;
        await records.add('execute', notRun(index + 1, error), Buffer.alloc(0));
        return { end: 'failed', error };
      }
      await records.setAsideAfterTurns();
      const result = await this.call('execute', {
        turn: index + 1,
        goal,
        ...(limitMs !== undefined && { limitMs, limitName: "the scenario's timeout_seconds" }),
      });
      if (!result && run.stop.aborted) return { end: 'cancelled', error: 'the run was stopped' };
      if (!result) throw new Error('a runnable profile has an execute hook');
      this.executed = true;
      if (result.cancelled) return { end: 'cancelled', error: result.record.error ?? 'execute was cancelled' };
      if (!result.record.ok) return { end: 'failed', error: result.record.error ?? 'execute failed' };
      if (index === 0 && isMultiTurn(scenario) && records.conversation === undefined) {
        return { end: 'stopped', error: noHandle };
      }
    }
  }

  /** close is not ended by a stop: a session must be released. It gets a shorter time then. */
  async close(): Promise<void> {
    const { stop } = this.run;
    const givenUp = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const limit = (): void => {
      timer = setTimeout(() => givenUp.abort(), closeAfterStopMs);
    };
    stop.addEventListener('abort', limit, { once: true });
    try {
      await this.call('close', {
        signal: givenUp.signal,
        ...(stop.aborted && { limitMs: closeAfterStopMs, limitName: 'the run was stopped' }),
      });
    } finally {
      stop.removeEventListener('abort', limit);
      clearTimeout(timer);
    }
  }

  /** When the last phase that ran ended. */
  private lastEnd(): number | undefined {
    const ends = Object.values(this.records.hooks.phases).flatMap((record) =>
      record?.at ? [Date.parse(record.at)] : [],
    );
    if (this.run.prepareEnd !== undefined) ends.push(this.run.prepareEnd);
    return ends.length > 0 ? Math.max(...ends) : undefined;
  }
}

function notRun(turn: number, error: string): HookRecord {
  const now = new Date().toISOString();
  return { ran: false, ok: false, turn, started_at: now, at: now, durationMs: 0, error };
}
