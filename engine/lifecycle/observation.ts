import type { HookOutput, ObservedCall, Usage } from '../../schemas/hook-output';
import { HookOutput as HookOutputSchema } from '../../schemas/hook-output';
import type { HooksFile } from '../../schemas/record';

/** What was observed of an attempt. Something absent was not observable; an empty list was observed to be empty. */
export interface Observation {
  calls?: ObservedCall[];
  /** Why calls cannot be told, when they cannot. */
  callsGap?: string;
  usage?: Usage;
  usageGap?: string;
}

/**
 * Joins what the turns and collect returned by the rules of behaviour §3: calls of turns are concatenated, each with
 * its turn; one turn without calls makes them not observable; what collect returns replaces them. Usage is summed,
 * a turn without it makes the total partial; collect's is the total.
 */
export function observe(hooks: HooksFile): Observation {
  const turns = (hooks.phases.execute?.turns ?? (hooks.phases.execute ? [hooks.phases.execute] : [])).filter(
    (turn) => turn.ok,
  );
  const outputs = turns.map((turn, index) => ({ turn: turn.turn ?? index + 1, output: asOutput(turn.data) }));
  const collected = hooks.phases.collect?.ok ? asOutput(hooks.phases.collect.data) : {};
  return { ...observeCalls(outputs, collected), ...observeUsage(outputs, collected) };
}

type TurnOutput = { turn: number; output: HookOutput };

function observeCalls(turns: TurnOutput[], collected: HookOutput): Pick<Observation, 'calls' | 'callsGap'> {
  if (collected.calls) return { calls: collected.calls };
  const silent = turns.filter(({ output }) => output.calls === undefined).map(({ turn }) => turn);
  if (turns.length === 0) return { callsGap: 'no turn was executed' };
  if (silent.length > 0) {
    return {
      callsGap:
        silent.length === turns.length ? 'the hooks returned no calls' : `turn ${silent.join(', ')} returned no calls`,
    };
  }
  return {
    calls: turns.flatMap(({ turn, output }) =>
      (output.calls ?? []).map((call) => ({ ...call, turn: call.turn ?? turn })),
    ),
  };
}

function observeUsage(turns: TurnOutput[], collected: HookOutput): Pick<Observation, 'usage' | 'usageGap'> {
  const total = tokens(collected.usage);
  if (total) return { usage: total };
  const known = turns.flatMap(({ output }) => tokens(output.usage) ?? []);
  if (known.length === 0) return { usageGap: 'the hooks returned no usage' };
  const sum: Usage = {
    input_tokens: known.reduce((all, one) => all + one.input_tokens, 0),
    output_tokens: known.reduce((all, one) => all + one.output_tokens, 0),
  };
  if (known.length === turns.length) return { usage: sum };
  const silent = turns.filter(({ output }) => !output.usage).map(({ turn }) => turn);
  return { usage: { ...sum, partial: true }, usageGap: `usage is partial: turn ${silent.join(', ')} returned none` };
}

function tokens(usage: HookOutput['usage']): Usage | undefined {
  if (!usage) return undefined;
  return {
    input_tokens: usage.input ?? usage.input_tokens ?? 0,
    output_tokens: usage.output ?? usage.output_tokens ?? 0,
  };
}

/** Data on record was checked when it was printed; a record that was edited since reads as having observed nothing. */
function asOutput(data: unknown): HookOutput {
  const parsed = HookOutputSchema.safeParse(data ?? {});
  return parsed.success ? parsed.data : {};
}

/** The answer that an execute record holds. */
export function answerOf(data: unknown): string | undefined {
  const output = asOutput(data);
  return output.output ?? output.agent_reply;
}
