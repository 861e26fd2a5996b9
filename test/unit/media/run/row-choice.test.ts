import { describe, expect, it } from 'vitest';
import { choiceOf, chosenRows, isFiltered, keptFilter, keptSort, noFilter } from '../../../../media/run/row-choice';
import type { RunRow } from '../../../../schemas/panel-view';

const rows: RunRow[] = [
  { scenarioId: 'SC-2', title: 'Refund 10', status: 'Pass', latencyMs: 300, class: 'functional', featureId: 'F-1' },
  { scenarioId: 'SC-1', title: 'refund 9', status: 'Fail', latencyMs: 20, passed: 1, failed: 1, why: 'C2: no amount' },
  { scenarioId: 'SC-3', title: 'Cancel', status: 'Fail', compromised: true, class: 'adversarial' },
  { scenarioId: 'SC-4', title: 'Ship', status: 'waiting' },
];

const idsOf = (kept: Record<string, string>): string[] =>
  chosenRows(rows, choiceOf(kept, 'plan')).map(({ scenarioId }) => scenarioId);

describe('the rows that a reader chose', () => {
  it('are all, in the order of the plan, before anything is chosen', () => {
    expect(idsOf({})).toEqual(['SC-2', 'SC-1', 'SC-3', 'SC-4']);
    expect(isFiltered(choiceOf({}, 'plan'))).toBe(false);
    expect(isFiltered(choiceOf(noFilter, 'plan'))).toBe(false);
  });

  it('hold every word that was searched for, in any of their texts', () => {
    expect(idsOf(keptFilter({ search: ' REFUND  sc-1 ' }))).toEqual(['SC-1']);
    expect(idsOf(keptFilter({ search: 'amount' }))).toEqual(['SC-1']);
    expect(idsOf(keptFilter({ search: 'nowhere' }))).toEqual([]);
  });

  it('an attack that reached its goal is no common failure', () => {
    expect(idsOf(keptFilter({ status: 'Fail' }))).toEqual(['SC-1']);
    expect(idsOf(keptFilter({ status: 'compromised' }))).toEqual(['SC-3']);
    expect(idsOf(keptFilter({ class: 'functional', feature: 'F-1' }))).toEqual(['SC-2']);
  });

  it('are sorted the worst first, numbers in words as numbers, and what was not measured last either way', () => {
    expect(idsOf(keptSort('status', false))).toEqual(['SC-3', 'SC-1', 'SC-2', 'SC-4']);
    expect(idsOf(keptSort('scenario', false))).toEqual(['SC-3', 'SC-1', 'SC-2', 'SC-4']);
    expect(idsOf(keptSort('latency', false))).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    expect(idsOf(keptSort('latency', true))).toEqual(['SC-2', 'SC-1', 'SC-3', 'SC-4']);
    expect(idsOf(keptSort('criteria', false))).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    expect(idsOf(keptSort('plan', true))).toEqual(['SC-4', 'SC-3', 'SC-1', 'SC-2']);
  });

  it('what was kept by another version and means nothing is not heeded', () => {
    expect(choiceOf({ 'run:sort': 'colour up', 'run:status': 'Great' }, 'status')).toMatchObject({
      sort: 'status',
      descending: false,
      status: undefined,
    });
  });
});
