import { basename, extname } from 'node:path';
import { coverageGaps, redteamCoverage } from '../../engine/report/coverage';
import type { ScenarioOutcome } from '../../engine/report/outcome';
import { outcomesOf, reportOf } from '../../engine/report/stored-report';
import { readFeatures } from '../../engine/workspace/agent-files';
import { readTextIfPresent } from '../../engine/workspace/read-text';
import { openRun, type StoredRun, storedValue } from '../../engine/workspace/runs';
import { readScenarioText, type ScenarioReading } from '../../engine/workspace/scenario-file';
import { type AgentRef, yamlFiles } from '../../engine/workspace/workspace';
import type { CoverageGaps, RedteamCoverage, Report } from '../../schemas/report';
import { ok, type Result } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import type { Answer, GlobalFlags } from '../answer';
import { locateAgent } from '../locate';
import { printWarning } from '../prose';
import { shownPath } from '../terminal/shown-path';
import { coverageLines } from '../verdicts/coverage';
import { nextSteps } from '../verdicts/next-steps';
import { compromisedFirst, type RunRow, type RunRows } from '../verdicts/rows';
import { verdictPage } from '../verdicts/verdict-page';

/** What `rook report` prints: the report, and what was not covered (behaviour §8). */
type ShownReport = Report & { coverage_gaps: CoverageGaps; redteam_coverage?: RedteamCoverage };

/** `rook report [id]`: a run again, from its records. A run that was killed has no report: it gets one now. */
export async function report(runId: string | undefined, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { agent } = place.value;
  const run = await openRun(agent.runsDir, runId);
  if (!run.ok) return run;
  const stored = await reportOf(run.value);
  const outcomes = await outcomesOf(run.value);
  const others = await scenariosBeside(outcomes, agent);
  const featureIds = [...(await readFeatures(agent)).keys()];
  const redteam = redteamCoverage(outcomes);
  const shown: ShownReport = {
    ...stored.report,
    // A rate that does not say by which rule it was made is shown as it was recorded.
    pass_rate_basis: stored.report.pass_rate_basis ?? 'recorded',
    coverage_gaps: coverageGaps(outcomes, featureIds, categoriesInUse(outcomes, others)),
    ...(redteam && { redteam_coverage: redteam }),
  };
  const file = storedValue(run.value.file);
  warnAboutRecords(run.value, file, stored.source);
  const rows = rowsOf(outcomes, file, others);
  const { runDir } = run.value.layout;
  return ok({
    document: { run_id: run.value.id, ...(file?.name && { name: file.name }), dir: runDir, report: shown },
    text: (paper) =>
      [
        verdictPage(
          {
            rows,
            report: shown,
            runDir,
            title: titleOf(run.value.id, file),
            ...(file?.status !== 'completed' && file?.reason && { stopped: file.reason }),
            next: shown.next ?? nextSteps(rows),
          },
          paper,
        ),
        coverageLines(shown.coverage_gaps, shown.redteam_coverage, paper),
      ].join(''),
  });
}

function titleOf(id: string, file: RunFile | undefined): string {
  const profile = file?.pins?.profile_id;
  return [`Run ${id}`, file?.name, file && `agent ${file.agent_id}`, profile && `profile ${profile}`]
    .filter(Boolean)
    .join(', ');
}

/** The agent's scenarios that this run did not plan. Those it did are on record with it, and are not read again. */
async function scenariosBeside(outcomes: ScenarioOutcome[], agent: AgentRef): Promise<ScenarioReading[]> {
  const planned = new Set(outcomes.map(({ id }) => id));
  const files = (await yamlFiles(agent.scenariosDir)).filter((file) => !planned.has(basename(file, extname(file))));
  return Promise.all(files.map(async (file) => readScenarioText((await readTextIfPresent(file)) ?? '', file)));
}

function categoriesInUse(outcomes: ScenarioOutcome[], others: ScenarioReading[]): string[] {
  return [
    ...outcomes.flatMap(({ category }) => category ?? []),
    ...others.flatMap(({ scenario }) => scenario?.category ?? []),
  ];
}

function warnAboutRecords(run: StoredRun, file: RunFile | undefined, source: 'stored' | 'rebuilt'): void {
  const dir = shownPath(run.layout.runDir);
  if (run.file.state === 'broken')
    printWarning({ message: `run.yaml cannot be read: ${run.file.why}`, place: { file: dir } });
  if (run.file.state === 'absent') printWarning({ message: 'there is no run.yaml', place: { file: dir } });
  if (run.report.state === 'broken')
    printWarning({ message: `report.yaml cannot be read: ${run.report.why}`, place: { file: dir } });
  if (source === 'rebuilt') {
    const why = file?.status === 'running' ? 'the run goes on, or was killed' : 'none was written';
    printWarning({ message: `run ${run.id} has no report (${why}): this one is made from its records` });
  }
}

function rowsOf(outcomes: ScenarioOutcome[], file: RunFile | undefined, others: ScenarioReading[]): RunRows {
  const titles = new Map(others.map(({ id, title }) => [id, title]));
  const unrunnable: RunRow[] = (file?.unrunnable ?? []).map(({ scenario_id: id, why }) => ({
    kind: 'unrunnable',
    id,
    title: titles.get(id) ?? '',
    why,
  }));
  const stopped = file?.status === 'running' ? 'no verdict is on record' : (file?.reason ?? 'no verdict is on record');
  return compromisedFirst([...outcomes.map((outcome) => rowOf(outcome, stopped)), ...unrunnable]);
}

function rowOf({ id, title, state, verdict, why }: ScenarioOutcome, stopped: string): RunRow {
  if (verdict) return { kind: 'verdict', id, title, verdict };
  if (state === 'unjudged')
    return { kind: 'unjudged', id, title, why: why ?? 'the agent answered, and nobody graded it' };
  return { kind: 'not_run', id, title, why: why ?? stopped };
}
