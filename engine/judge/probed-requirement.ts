import type { Criterion } from '../../schemas/criterion';
import type { Scenario, VerificationRequirement } from '../../schemas/scenario';
import type { CriterionVerdict } from '../../schemas/verdict';
import { parametersOf } from './known-checks';

/** The criterion that asks the server and the operation which a requirement names. */
export function probeFor(
  requirement: VerificationRequirement,
  scenario: Pick<Scenario, 'criteria'>,
): Criterion | undefined {
  const { type, server, op } = requirement;
  if (type !== 'mcp' || !op) return undefined;
  for (const criterion of scenario.criteria) {
    const probe = parametersOf(criterion, 'mcp_probe');
    if (probe && probe.server === server && probe.tool === op) return criterion;
  }
  return undefined;
}

/**
 * A requirement of type mcp is met when a probe has really asked for it and was decided. That a server could be asked is
 * not enough: then a scenario would pass on what the agent says alone.
 */
export function isProbed(
  requirement: VerificationRequirement,
  scenario: Pick<Scenario, 'criteria'>,
  graded: readonly CriterionVerdict[],
): boolean {
  const probe = probeFor(requirement, scenario);
  return graded.some((verdict) => verdict.criterion_id === probe?.id && verdict.status !== 'Unable to Verify');
}
