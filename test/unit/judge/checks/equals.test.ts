import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();
const answering = (answer: string) => evidenceWith({ answer });

describe('equals', () => {
  it.each<[string, object, string, string]>([
    ['the same', { value: 'Yes.' }, 'Yes.', 'Pass'],
    ['something else', { value: 'Yes.' }, 'Yes, of course.', 'Fail'],
    ['a line end after the answer does not count', { value: 'Yes.' }, 'Yes.\n', 'Pass'],
    ['case counts', { value: 'yes.' }, 'Yes.', 'Fail'],
    ['ignore_case', { value: 'yes.', ignore_case: true }, 'YES.', 'Pass'],
    ['absent, the same', { value: 'Yes.', absent: true }, 'Yes.', 'Fail'],
    ['absent, something else', { value: 'Yes.', absent: true }, 'No.', 'Pass'],
    ['inner white space counts', { value: 'a b' }, 'a  b', 'Fail'],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(outcome(await grade({ check: 'equals', ...parameters }, answering(answer), patterns))).toBe(expected);
  });
});
