import { defineCheck } from '../check';
import { showValue } from '../evidence';
import { fail, pass, unable } from '../grade';
import { limit } from '../parameters';

/** `max_tokens`: input plus output of all turns. A turn without usage leaves the total unknown. */
export const check = defineCheck({
  name: 'max_tokens',
  parameters: limit,
  needs: 'usage',
  decide({ value }, { observation, callsComplete }) {
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
  },
});
