import { showValue } from '../evidence';
import { fail, pass, unable } from '../grade';
import type { Check } from './check';

/** `max_latency_ms`: all turns together, as measured around the execute hook. */
export const maxLatency: Check<'max_latency_ms'> = ({ value }, { latencyMs }) => {
  const expected = `at most ${value} ms`;
  if (latencyMs === undefined) {
    return unable(
      'not_observable',
      expected,
      'the records hold no latency',
      'Run the scenario again: the time of every execute is measured.',
    );
  }
  const achieved = `${latencyMs} ms`;
  return latencyMs <= value
    ? pass(expected, achieved, `latency_ms: ${latencyMs}`)
    : fail(expected, achieved, `latency_ms: ${latencyMs}`);
};

/** `max_tokens`: input plus output of all turns. A turn without usage leaves the total unknown. */
export const maxTokens: Check<'max_tokens'> = ({ value }, { observation, callsComplete }) => {
  const expected = `at most ${value} tokens`;
  const { usage, usageGap } = observation;
  const gap = usageGap ?? (callsComplete ? undefined : 'collect failed, and what it returns counts as the total');
  if (!usage || usage.partial || gap) {
    return unable(
      'not_observable',
      expected,
      gap ?? 'usage was not observed',
      'Return usage {input, output} from every execute, or the total from collect.',
    );
  }
  const total = usage.input_tokens + usage.output_tokens;
  const achieved = `${total} tokens (${usage.input_tokens} in, ${usage.output_tokens} out)`;
  return total <= value
    ? pass(expected, achieved, `usage: ${showValue(usage)}`)
    : fail(expected, achieved, `usage: ${showValue(usage)}`);
};

/** `max_turns`: turns that were executed, set-up messages included. */
export const maxTurns: Check<'max_turns'> = ({ value }, { turns }) => {
  const expected = `at most ${value} turns`;
  return turns <= value ? pass(expected, `${turns}`, `turns: ${turns}`) : fail(expected, `${turns}`, `turns: ${turns}`);
};
