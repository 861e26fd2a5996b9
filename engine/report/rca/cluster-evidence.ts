import type { Cluster } from '../../../schemas/report';
import type { CriterionVerdict, Verdict } from '../../../schemas/verdict';
import { clipped } from '../../judge/model/clipped';
import type { ScenarioOutcome } from '../outcome';

/** A verdict as a model reads it, secrets masked. */
export interface GivenVerdict {
  text: string;
  /** Every text in it, for quotations. */
  quotable: string[];
  /** Those that were recorded; the others are what the scenario's author wrote. */
  recorded: string[];
}

/** Scenarios of a cluster that are looked at: they share what they have come to. */
const mostScenarios = 8;
/** Criteria of a scenario that did not hold. */
const mostCriteria = 4;
const mostQuotations = 3;
/** Most characters of all verdicts of a cluster. */
const totalLimit = 64_000;
const longestEvidence = 1500;
const longestWords = 600;

/** The verdicts of a cluster, as many as fit. The first one is always among them. */
export function clusterEvidence(
  cluster: Cluster,
  outcomes: ReadonlyMap<string, ScenarioOutcome>,
  mask: (text: string) => string,
): GivenVerdict[] {
  const given: GivenVerdict[] = [];
  let length = 0;
  for (const { scenario_id: id } of cluster.scenarios) {
    const outcome = outcomes.get(id);
    if (!outcome?.verdict) continue;
    const one = givenVerdict(outcome.title, outcome.verdict, mask);
    length += one.text.length;
    if (given.length === mostScenarios || (given.length > 0 && length > totalLimit)) break;
    given.push(one);
  }
  return given;
}

function givenVerdict(title: string, verdict: Verdict, mask: (text: string) => string): GivenVerdict {
  const recorded: string[] = [];
  const written: string[] = [];
  const cut = (list: string[], text: string, limit: number): string => {
    const short = clipped(mask(text), limit);
    list.push(short);
    return short;
  };
  const seen = (text: string): string => cut(recorded, text, longestEvidence);
  const words = (text: string): string => cut(written, text, longestWords);
  const { diagnosis, attack_evidence: attack = [], forbidden_hits: forbidden } = verdict;
  const value = {
    scenario_id: verdict.scenario_id,
    title: words(title),
    status: verdict.status,
    ...(verdict.unverifiable_reason && { unverifiable_reason: verdict.unverifiable_reason }),
    ...(verdict.compromised && { compromised: true }),
    ...(diagnosis !== undefined && { diagnosis: seen(diagnosis) }),
    ...(attack.length > 0 && { attack_evidence: attack.slice(0, mostQuotations).map(seen) }),
    ...(forbidden.length > 0 && { forbidden_strings_in_the_answer: forbidden.slice(0, mostQuotations).map(seen) }),
    criteria_that_hold: verdict.criteria.filter(({ status }) => status === 'Pass').length,
    criteria_that_do_not: verdict.criteria
      .filter(({ status }) => status !== 'Pass')
      .slice(0, mostCriteria)
      .map((criterion) => givenCriterion(criterion, seen, words)),
  };
  return { text: mask(JSON.stringify(value, null, 2)), quotable: [...recorded, ...written], recorded };
}

function givenCriterion(
  criterion: CriterionVerdict,
  seen: (text: string) => string,
  words: (text: string) => string,
): object {
  return {
    criterion_id: criterion.criterion_id,
    ...(criterion.check && { check: criterion.check }),
    criterion: words(criterion.criterion),
    status: criterion.status,
    expected: words(criterion.expected),
    achieved: seen(criterion.achieved),
    evidence: seen(criterion.evidence),
    ...(criterion.remedy && { remedy: words(criterion.remedy) }),
  };
}
