import { defineCheck } from '../check';
import { fail, pass, unable } from '../grade';
import { limit } from '../parameters';

/** `max_latency_ms`: all turns together, as measured around the execute hook. */
export const check = defineCheck({
  name: 'max_latency_ms',
  parameters: limit,
  decide({ value }, { latencyMs }) {
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
  },
});
