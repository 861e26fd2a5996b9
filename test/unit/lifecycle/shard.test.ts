import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRun } from '../../../engine/lifecycle/plan';
import { cutPlan, dealOut, parseShard, planDigest } from '../../../engine/lifecycle/shard';
import { entryOf, profileWith } from './scenario-entries';

const scenarios = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 6 }), repeat: fc.integer({ min: 1, max: 4 }) }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 40 },
);
const totals = fc.integer({ min: 1, max: 12 });
const known = fc.array(fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }), {
  minLength: 40,
  maxLength: 40,
});

/** Durations of the scenarios that have one. */
function durationsOf(ids: { id: string }[], values: (number | undefined)[]): Map<string, number> {
  return new Map(ids.flatMap(({ id }, index) => (values[index] === undefined ? [] : [[id, values[index]]])));
}
const shown = (shards: Set<string>[]) => shards.map((ids) => [...ids].sort());

describe('scenarios dealt out to shards', () => {
  it('are each in exactly one, and no shard is empty when there are enough', () => {
    fc.assert(
      fc.property(scenarios, totals, known, (list, total, values) => {
        const shards = dealOut(list, total, durationsOf(list, values));
        expect(shards).toHaveLength(total);
        expect(shards.flatMap((ids) => [...ids]).sort()).toEqual(list.map(({ id }) => id).sort());
        if (list.length >= total) expect(shards.filter(({ size }) => size === 0)).toEqual([]);
      }),
    );
  });

  it('are the same in whatever order scenarios and durations come', () => {
    fc.assert(
      fc.property(scenarios, totals, known, fc.infiniteStream(fc.nat()), (list, total, values, keys) => {
        const durations = durationsOf(list, values);
        const shuffled = <T>(items: Iterable<T>): T[] =>
          [...items]
            .map((item) => ({ item, key: keys.next().value ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const again = dealOut(shuffled(list), total, new Map(shuffled(durations)));
        expect(shown(again)).toEqual(shown(dealOut(list, total, durations)));
      }),
    );
  });

  it('are balanced: the longest shard exceeds the mean by less than the longest scenario', () => {
    fc.assert(
      fc.property(scenarios, totals, fc.array(fc.nat(90_000), { minLength: 40, maxLength: 40 }), (list, total, ms) => {
        const durations = durationsOf(list, ms);
        const weight = (id: string): number =>
          (durations.get(id) ?? 0) * (list.find((one) => one.id === id)?.repeat ?? 0);
        const loads = dealOut(list, total, durations).map((ids) => [...ids].reduce((sum, id) => sum + weight(id), 0));
        const mean = loads.reduce((sum, load) => sum + load, 0) / total;
        expect(Math.max(...loads)).toBeLessThanOrEqual(mean + Math.max(...list.map(({ id }) => weight(id))));
      }),
    );
  });

  const once = (...ids: string[]) => ids.map((id) => ({ id, repeat: 1 }));

  it('longest first, each to the shard that has the least to do', () => {
    const durations = new Map([
      ['a', 20],
      ['b', 20],
      ['c', 30],
      ['d', 50],
    ]);
    expect(shown(dealOut(once('a', 'b', 'c', 'd'), 2, durations))).toEqual([
      ['b', 'd'],
      ['a', 'c'],
    ]);
  });

  it('without durations by their number; one of unknown duration counts as the median of the known', () => {
    expect(shown(dealOut(once('a', 'b', 'c', 'd', 'e'), 2, new Map()))).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd'],
    ]);
    const durations = new Map([
      ['a', 100],
      ['b', 10],
      ['c', 10],
    ]);
    // x counts as 10, not as nothing and not as the longest.
    expect(shown(dealOut(once('a', 'b', 'c', 'x'), 2, durations))).toEqual([['a'], ['b', 'c', 'x']]);
  });

  it('a repeated scenario weighs what all its attempts take', () => {
    const list = [{ id: 'a', repeat: 3 }, ...once('b', 'c', 'd')];
    expect(shown(dealOut(list, 2, new Map()))).toEqual([['a'], ['b', 'c', 'd']]);
  });
});

describe('a plan that is cut', () => {
  const entries = [
    entryOf('SC-1'),
    entryOf('SC-2', { acceptance_criteria: [{ statement: 'Kind.', check: 'llm_judge' }] }),
    entryOf('SC-3'),
    entryOf('SC-4', { excluded: true }),
    entryOf('SC-5', { executable: false, skip_reason: 'needs a card' }),
  ];
  const whole = planRun(entries, profileWith(), {}, false);
  if (!whole.ok) throw new Error(whole.error.message);
  const cut = (index: number, total: number) => cutPlan(whole.value, { index, total, durations: new Map() }, 'r1');

  it('keeps its order and what concerns all; gaps are those of its own scenarios, others are not skipped', () => {
    const parts = [1, 2].map((index) => {
      const part = cut(index, 2);
      if (!part.ok) throw new Error(part.error.message);
      return part.value;
    });
    expect(parts.map(({ included }) => included.map(({ scenario }) => scenario.id))).toEqual([
      ['SC-1', 'SC-3'],
      ['SC-2'],
    ]);
    expect(parts.map(({ gapped }) => gapped.map(({ scenario_id }) => scenario_id))).toEqual([[], ['SC-2']]);
    for (const part of parts) {
      expect(part.skipped.map(({ id }) => id)).toEqual(['SC-4']);
      expect(part.unrunnable.map(({ id }) => id)).toEqual(['SC-5']);
      expect(part.shard).toMatchObject({ total: 2, plan: ['SC-1', 'SC-2', 'SC-3'] });
    }
    expect(parts[0]?.shard?.plan_digest).toBe(parts[1]?.shard?.plan_digest);
  });

  it('into more shards than scenarios is refused in every shard', () => {
    for (const index of [1, 4])
      expect(cut(index, 4)).toMatchObject({
        ok: false,
        error: { message: '4 shards for 3 scenarios: use at most 3' },
      });
  });

  it('has a digest that changes with a text, an id, the order and the profile', () => {
    const [a, b] = [
      { id: 'a', text: 'x' },
      { id: 'b', text: 'y' },
    ];
    const others = [
      planDigest([b, a], 'r'),
      planDigest([a, b], 's'),
      planDigest([{ ...a, text: 'z' }, b], 'r'),
      planDigest([{ ...a, id: 'c' }, b], 'r'),
      planDigest([a], 'r'),
    ];
    expect(new Set([planDigest([a, b], 'r'), ...others]).size).toBe(6);
  });
});

describe('--shard', () => {
  it.each([
    ['1/1', { index: 1, total: 1 }],
    ['3/4', { index: 3, total: 4 }],
    ['999/999', { index: 999, total: 999 }],
  ])('reads %s', (text, value) => {
    expect(parseShard(text)).toEqual({ ok: true, value });
  });

  it.each(['', '1', '0/4', '5/4', '1/0', '1/1000', '-1/4', '1.5/4', '1/4/2', 'a/b', ' 1/4', '1/4x'])(
    'refuses %j',
    (text) => {
      expect(parseShard(text)).toMatchObject({ ok: false, error: { message: expect.stringContaining('1 ≤ i ≤ n') } });
    },
  );
});
