import { describe, expect, test } from 'vitest';
import type { AgentRef } from '../../../engine/workspace/workspace';
import { placeOfLink } from '../../../extension/panel-link';

const located = (project: string, id: string) => ({
  // Of an agent, only its id counts here.
  agent: { id, name: id, agentDir: `/w/${project}/${id}` } as AgentRef,
  project: { id: project },
});
const agents = [located('shop', 'desk'), located('shop', 'cashier'), located('depot', 'desk')];
const place = 'run/2026-10-04T21-07-16Z/SC-001';

describe('a link from outside', () => {
  test.each([
    ['cashier', 'shop', 'cashier'],
    ['depot/desk', 'depot', 'desk'],
  ])('leads to a place of the agent %s', (agent, project, id) => {
    expect(placeOfLink('/open', `agent=${agent}&place=${encodeURIComponent(place)}`, agents)).toEqual({
      ok: true,
      value: {
        agent: located(project, id).agent,
        route: { view: 'scenario', runId: '2026-10-04T21-07-16Z', scenarioId: 'SC-001' },
      },
    });
  });

  test('need not name the only agent', () => {
    expect(placeOfLink('/open', 'place=trends', agents.slice(0, 1))).toMatchObject({
      ok: true,
      value: { route: { view: 'trends' } },
    });
  });

  test.each([
    ['/open', 'agent=desk&place=trends', 'several agents could be meant: shop/desk, depot/desk'],
    ['/open', 'place=trends', 'several agents could be meant'],
    ['/open', 'agent=nobody&place=trends', '"nobody" is not an agent in the open folders'],
    ['/open', 'agent=../desk&place=trends', 'is not an agent'],
    ['/open', 'agent=cashier', '"" is no place'],
    ['/open', 'agent=cashier&place=run/../..', 'is no place'],
    ['/open', 'agent=cashier&place=run%2F..%252F..', 'is no place'],
    ['/run', 'agent=cashier&place=trends', '"/run" is nothing that Rook opens'],
    ['', '', 'is nothing that Rook opens'],
  ])('leads nowhere as %s?%s', (path, query, words) => {
    const link = placeOfLink(path, query, agents);
    expect(link.ok ? '' : link.error.message).toContain(words);
  });

  test('leads nowhere while nothing is open', () => {
    expect(placeOfLink('/open', 'place=trends', [])).toMatchObject({
      ok: false,
      error: { message: 'no agent is open' },
    });
  });
});
