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

describe('called_with matches the named arguments, deeply', () => {
  it.each<[string, object, Evidence, string]>([
    ['all of them', refund.arguments, evidenceOfCalls(refund), 'Pass'],
    ['a part of them', { order: 'ORD-1' }, evidenceOfCalls(refund), 'Pass'],
    ['a part of a nested one', { amount: { currency: 'EUR' } }, evidenceOfCalls(refund), 'Pass'],
    ['none named', {}, evidenceOfCalls(refund), 'Pass'],
    ['another value', { order: 'ORD-2' }, evidenceOfCalls(refund), 'Fail'],
    ['a value of another type', { amount: { value: '25' } }, evidenceOfCalls(refund), 'Fail'],
    ['a list as a whole', { tags: ['a', 'b'] }, evidenceOfCalls(refund), 'Pass'],
    ['a part of a list', { tags: ['a'] }, evidenceOfCalls(refund), 'Fail'],
    ['an argument that is not there', { reason: null }, evidenceOfCalls(refund), 'Fail'],
    [
      'a second call has them',
      { order: 'ORD-9' },
      evidenceOfCalls(refund, { name: 'issue_refund', arguments: { order: 'ORD-9' } }),
      'Pass',
    ],
    [
      'no two calls together',
      { order: 'ORD-1', reason: 'r' },
      evidenceOfCalls(refund, { name: 'issue_refund', arguments: { reason: 'r' } }),
      'Fail',
    ],
    ['another tool has them', { order: 'ORD-1' }, evidenceOfCalls(lookup), 'Fail'],
    ['never called', { order: 'ORD-1' }, evidenceOfCalls(), 'Fail'],
    ['missing arguments are not observable', { order: 'ORD-1' }, evidenceOfCalls(bare), unobserved],
    ['missing in one, matching in another', { order: 'ORD-1' }, evidenceOfCalls(bare, refund), 'Pass'],
    ['missing in one, other ones in another', { order: 'ORD-2' }, evidenceOfCalls(bare, refund), unobserved],
    ['calls not observable', { order: 'ORD-1' }, withoutCalls, unobserved],
    ['a key of every object is no argument', { toString: null }, evidenceOfCalls(refund), 'Fail'],
  ])('%s', async (_, args, evidence, expected) => {
    expect(await check({ check: 'called_with', tool: 'issue_refund', arguments: args }, evidence)).toBe(expected);
  });

  it('quotes the call that was seen', async () => {
    const graded = await grade(
      { check: 'called_with', tool: 'lookup', arguments: { order: 'ORD-1' } },
      evidenceOfCalls(lookup),
      patterns,
    );
    expect(graded.evidence).toContain('{"name":"lookup","arguments":{"order":"ORD-1"}}');
  });
});
