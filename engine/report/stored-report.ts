import { ResponseFile } from '../../schemas/record';
import type { Report } from '../../schemas/report';
import { Verdict } from '../../schemas/verdict';
import { attemptLayout, scenarioLayout } from '../workspace/layout';
import { readTextIfPresent } from '../workspace/read-text';
import { readStored, type StoredRun, storedValue } from '../workspace/runs';
import { readScenarioText } from '../workspace/scenario-file';
import type { ScenarioOutcome } from './outcome';
import { buildReport } from './report';

/** Whether a report was read as it was stored, or made from the records of a run that never got to write one. */
export interface ReadReport {
  report: Report;
  source: 'stored' | 'rebuilt';
}

/** The report of a run. A run that was killed has none that is current: it is made from the verdicts that are on disk. */
export async function reportOf(run: StoredRun): Promise<ReadReport> {
  const stored = storedValue(run.report);
  const file = storedValue(run.file);
  // A continued run that was killed, or is still going on, has the report of its earlier part.
  if (stored && file?.status !== 'running') return { report: stored, source: 'stored' };
  const outcomes = await outcomesOf(run);
  const report = buildReport({
    runId: run.id,
    agentId: file?.agent_id ?? 'unknown',
    outcomes,
    unrunnable: file?.unrunnable?.length ?? 0,
  });
  return { report, source: 'rebuilt' };
}

/** How each planned scenario of a stored run ended, from its records. @param ids others than the planned ones. */
export async function outcomesOf(run: StoredRun, ids = plannedIds(run)): Promise<ScenarioOutcome[]> {
  const outcomes: ScenarioOutcome[] = [];
  const file = storedValue(run.file);
  const carried = new Set(file?.carried?.map((entry) => (typeof entry === 'string' ? entry : entry.scenario_id)));
  for (const id of ids) {
    const dir = run.layout.scenarioDir(id);
    const snapshotText = await readTextIfPresent(scenarioLayout(dir).snapshotFile);
    const scenario = snapshotText === undefined ? undefined : readScenarioText(snapshotText, `${id}.yaml`).scenario;
    const judged = storedValue(await readStored(scenarioLayout(dir).verdictFile, Verdict));
    const answered = !judged && (await hasAnswer(attemptLayout(dir, 1).responseFile));
    outcomes.push({
      id,
      title: scenario?.title ?? id,
      ...(scenario?.featureId && { featureId: scenario.featureId }),
      ...(scenario?.class && { class: scenario.class }),
      ...(scenario?.category && { category: scenario.category }),
      state: judged ? 'verdict' : answered ? 'unjudged' : 'not_run',
      ...(judged && { verdict: judged }),
      ...(judged && carried.has(id) && { carried: true }),
    });
  }
  return outcomes;
}

/** The scenarios that a run planned; none when its run.yaml is missing or cannot be read. */
export function plannedIds(run: StoredRun): string[] {
  return storedValue(run.file)?.included.map(({ scenario_id }) => scenario_id) ?? [];
}

async function hasAnswer(responseFile: string): Promise<boolean> {
  return storedValue(await readStored(responseFile, ResponseFile))?.status === 'completed';
}
