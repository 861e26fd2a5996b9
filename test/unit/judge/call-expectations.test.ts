import { describe, expect, it } from 'vitest';
import { evidenceOfCalls, judge, usePatterns, withoutCalls } from './judging';

const patterns = usePatterns();
const lookup = { name: 'lookup', arguments: { order: 'ORD-1' } };

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

  it.each(['billing.lookup', 'billing/lookup', 'billing:lookup', 'billing__lookup', 'mcp__billing__lookup', 'lookup'])(
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
