/** How the selection sees an item; tests use plain objects. */
export interface SelectionView<T> {
  kind(item: T): 'group' | 'scenario' | 'criterion';
  parent(item: T): T | undefined;
  children(item: T): Iterable<T>;
}

/** A scenario to run, and the criteria whose states are wanted. */
export interface SelectedScenario<T> {
  scenario: T;
  /** Criteria that the user left out: they are graded, but not reported. */
  excludedCriteria: ReadonlySet<T>;
  /** The user pointed at this very scenario, or at one of its criteria, not at something above it. */
  named: boolean;
}

/**
 * The scenarios of a test run request: what was included, minus what was excluded, each once, in the order of the tree
 * below each included item. A criterion stands for its scenario, since a scenario can only run as a whole.
 * What is excluded wins, at whatever level; a scenario whose criteria are all excluded is excluded.
 */
export function resolveSelection<T>(
  roots: Iterable<T>,
  request: { include: readonly T[] | undefined; exclude: readonly T[] | undefined },
  view: SelectionView<T>,
): SelectedScenario<T>[] {
  const excluded = new Set(request.exclude ?? []);
  const selected = new Map<T, SelectedScenario<T>>();

  const isExcluded = (item: T): boolean => {
    for (let current: T | undefined = item; current !== undefined; current = view.parent(current))
      if (excluded.has(current)) return true;
    return false;
  };
  const select = (scenario: T, named: boolean): void => {
    const known = selected.get(scenario);
    if (known) {
      known.named ||= named;
      return;
    }
    const criteria = [...view.children(scenario)];
    const excludedCriteria = new Set(criteria.filter((criterion) => excluded.has(criterion)));
    if (criteria.length > 0 && excludedCriteria.size === criteria.length) return;
    selected.set(scenario, { scenario, excludedCriteria, named });
  };
  const visit = (item: T, named: boolean): void => {
    if (isExcluded(item)) return;
    switch (view.kind(item)) {
      case 'group':
        for (const child of view.children(item)) visit(child, false);
        break;
      case 'scenario':
        select(item, named);
        break;
      case 'criterion': {
        const scenario = view.parent(item);
        if (scenario !== undefined) select(scenario, named);
        break;
      }
    }
  };

  for (const item of request.include ?? roots) visit(item, request.include !== undefined);
  return [...selected.values()];
}
