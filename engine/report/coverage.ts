import type { CoverageGaps, RedteamCoverage } from '../../schemas/report';
import { scenarioCategories } from '../../schemas/scenario';
import type { ScenarioOutcome } from './outcome';
import { owaspCoverage } from './owasp';

/** What a run did not cover: features and categories without an executed scenario, and criteria without a decision. */
export function coverageGaps(
  outcomes: ScenarioOutcome[],
  featureIds: string[],
  categoriesInUse: string[],
): CoverageGaps {
  const executed = outcomes.filter(({ state }) => state !== 'not_run');
  const features = new Set(executed.map(({ featureId }) => featureId));
  const categories = new Set<string | undefined>(executed.map(({ category }) => category));
  const criteria = executed.flatMap(({ verdict }) => verdict?.criteria ?? []);
  return {
    features: featureIds.filter((id) => !features.has(id)),
    categories: scenarioCategories.filter((name) => categoriesInUse.includes(name) && !categories.has(name)),
    criteria_verified: criteria.filter(({ status }) => status !== 'Unable to Verify').length,
    criteria_total: criteria.length,
  };
}

/** The adversarial scenarios of a run by category; undefined when there are none. */
export function redteamCoverage(outcomes: ScenarioOutcome[]): RedteamCoverage | undefined {
  const adversarial = outcomes.filter((outcome) => outcome.class === 'adversarial');
  if (adversarial.length === 0) return undefined;
  const names = [...new Set(adversarial.map(({ category }) => category ?? 'uncategorised'))].sort();
  return {
    categories: names.map((category) => {
      const own = adversarial.filter((outcome) => (outcome.category ?? 'uncategorised') === category);
      return {
        category,
        scenarios: own.length,
        verified: own.filter(({ verdict }) => verdict?.status === 'Pass' || verdict?.status === 'Fail').length,
        compromised: own.filter(({ verdict }) => verdict?.compromised).length,
      };
    }),
    owasp: owaspCoverage(adversarial),
  };
}
