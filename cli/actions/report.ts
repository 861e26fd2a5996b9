import { standingsOf } from '../../engine/report/comparison/standings';
import { coverageGaps, redteamCoverage } from '../../engine/report/coverage';
import type { ScenarioOutcome } from '../../engine/report/outcome';
import { outcomesOf, reportOf } from '../../engine/report/stored-report';
import { readFeatures } from '../../engine/workspace/agent-files';
import { openRun, type StoredRun, storedValue } from '../../engine/workspace/runs';
import type { ScenarioReading } from '../../engine/workspace/scenario-file';
import type { CoverageGaps, RedteamCoverage, Report } from '../../schemas/report';
import { ok, type Result, refuse } from '../../schemas/result';
import type { RunFile } from '../../schemas/run';
import type { Answer, GlobalFlags } from '../answer';
import type { ReportFlags } from '../commands/report';
import { keepDurations } from '../keep-durations';
import { type AgentPlace, locateAgent } from '../locate';
import { printWarning } from '../prose';
import { shownPath } from '../terminal/shown-path';
import { coverageLines } from '../verdicts/coverage';
import { nextSteps } from '../verdicts/next-steps';
import { rowsOf, scenariosBeside } from '../verdicts/stored-rows';
import { verdictPage } from '../verdicts/verdict-page';
import type { ToldReport } from './report-causes';

/** What `rook report` prints: the report, and what was not covered (behaviour §8). */
type ShownReport = Report & { coverage_gaps: CoverageGaps; redteam_coverage?: RedteamCoverage };

/**
 * `rook report [id]`: a run again, from its records. A run that was killed has no report: it gets one now. With --rca a
 * judge model is asked about it.
 */
export async function report(
  runId: string | undefined,
  flags: ReportFlags,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { agent } = place.value;
  const run = await openRun(agent.runsDir, runId);
  if (!run.ok) return run;
  const stored = await reportOf(run.value);
  const outcomes = await outcomesOf(run.value);
  const file = storedValue(run.value.file);
  warnAboutRecords(run.value, file, stored.source);
  const told = await toldReport(flags, place.value, run.value, stored.report, outcomes);
  if (!told.ok) return told;
  const others = await scenariosBeside(outcomes, agent);
  const featureIds = [...(await readFeatures(agent)).keys()];
  const redteam = redteamCoverage(outcomes);
  const shown: ShownReport = {
    ...told.value.report,
    // A rate that does not say by which rule it was made is shown as it was recorded.
    pass_rate_basis: told.value.report.pass_rate_basis ?? 'recorded',
    coverage_gaps: coverageGaps(outcomes, featureIds, categoriesInUse(outcomes, others)),
    ...(redteam && { redteam_coverage: redteam }),
  };
  const kept = flags.durations === undefined ? ok(undefined) : await keepDurations(flags.durations, run.value, agent);
  if (!kept.ok) return kept;
  const exported = await exportReport(flags, place.value, run.value, told.value.report);
  if (!exported.ok) return exported;
  const rows = rowsOf(outcomes, file, others);
  const { runDir } = run.value.layout;
  const standings = await standingsOf(run.value, outcomes);
  return ok({
    document: {
      run_id: run.value.id,
      ...(file?.name && { name: file.name }),
      dir: runDir,
      report: shown,
      // What rook compare needs of a report that was kept without its run.
      scenarios: standings.scenarios,
      ...exported.value,
    },
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
    ...(told.value.exitCode !== undefined && { exitCode: told.value.exitCode }),
  });
}

/** The report as it is on record; with --rca, with what a judge model says of it. */
async function toldReport(
  flags: ReportFlags,
  place: AgentPlace,
  run: StoredRun,
  report: Report,
  outcomes: ScenarioOutcome[],
): Promise<Result<ToldReport>> {
  if (!flags.rca) return ok({ report });
  const { withRootCauses } = await import('./report-causes');
  return withRootCauses(place, run, report, outcomes, flags);
}

/** What was written for other programs; nothing unless a flag asks for it. */
async function exportReport(
  flags: ReportFlags,
  place: AgentPlace,
  run: StoredRun,
  report: Report,
): Promise<Result<object>> {
  const asked =
    [flags.junit, flags.sarif, flags.markdown, flags.html, flags.bundle].some((file) => file !== undefined) ||
    flags.github;
  // Who asks for masking must not get a page without it.
  if (flags.bundle === undefined && (flags.redact || flags.includeBinary))
    return refuse(
      '--redact and --include-binary are about a bundle',
      'Name one: --bundle <file.zip>. What it holds of other reports is masked, too.',
    );
  if (!asked) return ok({});
  const { writeReportExports } = await import('./report-exports');
  return writeReportExports(flags, place, run, report);
}

function titleOf(id: string, file: RunFile | undefined): string {
  const profile = file?.pins?.profile_id;
  return [`Run ${id}`, file?.name, file && `agent ${file.agent_id}`, profile && `profile ${profile}`]
    .filter(Boolean)
    .join(', ');
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
