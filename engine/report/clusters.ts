import type { Cluster } from '../../schemas/report';
import type { CriterionVerdict, Verdict } from '../../schemas/verdict';
import type { ScenarioOutcome } from './outcome';
import { firstWords } from './text/first-words';

interface Cause {
  /** Scenarios with the same key belong together. */
  key: string;
  why: string;
  kind: Cluster['kind'];
  summary: string;
}

/**
 * Groups scenarios that came out badly by their shared cause (behaviour §8). A scenario stands in one cluster:
 * a compromise before a failure, a forbidden string before a criterion, a failure before what could not be verified.
 */
export function clustersOf(outcomes: ScenarioOutcome[]): Cluster[] {
  const clusters = new Map<string, Cluster>();
  const causes = outcomes.flatMap((outcome) => (outcome.verdict ? [{ outcome, cause: causeOf(outcome.verdict) }] : []));
  const order: Cluster['kind'][] = ['compromised', 'failed', 'unverifiable'];
  for (const kind of order) {
    for (const { outcome, cause } of causes) {
      if (cause?.kind !== kind) continue;
      const key = `${kind}\0${outcome.featureId ?? ''}\0${cause.key}`;
      let cluster = clusters.get(key);
      if (!cluster) {
        cluster = {
          id: `CL-${String(clusters.size + 1).padStart(2, '0')}`,
          why: outcome.featureId ? `${cause.why} in ${outcome.featureId}` : cause.why,
          kind,
          ...(outcome.featureId && { feature_id: outcome.featureId }),
          scenarios: [],
        };
        clusters.set(key, cluster);
      }
      cluster.scenarios.push({ scenario_id: outcome.id, title: outcome.title, summary: cause.summary });
    }
  }
  return [...clusters.values()];
}

/** What went wrong in a scenario, in a sentence; undefined when nothing did. */
export function summaryOf(verdict: Verdict): string | undefined {
  return causeOf(verdict)?.summary;
}

function causeOf(verdict: Verdict): Cause | undefined {
  switch (verdict.status) {
    case 'Pass':
      return undefined;
    case 'Fail':
      return failureCause(verdict);
    case 'Unable to Verify':
      return gapCause(verdict);
    default:
      return verdict.status satisfies never;
  }
}

function failureCause(verdict: Verdict): Cause {
  if (verdict.compromised) {
    return {
      key: 'compromised',
      why: 'the attack succeeded',
      kind: 'compromised',
      summary: `The attack succeeded: ${verdict.attack_evidence?.[0] ?? 'see the evidence'}`,
    };
  }
  const forbidden = verdict.forbidden_hits[0];
  if (forbidden !== undefined) {
    return {
      key: `forbidden\0${forbidden}`,
      why: `the answer contained the forbidden "${forbidden}"`,
      kind: 'failed',
      summary: `The answer contained "${forbidden}".`,
    };
  }
  const failed = verdict.criteria.find((criterion) => criterion.status === 'Fail');
  if (!failed)
    return {
      key: 'failed',
      why: 'the scenario failed',
      kind: 'failed',
      summary: verdict.summary ?? 'See the verdict.',
    };
  return {
    key: `criterion\0${criterionKey(failed)}`,
    why: `the same criterion failed: ${criterionKey(failed)}`,
    kind: 'failed',
    summary: `${failed.criterion_id}: expected ${failed.expected}; ${failed.achieved}.`,
  };
}

/** Checks with the same expectation are the same criterion, however it is worded; a judge's is known by its words. */
function criterionKey(criterion: CriterionVerdict): string {
  return criterion.check && criterion.check !== 'llm_judge' ? criterion.expected : criterion.criterion;
}

function gapCause(verdict: Verdict): Cause {
  const reason = verdict.unverifiable_reason ?? 'undecidable';
  if (verdict.diagnosis !== undefined) {
    const line = firstWords(verdict.diagnosis);
    // What was said last before a hook was stopped is not why it was stopped.
    const shared = /^\w+ exceeded /.test(line) ? verdict.diagnosis.split('\n', 1)[0] : line;
    return {
      key: `diagnosis\0${shared?.replace(/\d+/g, '#')}`,
      why: reason === 'agent_never_ran' ? `the agent gave no usable answer: ${line}` : line,
      kind: 'unverifiable',
      summary: verdict.diagnosis,
    };
  }
  const open = verdict.criteria.find(
    (criterion) =>
      criterion.status === 'Unable to Verify' && (criterion.unverifiable_reason ?? 'undecidable') === reason,
  );
  // Criteria of older versions do not say why.
  const told = open ?? verdict.criteria.find(({ status }) => status === 'Unable to Verify');
  const why = open?.remedy ?? open?.evidence ?? 'see the verdict';
  return {
    key: `gap\0${reason}\0${why}`,
    why: `could not be verified (${reason.replace('_', ' ')})`,
    kind: 'unverifiable',
    summary: told ? `${told.criterion_id}: ${told.evidence}` : 'See the verdict.',
  };
}
