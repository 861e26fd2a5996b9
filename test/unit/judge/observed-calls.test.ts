import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../engine/judge/evidence';
import type { ObservedCall } from '../../../schemas/hook-output';
import { evidenceOfCalls, evidenceWith, grade, judge, outcome, usePatterns } from './judging';

const patterns = usePatterns();
const unobserved = 'Unable to Verify (not_observable)';
const lookup = { name: 'lookup', arguments: { order: 'ORD-1' } };
const bare = { name: 'issue_refund' };
const check = async (criterion: Record<string, unknown>, evidence: Evidence) =>
  outcome(await grade(criterion, evidence, patterns));

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

describe('a call that names its own server', () => {
  it('is no call of another server, and one written in a way of its own is undecidable', async () => {
    const scenario = { calls: [{ server: 'crm', tool: 'lookup', expect: 'called' }] };
    const graded = async (call: ObservedCall) => {
      const { criteria } = await judge(scenario, evidenceOfCalls(call), patterns);
      return criteria.slice(-1).map(outcome);
    };
    expect(await graded({ name: 'lookup', server: 'crm' })).toEqual(['Pass']);
    expect(await graded({ name: 'lookup', server: 'billing' })).toEqual(['Fail']);
    expect(await graded({ name: 'lookup' })).toEqual(['Pass']);
    expect(await graded({ name: 'crm_lookup' })).toEqual(['Unable to Verify (undecidable)']);
    expect(await graded({ name: 'crm-lookup' })).toEqual(['Unable to Verify (undecidable)']);
    expect(await graded({ name: 'acrm_lookup' })).toEqual(['Fail']);
  });
});

describe('a tool that is reported under the name of its server, when the criterion names none', () => {
  const open = 'Unable to Verify (undecidable)';
  const names = ['billing.pay', 'billing/pay', 'billing:pay', 'billing__pay', 'mcp__billing__pay'];
  const own = { name: 'pay', arguments: { to: 'A' } };

  it.each(names)('%s neither counts nor is passed over', async (name) => {
    const seen = evidenceOfCalls({ name, arguments: { to: 'A' } });
    expect(await check({ check: 'called', tool: 'pay' }, seen)).toBe(open);
    expect(await check({ check: 'not_called', tool: 'pay' }, seen)).toBe(open);
    expect(await check({ check: 'called_with', tool: 'pay', arguments: { to: 'A' } }, seen)).toBe(open);
    expect(await check({ check: 'call_order', tools: ['pay', 'tell'] }, seen)).toBe(open);
    expect(await check({ check: 'call_count', tool: 'pay', max: 1 }, seen)).toBe(open);
    expect(await check({ check: 'call_count', tool: 'pay', min: 1 }, seen)).toBe(open);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['called: the tool itself was seen', { check: 'called', tool: 'pay' }, 'Pass'],
    ['not_called: the tool itself was seen', { check: 'not_called', tool: 'pay' }, 'Fail'],
    ['call_count: enough of its own', { check: 'call_count', tool: 'pay', min: 1 }, 'Pass'],
    ['call_count: too many of its own', { check: 'call_count', tool: 'pay', max: 0 }, 'Fail'],
    ['call_count: the other one may count', { check: 'call_count', tool: 'pay', equals: 1 }, open],
    [
      'not_called with arguments that neither has',
      { check: 'not_called', tool: 'pay', arguments: { to: 'B' } },
      'Pass',
    ],
    ['called_with arguments that neither has', { check: 'called_with', tool: 'pay', arguments: { to: 'B' } }, 'Fail'],
    ['the name as it is reported', { check: 'called', tool: 'billing.pay' }, 'Pass'],
  ])('beside it, %s', async (_, criterion, expected) => {
    const both = evidenceOfCalls(own, { name: 'billing.pay', arguments: { to: 'A' } });
    expect(await check(criterion, both)).toBe(expected);
  });

  it.each(['repay', 'pay_back', 'prepay'])('%s is another tool', async (name) => {
    expect(await check({ check: 'not_called', tool: 'pay' }, evidenceOfCalls({ name }))).toBe('Pass');
    expect(await check({ check: 'called', tool: 'pay' }, evidenceOfCalls({ name }))).toBe('Fail');
  });
});

describe('a criterion that names a server', () => {
  const pay = (call: Partial<ObservedCall>): Evidence =>
    evidenceOfCalls({ name: 'pay', arguments: { to: 'A' }, ...call });
  const criteria: [string, Record<string, unknown>, held: string, not: string][] = [
    ['called', { check: 'called' }, 'Pass', 'Fail'],
    ['not_called', { check: 'not_called' }, 'Fail', 'Pass'],
    ['called_with', { check: 'called_with', arguments: { to: 'A' } }, 'Pass', 'Fail'],
    ['call_count', { check: 'call_count', equals: 1 }, 'Pass', 'Fail'],
    ['call_count with arguments', { check: 'call_count', max: 0, arguments: { to: 'A' } }, 'Fail', 'Pass'],
  ];
  it.each(criteria)('%s', async (_, written, held, not) => {
    const criterion = { ...written, server: 'billing', tool: 'pay' };
    for (const name of ['billing.pay', 'billing/pay', 'billing:pay', 'billing__pay', 'mcp__billing__pay'])
      expect(await check(criterion, pay({ name }))).toBe(held);
    expect(await check(criterion, pay({ server: 'billing' }))).toBe(held);
    expect(await check(criterion, pay({ server: 'other' }))).toBe(not);
    expect(await check(criterion, pay({ name: 'other.pay' }))).toBe(not);
    expect(await check(criterion, pay({ name: 'billing_pay' }))).toBe('Unable to Verify (undecidable)');
    const { criterion: statement, expected } = await grade(criterion, pay({}), patterns);
    expect(expected).toMatch(/^billing\.pay was /);
    expect(statement).toContain('billing.pay');
  });

  it('is what decides a tool that is reported under the name of one', async () => {
    const { remedy } = await grade({ check: 'called', tool: 'pay' }, pay({ name: 'billing.pay' }), patterns);
    expect(remedy).toBe(
      'Write the name as it is reported (tool: billing.pay), or name its server beside it (server: …).',
    );
  });
});
