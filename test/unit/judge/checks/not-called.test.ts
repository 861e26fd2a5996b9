import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../engine/judge/evidence';
import { evidenceOfCalls, grade, outcome, usePatterns, withoutCalls } from '../judging';

const patterns = usePatterns();
const unobserved = 'Unable to Verify (not_observable)';
const refund = {
  name: 'issue_refund',
  arguments: { order: 'ORD-1', amount: { value: 25, currency: 'EUR' }, tags: ['a', 'b'] },
};
const lookup = { name: 'lookup', arguments: { order: 'ORD-1' } };
const bare = { name: 'issue_refund' };
const check = async (criterion: Record<string, unknown>, evidence: Evidence) =>
  outcome(await grade(criterion, evidence, patterns));

describe('not_called', () => {
  it.each<[string, object, Evidence, string]>([
    ['none happened', {}, evidenceOfCalls(), 'Pass'],
    ['another tool', {}, evidenceOfCalls(lookup), 'Pass'],
    ['observed', {}, evidenceOfCalls(refund), 'Fail'],
    ['calls not observable: a silent agent never passes', {}, withoutCalls, unobserved],
    ['with arguments that no call has', { arguments: { order: 'ORD-2' } }, evidenceOfCalls(refund), 'Pass'],
    ['with arguments that a call has', { arguments: { order: 'ORD-1' } }, evidenceOfCalls(refund), 'Fail'],
    [
      'with arguments, a call whose arguments are unknown',
      { arguments: { order: 'ORD-2' } },
      evidenceOfCalls(bare),
      unobserved,
    ],
    ['arguments: {} is the same as none', { arguments: {} }, evidenceOfCalls(bare), 'Fail'],
  ])('%s', async (_, parameters, evidence, expected) => {
    expect(await check({ check: 'not_called', tool: 'issue_refund', ...parameters }, evidence)).toBe(expected);
  });
});
