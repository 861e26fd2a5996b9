import type { GateReason } from '../../schemas/gate';
import { reason } from './evidence';
import type { ScenarioRecord } from './records';

/**
 * Criteria that a policy requires, each `<scenario id>/<criterion id>`: one that failed is a finding; one that was not
 * graded, or is not there at all, blocks the gate.
 */
export function requiredCriteriaReasons(required: readonly string[], records: readonly ScenarioRecord[]): GateReason[] {
  return required.flatMap((name): GateReason[] => {
    const [scenarioId = '', criterionId = ''] = name.split('/');
    const place = { scenario_id: scenarioId, criterion_id: criterionId };
    const record = records.find(({ id }) => id === scenarioId);
    if (!record)
      return [reason('blocked', `the required criterion ${name} is of a scenario that the run did not plan`, place)];
    if (!record.verdict) return [reason('blocked', `the required criterion ${name} has no grade`, place)];
    const criterion = record.verdict.criteria.find((one) => one.criterion_id === criterionId);
    if (!criterion) {
      const known = record.verdict.criteria.map((one) => one.criterion_id).join(', ');
      const remedy = known === '' ? 'The scenario has no criteria.' : `The scenario has ${known}.`;
      return [reason('blocked', `the required criterion ${name} is not in the verdict`, { ...place, remedy })];
    }
    switch (criterion.status) {
      case 'Pass':
        return [];
      case 'Fail': {
        const what = `expected ${criterion.expected}; ${criterion.achieved}`;
        return [reason('finding', `the required criterion ${name} failed: ${what}`, place)];
      }
      case 'Unable to Verify': {
        const more = criterion.remedy ? { remedy: criterion.remedy } : {};
        return [reason('blocked', `the required criterion ${name} could not be verified`, { ...place, ...more })];
      }
      default:
        return criterion.status satisfies never;
    }
  });
}
