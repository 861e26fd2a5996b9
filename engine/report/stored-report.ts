import { ResponseFile } from '../../schemas/record';
import type { Report } from '../../schemas/report';
import { Verdict } from '../../schemas/verdict';
import { attemptLayout, scenarioLayout } from '../workspace/layout';
import { readRecordText } from '../workspace/record-text';
import { listScenarioIds, readStored, type StoredRun, storedValue } from '../workspace/runs';
import { scenarioFacts } from '../workspace/scenario-facts';
import type { ScenarioOutcome } from './outcome';
import { buildReport } from './report';

/** Whether a report was read as it was stored, or made from the records of a run that never got to write one. */
export interface ReadReport {
  report: Report;
  source: 'stored' | 'rebuilt';
}

/** The report of a run. A run that was killed has none that is current: it is made from the verdicts that are on disk. */
export async function reportOf(run: StoredRun): Promise<ReadReport> {
  const stored = currentReport(run);
  if (stored) return { report: stored, source: 'stored' };
  return { report: rebuiltReport(run, await outcomesOf(run)), source: 'rebuilt' };
}

/** The report as it is on disk. A continued run that was killed, or still goes on, has only that of its earlier part: none. */
export function currentReport(run: StoredRun): Report | undefined {
  return storedValue(run.file)?.status === 'running' ? undefined : storedValue(run.report);
}

/** A report made from how the planned scenarios ended. */
export function rebuiltReport(run: StoredRun, outcomes: ScenarioOutcome[]): Report {
  const file = storedValue(run.file);
  return buildReport({
    runId: run.id,
    agentId: file?.agent_id ?? 'unknown',
    outcomes,
    unrunnable: file?.unrunnable?.length ?? 0,
  });
}

/** How each planned scenario of a stored run ended, from its records. @param ids others than the planned ones. */
export async function outcomesOf(run: StoredRun, ids = plannedIds(run)): Promise<ScenarioOutcome[]> {
  const outcomes: ScenarioOutcome[] = [];
  const carried = carriedIds(run);
  for (const id of ids) outcomes.push(await outcomeOf(run, id, carried));
  return outcomes;
}

/** How one scenario of a stored run ended, from its records. @param carried of `carriedIds` */
export async function outcomeOf(run: StoredRun, id: string, carried: ReadonlySet<string>): Promise<ScenarioOutcome> {
  const dir = run.layout.scenarioDir(id);
  const facts = scenarioFacts(storedValue(await readRecordText(scenarioLayout(dir).snapshotFile)), id);
  const stored = await readStored(scenarioLayout(dir).verdictFile, Verdict);
  const judged = storedValue(stored);
  const answered = !judged && (await hasAnswer(attemptLayout(dir, 1).responseFile));
  return {
    id,
    ...facts,
    state: judged ? 'verdict' : answered ? 'unjudged' : 'not_run',
    ...(judged && { verdict: judged }),
    ...(stored.state === 'broken' && { unreadable: stored.why }),
    ...(judged && carried.has(id) && { carried: true }),
  };
}

/** Scenarios whose verdicts are of an earlier part of the run. */
export function carriedIds(run: StoredRun): Set<string> {
  const { carried } = storedValue(run.file) ?? {};
  return new Set(carried?.map((entry) => (typeof entry === 'string' ? entry : entry.scenario_id)));
}

/** The scenarios that a run planned; none when its run.yaml is missing or cannot be read. */
export function plannedIds(run: StoredRun): string[] {
  return storedValue(run.file)?.included.map(({ scenario_id }) => scenario_id) ?? [];
}

/** Scenarios that have records though no plan names them: of an older version, or of a run whose run.yaml is lost. */
export async function idsBesidePlan(run: StoredRun): Promise<string[]> {
  const planned = new Set(plannedIds(run));
  return (await listScenarioIds(run.layout)).filter((id) => !planned.has(id)).sort();
}

/** Whether a scenario beside the plan is one of the run: it has a verdict, or there is no plan that could have named it. */
export function standsBesidePlan(run: StoredRun, { state }: ScenarioOutcome): boolean {
  return state === 'verdict' || storedValue(run.file) === undefined;
}

/** What was selected and could not run, with the reason, as far as it has no records. @param known ids of those that do. */
export function unrunnableIn(run: StoredRun, known: ReadonlySet<string>): { id: string; why: string }[] {
  const entries = storedValue(run.file)?.unrunnable ?? [];
  const reasons = new Map(entries.map(({ scenario_id, why }) => [scenario_id, why] as const));
  return [...reasons].flatMap(([id, why]) => (known.has(id) ? [] : [{ id, why }]));
}

async function hasAnswer(responseFile: string): Promise<boolean> {
  return storedValue(await readStored(responseFile, ResponseFile))?.status === 'completed';
}
