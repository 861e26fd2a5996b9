import type { Report } from '../../schemas/report';
import type { StoredRun } from '../workspace/runs';
import { readStoredScenario, storedValue } from '../workspace/runs';
import { readScenarioText } from '../workspace/scenario-file';
import type { ScenarioOutcome } from './outcome';
import { buildReport } from './report';

/** Whether a report was read as it was stored, or made from the records of a run that never got to write one. */
export interface ReadReport {
  report: Report;
  source: 'stored' | 'rebuilt';
}

/** The report of a run. A run that was killed has none: it is made from the verdicts that are on disk. */
export async function reportOf(run: StoredRun): Promise<ReadReport> {
  const stored = storedValue(run.report);
  if (stored) return { report: stored, source: 'stored' };
  const file = storedValue(run.file);
  const outcomes = await outcomesOf(run);
  const report = buildReport({
    runId: run.id,
    agentId: file?.agent_id ?? 'unknown',
    outcomes,
    unrunnable: file?.unrunnable?.length ?? 0,
  });
  return { report, source: 'rebuilt' };
}

/** How each planned scenario of a stored run ended, from its records. */
export async function outcomesOf(run: StoredRun): Promise<ScenarioOutcome[]> {
  const outcomes: ScenarioOutcome[] = [];
  for (const { scenario_id: id } of storedValue(run.file)?.included ?? []) {
    const { snapshotText, verdict, response } = await readStoredScenario(run.layout, id);
    const scenario = snapshotText === undefined ? undefined : readScenarioText(snapshotText, `${id}.yaml`).scenario;
    const judged = storedValue(verdict);
    const answered = storedValue(response)?.status === 'completed';
    outcomes.push({
      id,
      title: scenario?.title ?? id,
      ...(scenario?.featureId && { featureId: scenario.featureId }),
      ...(scenario?.class && { class: scenario.class }),
      ...(scenario?.category && { category: scenario.category }),
      state: judged ? 'verdict' : answered ? 'unjudged' : 'not_run',
      ...(judged && { verdict: judged }),
    });
  }
  return outcomes;
}
