import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../engine/judge/evidence';
import { evidenceOfCalls, evidenceWith, grade, judge, outcome, usePatterns, withoutCalls } from './judging';

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

describe('when collect failed, a call that is not on record may still have happened', () => {
  const partial = (...calls: { name: string }[]) => evidenceWith({ observation: { calls }, callsComplete: false });
  it.each<[string, Record<string, unknown>, Evidence, string]>([
    ['called, seen in a turn', { check: 'called', tool: 'issue_refund' }, partial(bare), 'Pass'],
    ['called, not seen', { check: 'called', tool: 'issue_refund' }, partial(lookup), unobserved],
    [
      'not_called, seen in a turn, stays a failure',
      { check: 'not_called', tool: 'issue_refund' },
      partial(bare),
      'Fail',
    ],
    ['not_called, not seen', { check: 'not_called', tool: 'issue_refund' }, partial(), unobserved],
    [
      'called_with, not seen',
      { check: 'called_with', tool: 'lookup', arguments: { order: 'X' } },
      partial(lookup),
      unobserved,
    ],
    ['call_order, not seen', { check: 'call_order', tools: ['a', 'b'] }, partial({ name: 'a' }), unobserved],
    [
      'call_count above its maximum stays a failure',
      { check: 'call_count', tool: 'a', max: 1 },
      partial({ name: 'a' }, { name: 'a' }),
      'Fail',
    ],
    ['call_count below its minimum', { check: 'call_count', tool: 'a', min: 1 }, partial(), unobserved],
    ['call_count within its maximum', { check: 'call_count', tool: 'a', max: 1 }, partial({ name: 'a' }), unobserved],
  ])('%s', async (_, criterion, evidence, expected) => {
    expect(await check(criterion, evidence)).toBe(expected);
  });
});

describe('call expectations of a scenario become criteria CALL-nn', () => {
  it('in their order, flat and nested, called when nothing else is said', async () => {
    const { criteria } = await judge(
      {
        acceptance_criteria: [],
        calls: [{ tool: 'lookup' }, { tool: 'issue_refund', expect: 'not_called' }],
        expectation: {
          mcp: [{ server: 'billing', tool: 'lookup', expect: 'called_with', arguments: { order: 'ORD-1' } }],
        },
      },
      evidenceOfCalls(lookup),
      patterns,
    );
    expect(criteria.map((criterion) => [criterion.criterion_id, criterion.criterion, criterion.status])).toEqual([
      ['CALL-01', 'lookup was called', 'Pass'],
      ['CALL-02', 'issue_refund was not called', 'Pass'],
      ['CALL-03', 'billing.lookup was called with {"order":"ORD-1"}', 'Pass'],
    ]);
  });

  it.each(['billing.lookup', 'billing/lookup', 'billing:lookup', 'mcp__billing__lookup', 'lookup'])(
    'a tool of a server is found as %s',
    async (name) => {
      const scenario = {
        acceptance_criteria: [],
        calls: [{ server: 'billing', tool: 'lookup', expect: 'not_called' }],
      };
      expect((await judge(scenario, evidenceOfCalls({ name }), patterns)).status).toBe('Fail');
    },
  );

  it.each(['shipping.lookup', 'billing.lookup_all', 'billinglookup'])('and not as %s', async (name) => {
    const scenario = { acceptance_criteria: [], calls: [{ server: 'billing', tool: 'lookup', expect: 'not_called' }] };
    expect((await judge(scenario, evidenceOfCalls({ name }), patterns)).status).toBe('Pass');
  });

  it('not observable: never a pass', async () => {
    for (const expect_ of ['called', 'not_called', 'called_with']) {
      const scenario = { acceptance_criteria: [], calls: [{ tool: 't', expect: expect_, arguments: {} }] };
      const { status, reason } = await judge(scenario, withoutCalls, patterns);
      expect([status, reason]).toEqual(['Unable to Verify', 'not_observable']);
    }
  });
});
