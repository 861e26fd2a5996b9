import type { ScenarioMoment, ScenarioTrend } from '../../../schemas/panel-view';
import { momentOf, sameMeans } from '../comparison/flips';
import type { StoredMoment } from './stored-moment';
import type { TrendRun } from './trend-run';

/** A scenario in one run, with what reached the agent in that run. */
interface Seen {
  runId: string;
  moment: StoredMoment;
  means: string | undefined;
}

/**
 * Each scenario over the runs. Pure.
 * @param runs oldest first.
 * @param only the id of the one that is wanted; absent = all, by their ids.
 */
export function scenarioTrendsOf(runs: readonly TrendRun[], only?: string): ScenarioTrend[] {
  const seen = new Map<string, Seen[]>();
  for (const { point, moments, means } of runs) {
    for (const moment of moments) {
      if (only !== undefined && moment.scenarioId !== only) continue;
      const list = seen.get(moment.scenarioId) ?? [];
      list.push({ runId: point.runId, moment, means });
      seen.set(moment.scenarioId, list);
    }
  }
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, list]) => trendOf(id, list));
}

function trendOf(scenarioId: string, seen: readonly Seen[]): ScenarioTrend {
  const statuses = seen.map(({ moment }) => moment.status);
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  const verdicts = count('Pass') + count('Fail') + count('Unable to Verify');
  return {
    scenarioId,
    title: seen.findLast(({ moment }) => moment.title !== undefined)?.moment.title ?? scenarioId,
    moments: seen.map((one, index) => shownMoment(one, seen[index - 1])),
    runs: seen.length,
    verdicts,
    passRate: verdicts === 0 ? null : count('Pass') / verdicts,
    ...flipsOf(seen),
  };
}

/**
 * How often Pass and Fail followed each other, by the rules by which a comparison calls a scenario flaky (`flippedBefore`): on
 * an unchanged definition, through the same profile and scripts, where Unable to Verify lies between without counting and
 * attempts that disagree are a verdict of their own. What kept no snapshot says nothing.
 */
export function flipsOf(seen: readonly Seen[]): { flips: number; steps: number } {
  let [flips, steps] = [0, 0];
  let before: Seen | undefined;
  for (const one of seen) {
    if (before && isRedefined(one.moment, before.moment)) before = undefined;
    const is = momentOf(one.moment);
    if (is === undefined || one.moment.definition === undefined) continue;
    if (before?.moment.definition === one.moment.definition && sameMeans(before.means, one.means)) {
      steps++;
      if (momentOf(before.moment) !== is) flips++;
    }
    before = one;
  }
  return { flips, steps };
}

function shownMoment({ runId, moment }: Seen, before: Seen | undefined): ScenarioMoment {
  const { status, flaky, compromised, latencyMs, tokensIn, tokensOut } = moment;
  return {
    runId,
    status,
    ...(flaky && { flaky }),
    ...(compromised && { compromised }),
    ...(before && isRedefined(moment, before.moment) && { redefined: true }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(tokensIn !== undefined && { tokensIn }),
    ...(tokensOut !== undefined && { tokensOut }),
  };
}

/** Both definitions are on record, and differ. */
function isRedefined(is: StoredMoment, was: StoredMoment): boolean {
  return is.definition !== undefined && was.definition !== undefined && is.definition !== was.definition;
}
