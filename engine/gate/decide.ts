import type { Comparison, Standing } from '../../schemas/comparison';
import type { GateReason, GateTotals } from '../../schemas/gate';
import type { ClusteredScenario, ClustersReading } from './clusters';
import { reason } from './evidence';
import { type Policy, percent } from './policy';
import type { ScenarioRecord } from './records';
import { requiredCriteriaReasons } from './required-criteria';
import { isMixed } from './verdict-contradictions';

/** What a policy decides from: by now it has been found to be whole and not to contradict itself. */
export interface GateFacts {
  totals: GateTotals;
  clusters: ClustersReading;
  /** From the run's folder; undefined where only documents are at hand. */
  records?: readonly ScenarioRecord[];
  /** From the document of `rook report`; undefined where it lists none. */
  listed?: readonly Standing[];
  comparison?: Comparison;
}

const needsFolder = 'Give the id or the folder of the run, or run the gate where that folder is.';

/** What the policy needs and the target does not offer: such a gate cannot be opened by what nobody can see. */
export function unknowableReasons(policy: Policy, { totals, records, listed, comparison }: GateFacts): GateReason[] {
  const missing: GateReason[] = [];
  const need = (what: string, remedy = needsFolder): void => {
    missing.push(reason('setup', `the policy ${policy.name} ${what}`, { remedy }));
  };
  if (policy.needsBase && !comparison)
    need('says that no scenario may fail newly, and there is no base to compare with', 'Name one with --base.');
  if (records) return missing;
  if (policy.requiredCriteria.length > 0) need('names required criteria, and the verdict files are not at hand');
  if (beyond(totals.unverifiable, policy.maxUnverifiable) && allowsSome(policy))
    need('allows Unable to Verify by tag or category, and the scenarios of the run are not at hand');
  if (!listed && !policy.allowFlaky && totals.failed > 0 && policy.maxFailed > 0)
    need('allows failures but no flaky scenario, and the verdict files are not at hand');
  return missing;
}

/**
 * What closes the gate by the policy. Findings, which say something about the agent, come before what is only blocked:
 * a scenario that is Unable to Verify is never called a failure (seed 003, 004).
 */
export function policyReasons(policy: Policy, facts: GateFacts): GateReason[] {
  const reasons = [
    ...findings(policy, facts),
    ...blocks(policy, facts),
    ...requiredCriteriaReasons(policy.requiredCriteria, facts.records ?? []),
  ];
  return [...reasons.filter(({ kind }) => kind === 'finding'), ...reasons.filter(({ kind }) => kind !== 'finding')];
}

function findings(policy: Policy, { totals, clusters, records, listed, comparison }: GateFacts): GateReason[] {
  const found: GateReason[] = [];
  if (!policy.allowCompromised) found.push(...compromises(clusters, records, listed));
  if (totals.failed > policy.maxFailed) {
    found.push(reason('finding', `${scenarios(totals.failed)} failed${limit(policy.maxFailed)}`));
    found.push(...named('finding', 'failed', clusters.scenarios));
  }
  const flaky = policy.allowFlaky ? new Set<string>() : flakyIds(records, listed);
  for (const id of flaky)
    found.push(reason('finding', `${id} is flaky: some attempts passed and others failed`, { scenario_id: id }));
  const flips = policy.allowFlaky ? [] : (comparison?.flaky ?? []);
  for (const { scenario_id: id } of flips.filter((flip) => !flaky.has(flip.scenario_id)))
    found.push(
      reason('finding', `${id} is flaky: its verdict flips though its definition is the same`, { scenario_id: id }),
    );
  for (const change of policy.allowNewlyFailing ? [] : (comparison?.newly_failing ?? []))
    found.push(
      reason(
        'finding',
        `${change.scenario_id} fails newly: it was ${change.base ?? 'not there'} in ${comparison?.base}`,
        {
          scenario_id: change.scenario_id,
        },
      ),
    );
  return found;
}

/** Scenarios with attempts that disagree. */
function flakyIds(records: GateFacts['records'], listed: GateFacts['listed']): Set<string> {
  return new Set([
    ...(records ?? []).filter(({ verdict }) => verdict && isMixed(verdict)).map(({ id }) => id),
    ...(listed ?? []).filter(({ flaky }) => flaky).map(({ scenario_id: id }) => id),
  ]);
}

function compromises(
  clusters: ClustersReading,
  records: GateFacts['records'],
  listed: GateFacts['listed'],
): GateReason[] {
  const clustered = clusters.scenarios.filter(({ kind }) => kind === 'compromised');
  const onRecord = (records ?? []).filter(({ verdict }) => verdict?.compromised === true);
  const ids = [
    ...new Set([
      ...clustered.map(({ id }) => id),
      ...onRecord.map(({ id }) => id),
      ...(listed ?? []).filter(({ compromised }) => compromised).map(({ scenario_id: id }) => id),
    ]),
  ];
  if (ids.length === 0 && clusters.compromised > 0)
    return [reason('finding', `the report has ${clusters.compromised} compromised clusters, and names no scenario`)];
  return ids.map((id) => {
    const summary = clustered.find((one) => one.id === id)?.summary;
    return reason('finding', `${id} was compromised${summary ? `: ${summary}` : ''}`, { scenario_id: id });
  });
}

function blocks(policy: Policy, { totals, clusters, records }: GateFacts): GateReason[] {
  const { executed, passed, failed, unverifiable, unjudged, not_run: notRun, unrunnable } = totals;
  const found: GateReason[] = [];
  const block = (message: string, remedy: string): void => {
    found.push(reason('blocked', message, { remedy }));
  };
  if (executed === 0)
    block('no scenario was executed, and an empty run is never a pass', 'See that the selection finds scenarios.');
  const allowed = (records ?? []).filter(
    ({ verdict, tags, category }) =>
      verdict?.status === 'Unable to Verify' &&
      (tags.some((tag) => policy.allowTags.includes(tag)) ||
        (category !== undefined && policy.allowCategories.includes(category))),
  );
  const open = unverifiable - allowed.length;
  if (beyond(open, policy.maxUnverifiable)) {
    const beside = allowed.length > 0 ? `, beside ${allowed.length} that the policy allows` : '';
    block(
      `${scenarios(open)} could not be verified${beside}${limit(policy.maxUnverifiable)}`,
      'This is no failure. See in each verdict what would make it decidable.',
    );
    const rest = clusters.scenarios.filter(({ id }) => !allowed.some((one) => one.id === id));
    found.push(...named('blocked', 'unverifiable', rest));
  }
  if (unjudged > policy.maxUnjudged)
    block(
      `${scenarios(unjudged)} ran and got no grade${limit(policy.maxUnjudged)}`,
      'Run the phases collect and judge.',
    );
  if (notRun > policy.maxNotRun)
    block(`${scenarios(notRun)} did not run${limit(policy.maxNotRun)}`, 'See why, and run them.');
  if (beyond(unrunnable, policy.maxUnrunnable))
    block(
      `${scenarios(unrunnable)} could not run${limit(policy.maxUnrunnable)}`,
      'rook scenarios list says why. Mend them, or do not select them.',
    );
  const { minPassRate } = policy;
  const graded = passed + failed + unverifiable;
  if (minPassRate !== undefined && (graded === 0 || passed < minPassRate * graded - 1e-9))
    block(
      graded === 0
        ? 'there is no pass rate, because nothing has a verdict'
        : `the pass rate is ${percent(passed / graded)}, and the policy wants at least ${percent(minPassRate)}`,
      'Mend what failed, and what could not be verified.',
    );
  return found;
}

/** One reason for each scenario that the report names. */
function named(
  kind: 'finding' | 'blocked',
  cluster: ClusteredScenario['kind'],
  all: readonly ClusteredScenario[],
): GateReason[] {
  const verb = cluster === 'unverifiable' ? 'could not be verified' : 'failed';
  return all
    .filter((one) => one.kind === cluster)
    .map(({ id, summary }) => reason(kind, `${id} ${verb}${summary ? `: ${summary}` : ''}`, { scenario_id: id }));
}

function beyond(count: number, most: number | null): boolean {
  return most !== null && count > most;
}

function allowsSome({ allowTags, allowCategories }: Policy): boolean {
  return allowTags.length > 0 || allowCategories.length > 0;
}

function limit(most: number | null): string {
  return most === null || most === 0 ? '' : `, and the policy allows ${most}`;
}

function scenarios(count: number): string {
  return count === 1 ? '1 scenario' : `${count} scenarios`;
}
