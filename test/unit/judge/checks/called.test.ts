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

describe('called', () => {
  it.each<[string, Evidence, string]>([
    ['observed', evidenceOfCalls(lookup, refund), 'Pass'],
    ['observed without arguments', evidenceOfCalls(bare), 'Pass'],
    ['another tool', evidenceOfCalls(lookup), 'Fail'],
    ['none happened', evidenceOfCalls(), 'Fail'],
    ['calls not observable', withoutCalls, unobserved],
    ['a name that only begins like it', evidenceOfCalls({ name: 'issue_refund_v2' }), 'Fail'],
    ['a name in another case', evidenceOfCalls({ name: 'Issue_Refund' }), 'Fail'],
  ])('%s', async (_, evidence, expected) => {
    expect(await check({ check: 'called', tool: 'issue_refund' }, evidence)).toBe(expected);
  });

  it('arguments: {} is the same as none', async () => {
    expect(await check({ check: 'called', tool: 'issue_refund', arguments: {} }, evidenceOfCalls(refund))).toBe('Pass');
  });

  it('with arguments is undecidable: it would drop them', async () => {
    const graded = await grade(
      { check: 'called', tool: 'issue_refund', arguments: { order: 'X' } },
      evidenceOfCalls(refund),
      patterns,
    );
    expect(outcome(graded)).toBe('Unable to Verify (undecidable)');
    expect(graded.remedy).toMatch(/called_with/);
  });
});
