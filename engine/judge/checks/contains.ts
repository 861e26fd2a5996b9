import * as z from 'zod';
import { defineCheck } from '../check';
import { quoteAround, quoteStart } from '../evidence';
import { fail, pass } from '../grade';
import { flag, text } from '../parameters';

/** `contains`: the value stands in the answer, or with `absent` does not. */
export const check = defineCheck({
  name: 'contains',
  parameters: z.object({ value: text, ignore_case: flag, absent: flag }),
  decide({ value, ignore_case, absent }, { answer }) {
    const expected = `the answer ${absent ? 'does not contain' : 'contains'} "${value}"${ignore_case ? ', in any case' : ''}`;
    const index = ignore_case ? answer.toLowerCase().indexOf(value.toLowerCase()) : answer.indexOf(value);
    const found = index >= 0;
    const achieved = found ? 'it is there' : 'it is not there';
    // Lower-casing can change a text's length; then the quote is of the beginning.
    const exact = found && (!ignore_case || answer.toLowerCase().length === answer.length);
    const evidence = exact ? quoteAround(answer, index, value.length) : quoteStart(answer);
    return found === !absent ? pass(expected, achieved, evidence) : fail(expected, achieved, evidence);
  },
});
