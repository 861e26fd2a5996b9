import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveSelection, type SelectionView } from '../../../extension/run-selection';

interface Item {
  id: string;
  kind: 'group' | 'scenario' | 'criterion';
  parent?: Item;
  children: Item[];
}

const view: SelectionView<Item> = {
  kind: (item) => item.kind,
  parent: (item) => item.parent,
  children: (item) => item.children,
};

function item(kind: Item['kind'], id: string, ...children: Item[]): Item {
  const made: Item = { id, kind, children };
  for (const child of children) child.parent = made;
  return made;
}

function tree() {
  const scenario = (id: string) => item('scenario', id, item('criterion', `${id}/C1`), item('criterion', `${id}/C2`));
  const one = scenario('SC-001');
  const two = scenario('SC-002');
  const three = item('scenario', 'SC-003');
  const functional = item('group', 'functional', one, two);
  const adversarial = item('group', 'adversarial', three);
  const agent = item('group', 'agent', functional, adversarial);
  return { agent, functional, adversarial, one, two, three };
}

function select(roots: Item[], include?: Item[], exclude?: Item[]) {
  return resolveSelection(roots, { include, exclude }, view).map(({ scenario, excludedCriteria, named }) => ({
    id: scenario.id,
    without: [...excludedCriteria].map(({ id }) => id),
    named,
  }));
}

const ids = (selected: { id: string }[]) => selected.map(({ id }) => id);

describe('resolveSelection', () => {
  test('takes every scenario when nothing is included by name', () => {
    const { agent } = tree();
    expect(select([agent])).toEqual([
      { id: 'SC-001', without: [], named: false },
      { id: 'SC-002', without: [], named: false },
      { id: 'SC-003', without: [], named: false },
    ]);
  });

  test('takes the scenarios below an included group, and does not count them as named', () => {
    const { agent, functional } = tree();
    expect(select([agent], [functional])).toMatchObject([{ id: 'SC-001', named: false }, { id: 'SC-002' }]);
  });

  test('runs the scenario of an included criterion, once, as named', () => {
    const { agent, one, functional } = tree();
    const [c1, c2] = one.children;
    expect(select([agent], [c1, c2, functional] as Item[])).toMatchObject([
      { id: 'SC-001', named: true },
      { id: 'SC-002', named: false },
    ]);
  });

  test('leaves out what is excluded, at any level', () => {
    const { agent, functional, one, adversarial } = tree();
    expect(ids(select([agent], undefined, [functional]))).toEqual(['SC-003']);
    expect(ids(select([agent], undefined, [one, adversarial]))).toEqual(['SC-002']);
  });

  test('lets an exclusion win over an inclusion, of the same item or of what is above it', () => {
    const { agent, functional, one } = tree();
    expect(select([agent], [one], [one])).toEqual([]);
    expect(select([agent], [one], [functional])).toEqual([]);
    expect(select([agent], one.children, [one])).toEqual([]);
  });

  test('runs a scenario some of whose criteria are excluded, and says which', () => {
    const { agent, two } = tree();
    expect(select([agent], [two], [two.children[0] as Item])).toEqual([
      { id: 'SC-002', without: ['SC-002/C1'], named: true },
    ]);
  });

  test('does not run a scenario all of whose criteria are excluded', () => {
    const { agent, one } = tree();
    expect(ids(select([agent], undefined, one.children))).toEqual(['SC-002', 'SC-003']);
  });

  test('an empty include selects nothing', () => {
    expect(select([tree().agent], [])).toEqual([]);
  });

  test('selects each scenario once, none that is excluded, and none that was not asked for', () => {
    const { agent, functional, adversarial, one, two, three } = tree();
    const all = [agent, functional, adversarial, one, two, three, ...one.children, ...two.children];
    const within = (inner: Item, outer: Item[]): boolean => {
      for (let current: Item | undefined = inner; current; current = current.parent)
        if (outer.includes(current)) return true;
      return false;
    };
    fc.assert(
      fc.property(fc.subarray(all), fc.subarray(all), (include, exclude) => {
        const selected = resolveSelection([agent], { include, exclude }, view).map(({ scenario }) => scenario);
        expect(new Set(selected).size).toBe(selected.length);
        for (const scenario of selected) {
          expect(within(scenario, exclude)).toBe(false);
          expect(within(scenario, include) || scenario.children.some((child) => include.includes(child))).toBe(true);
        }
      }),
    );
  });
});
