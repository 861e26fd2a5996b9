import * as z from 'zod';
import { defineCheck } from '../check';
import { quoteStart } from '../evidence';
import { fail, pass } from '../grade';
import { flag } from '../parameters';

/** `equals`: the answer is the value, white space at its ends aside, or with `absent` is not. */
export const check = defineCheck({
  name: 'equals',
  parameters: z.object({ value: z.string(), ignore_case: flag, absent: flag }),
  decide({ value, ignore_case, absent }, { answer }) {
    const expected = `the answer ${absent ? 'is not' : 'is'} "${value}"${ignore_case ? ', in any case' : ''}`;
    const fold = (text: string): string => (ignore_case ? text.trim().toLowerCase() : text.trim());
    const same = fold(answer) === fold(value);
    const achieved = same ? 'it is' : 'it is not';
    return same === !absent
      ? pass(expected, achieved, quoteStart(answer))
      : fail(expected, achieved, quoteStart(answer));
  },
});
