import { mkdir } from 'node:fs/promises';
import type { HookPhase, RunPhase } from '../../schemas/phase';
import type { HookRecord, ResponseFile } from '../../schemas/record';
import type { AttemptRecords } from './attempt-records';
import { callHook } from './call-hook';
import { type RunContext, runPart } from './run-context';
import type { HookResult } from './run-hook';
import { isMultiTurn } from './runnability';

/** How the turns of an attempt ended. */
export type TurnsEnd = 'completed' | 'failed' | 'stopped' | 'cancelled';

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
}

/** What close gets after the run was stopped, in milliseconds (behaviour §14). */
const closeAfterStopMs = 5000;

/**
 * One attempt of one scenario: open → execute × turns → close → collect. close runs whenever open ran, in every mode.
 * Each result is on disk before the next phase starts.
 */
export async function runAttempt(
  run: RunContext,
  records: AttemptRecords,
  phases: ReadonlySet<RunPhase>,
): Promise<AttemptRun> {
  await mkdir(records.layout.stateDir, { recursive: true });
  const attempt = new AttemptDriver(run, records);
  const result: AttemptRun = { records, turns: 'cancelled', interrupted: false };

  if (phases.has('open')) {
    const opened = await attempt.call('open');
    if (opened && !opened.record.ok) result.openError = opened.record.error ?? 'open failed';
  }
  if (phases.has('execute') && !run.stop.aborted) {
    const turns = await attempt.executeTurns();
    result.turns = turns.end;
    if (turns.error !== undefined) result.error = turns.error;
    result.response = await records.writeResponse(turns.end, attempt.lastExecute, turns.error);
  }
  const sessionBegan = run.loaded.profile.hooks.open
    ? records.hooks.phases.open !== undefined
    : records.turns.length > 0;
  if (phases.has('close') && sessionBegan) await attempt.close();
  if (run.stop.aborted) result.interrupted = true;
  if (phases.has('collect') && !run.stop.aborted) {
    const collected = await attempt.call('collect');
    if (collected && !collected.record.ok) {
      if (collected.cancelled) result.interrupted = true;
      result.collectError = collected.record.error ?? 'collect failed';
    }
    if (collected?.record.ok && result.response) {
      result.response = await records.writeResponse(result.turns, attempt.lastExecute, result.error); // collect's usage is the total
    }
  }
  return result;
}

class AttemptDriver {
  /** What the last execute printed. */
  lastExecute: Buffer | undefined;

  constructor(
    private readonly run: RunContext,
    private readonly records: AttemptRecords,
  ) {}

  /** Runs a phase's hook, if the profile maps one, and records it. */
  async call(
    phase: HookPhase,
    options: { turn?: number; goal?: string; limitMs?: number; limitName?: string; signal?: AbortSignal } = {},
  ): Promise<HookResult | undefined> {
    const { run, records } = this;
    const { turn, ...limits } = options;
    const { conversation } = records;
    const precedingEnd = this.lastEnd();
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
        attachments: records.scenario.attachments.filter((path) => typeof path === 'string'),
      },
      ...limits,
      ...(precedingEnd !== undefined && { precedingEnd }),
    });
    if (result) await records.add(phase, result.record, result.stdout);
    return result;
  }

  /** Sends the set-up messages and the goal, one execute each. */
  async executeTurns(): Promise<{ end: TurnsEnd; error?: string }> {
    const { run, records } = this;
    const { scenario } = records;
    const deadline = scenario.timeoutSeconds === undefined ? undefined : Date.now() + scenario.timeoutSeconds * 1000;
    for (const [index, goal] of records.messages.entries()) {
      if (run.stop.aborted) return { end: 'cancelled', error: 'the run was stopped' };
      const limitMs = deadline === undefined ? undefined : deadline - Date.now();
      if (limitMs !== undefined && limitMs <= 0) {
        const error = `the turns exceeded the scenario's timeout_seconds (${scenario.timeoutSeconds})`;
        await records.add('execute', notRun(index + 1, error), Buffer.alloc(0));
        return { end: 'failed', error };
      }
      const result = await this.call('execute', {
        turn: index + 1,
        goal,
        ...(limitMs !== undefined && { limitMs, limitName: "the scenario's timeout_seconds" }),
      });
      if (!result) throw new Error('a runnable profile has an execute hook');
      this.lastExecute = result.stdout;
      if (result.cancelled) return { end: 'cancelled', error: result.record.error ?? 'execute was cancelled' };
      if (!result.record.ok) return { end: 'failed', error: result.record.error ?? 'execute failed' };
      if (index === 0 && isMultiTurn(scenario) && records.conversation === undefined) {
        return {
          end: 'stopped',
          error: 'the first turn returned no conversation handle, so further turns would not be one conversation',
        };
      }
    }
    return { end: 'completed' };
  }

  /** close is not ended by a stop: a session must be released. It gets a shorter time then. */
  async close(): Promise<void> {
    const stopped = this.run.stop.aborted;
    await this.call('close', {
      signal: new AbortController().signal,
      ...(stopped && { limitMs: closeAfterStopMs, limitName: 'the run was stopped' }),
    });
  }

  /** When the last phase that ran ended. */
  private lastEnd(): number | undefined {
    const ends = Object.values(this.records.hooks.phases).flatMap((record) =>
      record?.at ? [Date.parse(record.at)] : [],
    );
    return ends.length > 0 ? Math.max(...ends) : undefined;
  }
}

function notRun(turn: number, error: string): HookRecord {
  const now = new Date().toISOString();
  return { ran: false, ok: false, turn, started_at: now, at: now, durationMs: 0, error };
}
