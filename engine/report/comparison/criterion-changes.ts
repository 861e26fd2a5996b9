import type { Comparison } from '../../../schemas/comparison';
import { type CriterionVerdict, Verdict, type VerdictStatus } from '../../../schemas/verdict';
import { scenarioLayout } from '../../workspace/layout';
import { readStored, type StoredRun, storedValue } from '../../workspace/runs';
import type { Compared } from './read-compared';

/** A criterion whose grade differs between two verdicts; null where it was not graded. */
export interface CriterionChange {
  criterion_id: string;
  criterion: string;
  base: VerdictStatus | null;
  head: VerdictStatus | null;
  /** What head found, in its own words. */
  achieved?: string;
}

/** What differs beneath the status of a scenario that fails. */
export interface FailureChanges {
  criteria: CriterionChange[];
  /** Forbidden strings that stand in head's answer and did not in base's. */
  forbidden: string[];
}

/**
 * What differs in the scenarios of a comparison that fail in head, by the id of the scenario. Only records say that: nothing
 * when one of the runs came from a report file.
 */
export async function failureChanges(
  comparison: Comparison,
  base: Compared,
  head: Compared,
): Promise<Map<string, FailureChanges>> {
  const found = new Map<string, FailureChanges>();
  if (!base.stored || !head.stored) return found;
  for (const change of [...comparison.newly_failing, ...comparison.still_failing, ...comparison.flaky]) {
    if (change.head !== 'Fail') continue;
    const is = await verdictOf(head.stored, change.scenario_id);
    if (!is) continue;
    const was = await verdictOf(base.stored, change.scenario_id);
    found.set(change.scenario_id, {
      criteria: criterionChanges(was, is),
      forbidden: is.forbidden_hits.filter((hit) => !was?.forbidden_hits.includes(hit)),
    });
  }
  return found;
}

/**
 * The criteria whose grades differ, in head's order, then those that head has no more. Without an earlier verdict only those
 * that fail: that others were not graded before says nothing.
 */
export function criterionChanges(was: Verdict | undefined, is: Verdict): CriterionChange[] {
  const before = new Map(was?.criteria.map((criterion) => [criterion.criterion_id, criterion]));
  const changes = is.criteria.map((criterion) => {
    const earlier = before.get(criterion.criterion_id);
    before.delete(criterion.criterion_id);
    return changeOf(earlier, criterion);
  });
  const gone = [...before.values()].map((criterion) => changeOf(criterion, undefined));
  return [...changes, ...gone].filter(({ base, head }) => base !== head && (was !== undefined || head === 'Fail'));
}

function changeOf(was: CriterionVerdict | undefined, is: CriterionVerdict | undefined): CriterionChange {
  return {
    criterion_id: (is ?? was)?.criterion_id ?? '',
    criterion: (is ?? was)?.criterion ?? '',
    base: was?.status ?? null,
    head: is?.status ?? null,
    ...(is && { achieved: is.achieved }),
  };
}

async function verdictOf(run: StoredRun, scenarioId: string): Promise<Verdict | undefined> {
  const { verdictFile } = scenarioLayout(run.layout.scenarioDir(scenarioId));
  return storedValue(await readStored(verdictFile, Verdict));
}
