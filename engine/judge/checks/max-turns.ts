import { defineCheck } from '../check';
import { fail, pass } from '../grade';
import { limit } from '../parameters';

/** `max_turns`: turns that were executed, set-up messages included. */
export const check = defineCheck({
  name: 'max_turns',
  parameters: limit,
  decide({ value }, { turns }) {
    const expected = `at most ${value} turns`;
    return turns <= value
      ? pass(expected, `${turns}`, `turns: ${turns}`)
      : fail(expected, `${turns}`, `turns: ${turns}`);
  },
});
