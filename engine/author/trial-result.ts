import { type HookPhase, hookPhases } from '../../schemas/phase';
import type { HookRecord, HooksFile } from '../../schemas/record';
import type { TurnsEnd } from '../lifecycle/attempt';
import { answerOf, observe } from '../lifecycle/observation';
import type { Exchange } from './draft';
import type { Trial, TrialPhase } from './trial';

/** What an invocation has left on record, secrets masked. */
export interface TrialRecords {
  goals: readonly [string, ...string[]];
  prepare?: HookRecord;
  hooks: HooksFile;
  turns: TurnsEnd;
  /** Why the turns did not all bring an answer. */
  turnsError?: string;
  exchange?: Exchange;
  exchanges: Exchange[];
  cancelled: boolean;
}

/** What an invocation came to, from its records. */
export function trialOf(records: TrialRecords): Trial {
  const { goals, prepare, hooks, turns, turnsError, exchange, exchanges, cancelled } = records;
  const executed = hooks.phases.execute?.turns ?? [];
  const phases = [
    ...(prepare ? [phaseOf('prepare', prepare)] : []),
    ...hookPhases.flatMap((phase) => {
      const record = hooks.phases[phase];
      if (phase === 'execute') return executed.map((turn) => phaseOf(phase, turn));
      return record ? [phaseOf(phase, record)] : [];
    }),
  ];
  const answered = turns === 'completed';
  const output = answerOf(executed.findLast(({ ok }) => ok)?.data);
  const conversation = hooks.conversation == null ? undefined : String(hooks.conversation);
  const { usage, calls } = observe(hooks);
  const error = phases.find(({ ok }) => !ok)?.error ?? turnsError;
  return {
    ok: answered,
    goal: goals[0],
    phases,
    ...(output !== undefined && { output }),
    ...(conversation !== undefined && { conversation }),
    ...(usage && { usage }),
    ...(calls && { calls }),
    observed: {
      // A handle that a second turn was refused with has shown the contrary.
      multi_turn: conversation !== undefined && (goals.length === 1 || answered),
      calls: calls !== undefined,
      usage: usage !== undefined && usage.partial !== true, // a partial total counts as not observed (behaviour §3)
    },
    ...(exchange && { exchange }),
    ...(exchanges.length > 0 && { exchanges }),
    ...(error !== undefined && { error }),
    ...(cancelled && { cancelled: true }),
  };
}

function phaseOf(phase: HookPhase, record: HookRecord): TrialPhase {
  return {
    phase,
    ...(phase === 'execute' && record.turn !== undefined && { turn: record.turn }),
    ok: record.ok,
    durationMs: record.durationMs ?? 0,
    exitCode: record.exit_code ?? null,
    ...(record.stderr !== undefined && { stderr: record.stderr }),
    ...(record.error !== undefined && { error: record.error }),
  };
}
