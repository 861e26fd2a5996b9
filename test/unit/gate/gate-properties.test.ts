import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generalPolicy } from '../../../engine/gate/policy';
import { at, gateOf, pairOf } from './clean-pair';

const counts = [
  'planned',
  'executed',
  'passed',
  'failed',
  'unverifiable',
  'unjudged',
  'not_run',
  'unrunnable',
] as const;
const clean = () => pairOf('clean-pass');
/** Whatever JSON can hold, with numbers near the right ones among it. */
const anything = fc.oneof(
  fc.integer({ min: -2, max: 5 }),
  fc.double(),
  fc.string(),
  fc.jsonValue(),
  fc.constant(undefined),
);

describe('no change of a clean pair opens the strict gate', () => {
  it('when it is of one count of the report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...counts), anything, async (name, value) => {
        const pair = clean();
        const totals = at(pair.report, 'report', 'totals');
        fc.pre(!Object.is(value, totals[name]) && !(Object.is(value, -0) && totals[name] === 0));
        totals[name] = value;
        expect((await gateOf(pair)).gate).toBe('closed');
      }),
    );
  });

  it('when it is of all counts at once, in both documents, and one is not as it was', async () => {
    const totals = fc.record(Object.fromEntries(counts.map((name) => [name, fc.integer({ min: 0, max: 4 })])));
    await fc.assert(
      fc.asyncProperty(totals, async (changed) => {
        const pair = clean();
        const before = at(pair.report, 'report', 'totals');
        fc.pre(counts.some((name) => changed[name] !== before[name]));
        for (const one of [pair.run, pair.report]) at(one, 'report').totals = { ...changed };
        expect((await gateOf(pair)).gate).toBe('closed');
        const allowed = ['executed', 'passed', 'unverifiable', 'unrunnable'];
        if ((await gateOf(pair, generalPolicy)).gate === 'open')
          for (const name of counts) if (!allowed.includes(name)) expect(changed[name]).toBe(before[name]);
      }),
    );
  });

  it('when it is of an id', async () => {
    const places = [['run'], ['report'], ['run', 'report'], ['report', 'report']] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), anything, async ([document, ...path], value) => {
        const pair = clean();
        const owner = at(pair[document], ...path);
        fc.pre(value !== owner.run_id);
        owner.run_id = value;
        expect((await gateOf(pair)).gate).toBe('closed');
      }),
    );
  });

  it('when it is of a flag', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('ok', 'halted', 'discarded', 'report'), anything, async (name, value) => {
        const pair = clean();
        fc.pre(value !== pair.run[name] && !(name === 'report' && typeof value === 'object' && value !== null));
        pair.run[name] = value;
        expect((await gateOf(pair)).gate).toBe('closed');
      }),
    );
  });
});
