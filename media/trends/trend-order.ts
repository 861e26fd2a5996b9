import type { ScenarioTrend } from '../../schemas/panel-view';

/** By the share of steps that were flips, then by how many there were, then by attempts that disagree, then by failures. */
export function flakiestFirst(scenarios: readonly ScenarioTrend[]): ScenarioTrend[] {
  const mixed = ({ moments }: ScenarioTrend): number => moments.filter(({ flaky }) => flaky).length;
  const share = ({ flips, steps }: ScenarioTrend): number => (steps === 0 ? 0 : flips / steps);
  return [...scenarios].sort(
    (a, b) =>
      share(b) - share(a) ||
      b.flips - a.flips ||
      mixed(b) - mixed(a) ||
      (a.passRate ?? 2) - (b.passRate ?? 2) ||
      (a.scenarioId < b.scenarioId ? -1 : 1),
  );
}
