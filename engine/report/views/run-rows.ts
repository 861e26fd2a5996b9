import type { RunRow } from '../../../schemas/panel-view';
import type { RunFile } from '../../../schemas/run';
import type { CriterionVerdict, Verdict, VerdictStatus } from '../../../schemas/verdict';
import { summaryOf } from '../clusters';
import { standingStatus } from '../comparison/standings';
import { firstWords } from '../text/first-words';
import type { KnownScenario } from './scenario-records';

/** A row is one line: who wants more opens the scenario. UTF-16 units. */
const longestWhy = 240;

/** A line of the table for a scenario that was read. @param file of the run, if it can be read. */
export function rowOf({ outcome, begun }: KnownScenario, file: RunFile | undefined): RunRow {
  const { id, title, featureId, verdict, unreadable } = outcome;
  const goesOn = file?.status === 'running' && !verdict;
  const why = verdict ? whyOf(verdict) : goesOn ? undefined : whyWithout(outcome.state, file);
  return {
    scenarioId: id,
    title,
    ...(featureId !== undefined && { featureId }),
    ...(outcome.class && { class: outcome.class }),
    ...(outcome.category && { category: outcome.category }),
    status: goesOn ? (begun ? 'running' : 'waiting') : standingStatus(outcome),
    ...(verdict && measuresOf(verdict)),
    ...(outcome.carried && { carried: true }),
    ...(why !== undefined && { why: oneLine(why) }),
    ...(unreadable !== undefined && { unreadable: oneLine(unreadable) }),
  };
}

/** A scenario whose records have not been read yet. */
export function unreadRow(id: string): RunRow {
  return { scenarioId: id, title: id, status: 'waiting' };
}

/** A scenario that was selected and could not run. */
export function unrunnableRow({ id, why }: { id: string; why: string }, title: string): RunRow {
  return { scenarioId: id, title, status: 'unrunnable', why: oneLine(why) };
}

function measuresOf(verdict: Verdict): Partial<RunRow> {
  const { unverifiable_reason: reason, usage } = verdict;
  return {
    ...(verdict.status === 'Unable to Verify' && reason && { reason }),
    ...(verdict.compromised && { compromised: true }),
    ...(verdict.flaky && { flaky: true }),
    passed: countOf(verdict.criteria, 'Pass'),
    failed: countOf(verdict.criteria, 'Fail'),
    unverifiable: countOf(verdict.criteria, 'Unable to Verify'),
    ...(typeof verdict.latency_ms === 'number' && { latencyMs: verdict.latency_ms }),
    ...(typeof verdict.turns === 'number' && { turns: verdict.turns }),
    ...(usage && { tokensIn: usage.input_tokens, tokensOut: usage.output_tokens }),
  };
}

function countOf(criteria: readonly CriterionVerdict[], status: VerdictStatus): number {
  return criteria.filter((criterion) => criterion.status === status).length;
}

function whyOf(verdict: Verdict): string | undefined {
  return verdict.diagnosis === undefined ? summaryOf(verdict) : firstWords(verdict.diagnosis);
}

function whyWithout(state: 'verdict' | 'unjudged' | 'not_run', file: RunFile | undefined): string {
  if (state === 'unjudged') return 'the agent answered, and nobody graded it';
  return file?.reason ?? 'no verdict is on record';
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * longestWhy)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestWhy ? `${line.slice(0, longestWhy - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
