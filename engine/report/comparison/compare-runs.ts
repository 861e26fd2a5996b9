import type { Change, Comparison, ComparisonGroup, Standing, StandingStatus } from '../../../schemas/comparison';
import { failedBefore, flippedBefore, type History, type PastStanding } from './flips';
import type { RunStandings } from './standings';

/** How a comparison reads a status: Unable to Verify decides nothing, and neither does what has no verdict. */
type Decision = 'pass' | 'fail' | 'open';

/**
 * Compares two runs of one agent, scenario by scenario (behaviour §8, §14). Pure. The first line that fits decides, so
 * each scenario stands in one group at most:
 *
 * | base | head | | group |
 * | --- | --- | --- | --- |
 * | – | any | | added |
 * | any | – | | removed |
 * | any | any | both definitions are on record, and differ | redefined |
 * | Pass or Fail | open | | newly_unverifiable |
 * | any | Fail | attempts of head disagree, and base or an earlier run failed or disagreed with itself | flaky |
 * | any | Fail | attempts of head disagree, and this is the first failure | newly_failing |
 * | any | Pass | attempts of head disagree | flaky |
 * | Pass | Fail | it flipped before | flaky |
 * | Pass | Fail | | newly_failing |
 * | open | Fail | | newly_failing |
 * | Fail | Fail | | still_failing |
 * | Fail | Pass | it flipped before | flaky |
 * | Fail | Pass | | fixed |
 * | open | Pass | nothing was failing, so nothing is fixed | none |
 * | the same | the same | Pass, or open | none |
 *
 * Open is Unable to Verify, not judged, not run, cannot run. "Flipped before" is what `flippedBefore` says. A first failure
 * is new even when other attempts passed: a gate that forgives flakiness must not overlook it.
 *
 * When a definition is missing, nobody can say whether it is the same one: the statuses decide, the change says
 * `definition_unknown`, and so does a note, since a scenario that stands in no group may be another one, too. Earlier
 * verdicts say nothing about it then.
 * @param history verdicts of runs older than head, oldest first, by the id of the scenario.
 */
export function compareRuns(base: RunStandings, head: RunStandings, history: History = new Map()): Comparison {
  const comparison: Comparison = {
    base: base.run,
    head: head.run,
    newly_failing: [],
    still_failing: [],
    fixed: [],
    newly_unverifiable: [],
    flaky: [],
    redefined: [],
    added: [],
    removed: [],
  };
  const before = new Map(base.scenarios.map((standing) => [standing.scenario_id, standing]));
  for (const after of head.scenarios) {
    const was = before.get(after.scenario_id);
    before.delete(after.scenario_id);
    if (!was) comparison.added.push(changeOf(undefined, after));
    else {
      const group = groupOf(was, after, base, head, history.get(after.scenario_id) ?? []);
      if (group) comparison[group].push(changeOf(was, after));
    }
  }
  comparison.removed.push(...[...before.values()].map((standing) => changeOf(standing, undefined)));
  return comparison;
}

/** Whether two standings rest on verdicts that can be compared only when their definitions are known, and one is not. */
export function definitionUnknown(base: Standing, head: Standing): boolean {
  const judged = decisionOf(base.status) !== 'open' && decisionOf(head.status) !== 'open';
  return judged && (base.definition === undefined || head.definition === undefined);
}

/**
 * Whether earlier verdicts can matter for the group of a scenario: only then need they be read.
 * @param base undefined when the scenario is not in that run.
 */
export function needsHistory(base: Standing | undefined, head: Standing): boolean {
  if (base?.definition === undefined || base.definition !== head.definition) return false;
  const [was, is] = [decisionOf(base.status), decisionOf(head.status)];
  return is !== 'open' && (head.flaky === true || (was !== 'open' && was !== is));
}

function groupOf(
  was: Standing,
  is: Standing,
  base: RunStandings,
  head: RunStandings,
  past: readonly PastStanding[],
): ComparisonGroup | undefined {
  if (was.definition !== undefined && is.definition !== undefined && was.definition !== is.definition)
    return 'redefined';
  const [before, after] = [decisionOf(was.status), decisionOf(is.status)];
  const known = { was, is, base, head, past };
  switch (after) {
    case 'open':
      return before === 'open' ? undefined : 'newly_unverifiable';
    case 'fail':
      if (is.flaky) return failedBefore(known) ? 'flaky' : 'newly_failing';
      if (before === 'fail') return 'still_failing';
      return before === 'pass' && flippedBefore(known) ? 'flaky' : 'newly_failing';
    case 'pass':
      if (is.flaky) return 'flaky';
      if (before !== 'fail') return undefined;
      return flippedBefore(known) ? 'flaky' : 'fixed';
    default:
      return after satisfies never;
  }
}

function decisionOf(status: StandingStatus): Decision {
  switch (status) {
    case 'Pass':
      return 'pass';
    case 'Fail':
      return 'fail';
    case 'Unable to Verify':
    case 'unjudged':
    case 'not_run':
    case 'unrunnable':
      return 'open';
    default:
      return status satisfies never;
  }
}

/** A run that knows no title has the id in its place: the other run may know it. */
function changeOf(base: Standing | undefined, head: Standing | undefined): Change {
  const id = head?.scenario_id ?? base?.scenario_id ?? '';
  const title = [head?.title, base?.title].find((title) => title !== undefined && title !== id) ?? id;
  return {
    scenario_id: id,
    title,
    base: base?.status ?? null,
    head: head?.status ?? null,
    ...(head?.flaky && { flaky: true }),
    ...(base && head && definitionUnknown(base, head) && { definition_unknown: true }),
  };
}
