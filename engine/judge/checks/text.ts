import { quoteAround, quoteStart } from '../evidence';
import { fail, pass } from '../grade';
import type { Check } from './check';

/** `contains`: the value stands in the answer, or with `absent` does not. */
export const contains: Check<'contains'> = ({ value, ignore_case, absent }, { answer }) => {
  const expected = `the answer ${absent ? 'does not contain' : 'contains'} "${value}"${ignore_case ? ', in any case' : ''}`;
  const index = ignore_case ? answer.toLowerCase().indexOf(value.toLowerCase()) : answer.indexOf(value);
  const found = index >= 0;
  const achieved = found ? 'it is there' : 'it is not there';
  // Lower-casing can change a text's length; then the quote is of the beginning.
  const exact = found && (!ignore_case || answer.toLowerCase().length === answer.length);
  const evidence = exact ? quoteAround(answer, index, value.length) : quoteStart(answer);
  return found === !absent ? pass(expected, achieved, evidence) : fail(expected, achieved, evidence);
};

/** `equals`: the answer is the value, white space at its ends aside, or with `absent` is not. */
export const equals: Check<'equals'> = ({ value, ignore_case, absent }, { answer }) => {
  const expected = `the answer ${absent ? 'is not' : 'is'} "${value}"${ignore_case ? ', in any case' : ''}`;
  const fold = (text: string): string => (ignore_case ? text.trim().toLowerCase() : text.trim());
  const same = fold(answer) === fold(value);
  const achieved = same ? 'it is' : 'it is not';
  return same === !absent ? pass(expected, achieved, quoteStart(answer)) : fail(expected, achieved, quoteStart(answer));
};
