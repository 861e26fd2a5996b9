import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../engine/judge/evidence';
import { evidenceOfCalls, grade, outcome, usePatterns, withoutCalls } from '../judging';

const patterns = usePatterns();
const unobserved = 'Unable to Verify (not_observable)';
const check = async (criterion: Record<string, unknown>, evidence: Evidence) =>
  outcome(await grade(criterion, evidence, patterns));

describe('call_order', () => {
  const names = (...list: string[]) => evidenceOfCalls(...list.map((name) => ({ name })));
  it.each<[string, Evidence, string]>([
    ['in order', names('a', 'b', 'c'), 'Pass'],
    ['others between', names('x', 'a', 'x', 'b', 'y', 'c'), 'Pass'],
    ['more than once', names('b', 'a', 'c', 'b', 'c'), 'Pass'],
    ['the wrong way round', names('c', 'b', 'a'), 'Fail'],
    ['one missing', names('a', 'c'), 'Fail'],
    ['none', names(), 'Fail'],
    ['calls not observable', withoutCalls, unobserved],
  ])('%s', async (_, evidence, expected) => {
    expect(await check({ check: 'call_order', tools: ['a', 'b', 'c'] }, evidence)).toBe(expected);
  });

  it('one call does not stand for two', async () => {
    expect(await check({ check: 'call_order', tools: ['a', 'a'] }, names('a'))).toBe('Fail');
    expect(await check({ check: 'call_order', tools: ['a', 'a'] }, names('a', 'a'))).toBe('Pass');
  });
});
