import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../engine/judge/evidence';
import { evidenceOfCalls, evidenceWith, grade, outcome, usePatterns, withoutCalls } from '../judging';

const patterns = usePatterns();
const unobserved = 'Unable to Verify (not_observable)';
const refund = {
  name: 'issue_refund',
  arguments: { order: 'ORD-1', amount: { value: 25, currency: 'EUR' }, tags: ['a', 'b'] },
};
const lookup = { name: 'lookup', arguments: { order: 'ORD-1' } };
const check = async (criterion: Record<string, unknown>, evidence: Evidence) =>
  outcome(await grade(criterion, evidence, patterns));

describe('call_count', () => {
  const twice = evidenceOfCalls(lookup, refund, lookup);
  it.each<[object, Evidence, string]>([
    [{ equals: 2 }, twice, 'Pass'],
    [{ equals: 1 }, twice, 'Fail'],
    [{ min: 2 }, twice, 'Pass'],
    [{ min: 3 }, twice, 'Fail'],
    [{ max: 2 }, twice, 'Pass'],
    [{ max: 1 }, twice, 'Fail'],
    [{ min: 1, max: 3 }, twice, 'Pass'],
    [{ equals: 0 }, evidenceOfCalls(refund), 'Pass'],
    [{ equals: 0 }, withoutCalls, unobserved],
    [{ max: 5 }, withoutCalls, unobserved],
  ])('%o', async (bounds, evidence, expected) => {
    expect(await check({ check: 'call_count', tool: 'lookup', ...bounds }, evidence)).toBe(expected);
  });
});

describe('call_count with arguments counts the calls that have them', () => {
  const open = 'Unable to Verify (undecidable)';
  const to = (order: string) => ({ name: 'lookup', arguments: { order, lang: 'en' } });
  const bare = { name: 'lookup' };
  const seen = evidenceOfCalls(to('A'), to('B'), to('A'));
  it.each<[string, object, Evidence, string]>([
    ['as many', { equals: 2 }, seen, 'Pass'],
    ['fewer than all calls of the tool', { equals: 3 }, seen, 'Fail'],
    ['more than at most', { max: 1 }, seen, 'Fail'],
    ['arguments as JSON text', { equals: 1 }, evidenceOfCalls({ name: 'lookup', arguments: '{"order":"A"}' }), 'Pass'],
    ['a call without arguments may be one too many', { equals: 1 }, evidenceOfCalls(to('A'), bare), unobserved],
    ['or the one that is missing', { min: 2 }, evidenceOfCalls(to('A'), bare), unobserved],
    ['but changes nothing when there are enough', { min: 1 }, evidenceOfCalls(to('A'), bare), 'Pass'],
    ['nor when there are too many', { max: 1 }, evidenceOfCalls(to('A'), to('A'), bare), 'Fail'],
    ['nor when there are too few with it', { min: 3 }, evidenceOfCalls(to('A'), bare), 'Fail'],
    ['nor when there may be as many', { max: 2 }, evidenceOfCalls(to('A'), bare), 'Pass'],
    ['nor when it is of another tool', { equals: 1 }, evidenceOfCalls(to('A'), { name: 'other' }), 'Pass'],
    [
      'a namesake with them may count',
      { equals: 1 },
      evidenceOfCalls(to('A'), { ...to('A'), name: 'crm.lookup' }),
      open,
    ],
    ['one with others does not', { equals: 1 }, evidenceOfCalls(to('A'), { ...to('B'), name: 'crm.lookup' }), 'Pass'],
    ['collect failed', { min: 1 }, evidenceWith({ observation: { calls: [] }, callsComplete: false }), unobserved],
    ['nobody looked', { equals: 0 }, withoutCalls, unobserved],
  ])('%s', async (_, bounds, evidence, expected) => {
    expect(await check({ check: 'call_count', tool: 'lookup', arguments: { order: 'A' }, ...bounds }, evidence)).toBe(
      expected,
    );
  });

  it('says so, and quotes them', async () => {
    const criterion = { check: 'call_count', tool: 'lookup', arguments: { order: 'A' }, max: 1 };
    expect(await grade(criterion, seen, patterns)).toMatchObject({
      expected: 'lookup was called with {"order":"A"} at most once',
      achieved: 'called with them twice',
      evidence: expect.stringContaining('"order":"A"'),
    });
  });

  it('arguments: {} is the same as none', async () => {
    const criterion = { check: 'call_count', tool: 'lookup', arguments: {}, equals: 2 };
    expect(await check(criterion, evidenceOfCalls(bare, to('A')))).toBe('Pass');
  });
});
