import { describe, expect, it } from 'vitest';
import { evidenceWith, grade, outcome, usePatterns } from '../judging';

const patterns = usePatterns();
const answering = (answer: string) => evidenceWith({ answer });

describe('contains', () => {
  it.each<[string, object, string, string]>([
    ['is there', { value: '25.00 EUR' }, 'You get 25.00 EUR.', 'Pass'],
    ['is not there', { value: '25.00 EUR' }, 'You get 20 EUR.', 'Fail'],
    ['case counts', { value: 'hello' }, 'Hello', 'Fail'],
    ['ignore_case', { value: 'hElLo', ignore_case: true }, 'Oh, HELLO there', 'Pass'],
    ['ignore_case, not there', { value: 'bye', ignore_case: true }, 'HELLO', 'Fail'],
    ['absent, not there', { value: 'secret', absent: true }, 'Nothing.', 'Pass'],
    ['absent, there', { value: 'secret', absent: true }, 'The secret.', 'Fail'],
    ['absent with ignore_case', { value: 'secret', absent: true, ignore_case: true }, 'The SECRET.', 'Fail'],
    ['characters of a pattern are text', { value: 'a.c' }, 'abc', 'Fail'],
    ['nothing is Unicode-normalised', { value: 'caf\u00e9' }, 'cafe\u0301', 'Fail'],
    ['white space is not folded', { value: 'a b' }, 'a\nb', 'Fail'],
  ])('%s', async (_, parameters, answer, expected) => {
    expect(outcome(await grade({ check: 'contains', ...parameters }, answering(answer), patterns))).toBe(expected);
  });
});
