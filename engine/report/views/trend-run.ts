import { join } from 'node:path';
import type * as z from 'zod';
import type { TrendPoint } from '../../../schemas/panel-view';
import { Report } from '../../../schemas/report';
import { RunFile } from '../../../schemas/run';
import { runLayout } from '../../workspace/layout';
import { readSections } from '../../workspace/record-sections';
import { readRecordText } from '../../workspace/record-text';
import { listScenarioIds, readStored, type Stored, type StoredRun, storedValue } from '../../workspace/runs';
import { meansOf } from '../comparison/standings';
import { percentile } from '../report';
import { plannedIds } from '../stored-report';
import { type KnownTitles, type StoredMoment, storedMomentOf } from './stored-moment';

/** What trends need of one run. */
export interface TrendRun {
  point: TrendPoint;
  moments: StoredMoment[];
  /** What reached the agent; absent when that is not on record. */
  means?: string;
  /** Nothing of it changes by itself any more. */
  ended: boolean;
  /** What of it cannot be read, in words. */
  missing?: string;
}

const Figures = Report.pick({ totals: true, metrics: true });

/** Scenarios read at once: enough to keep the disk busy, few enough to leave the event loop free. */
const batchSize = 48;

/**
 * Reads a run for trends, and pauses after each portion so that others have their turn.
 * @returns undefined when the folder holds no record of a run.
 */
export async function* readTrendRun(
  runsDir: string,
  runId: string,
  titles: KnownTitles,
): AsyncGenerator<undefined, TrendRun | undefined> {
  const layout = runLayout(join(runsDir, runId));
  const file = await readStored(layout.runFile, RunFile);
  yield;
  const report = await readFigures(layout.reportFile);
  const run: StoredRun = { id: runId, layout, file, report: { state: 'absent' } };
  const recorded = await listScenarioIds(layout);
  if (file.state === 'absent' && report.state === 'absent' && recorded.length === 0) return undefined;
  const planned = plannedIds(run);
  const beside = recorded.filter((id) => !planned.includes(id)).sort();
  const moments: StoredMoment[] = [];
  for (let start = 0; start < planned.length + beside.length; start += batchSize) {
    const ids = [...planned, ...beside].slice(start, start + batchSize);
    moments.push(...(await Promise.all(ids.map((id) => storedMomentOf(run, id, titles)))));
    yield;
  }
  return trendRunOf(run, report, standing(moments, storedValue(file), new Set(planned)));
}

/** Those that stand in the run: what no plan names stands in it only by a verdict. What could not run stands in it, too. */
function standing(moments: StoredMoment[], file: RunFile | undefined, planned: ReadonlySet<string>): StoredMoment[] {
  const isVerdict = ({ status }: StoredMoment): boolean =>
    status === 'Pass' || status === 'Fail' || status === 'Unable to Verify';
  const kept = moments.filter((moment) => !file || planned.has(moment.scenarioId) || isVerdict(moment));
  const known = new Set(kept.map(({ scenarioId }) => scenarioId));
  const unrunnable = new Set(file?.unrunnable?.map(({ scenario_id }) => scenario_id).filter((id) => !known.has(id)));
  return [
    ...kept,
    ...[...unrunnable].map(
      (scenarioId): StoredMoment => ({ scenarioId, status: 'unrunnable', flaky: false, compromised: false }),
    ),
  ];
}

function trendRunOf(
  { id, file: stored }: StoredRun,
  report: Stored<z.infer<typeof Figures>>,
  moments: StoredMoment[],
): TrendRun {
  const file = storedValue(stored);
  const running = file?.status === 'running';
  const figures = running ? undefined : storedValue(report);
  const counts = figures ? countsOfReport(figures.totals) : countsOf(moments);
  const verdicts = counts.passed + counts.failed + counts.unverifiable;
  const means = meansOf(file?.pins);
  const missing = [
    ...(stored.state === 'broken' ? [`run.yaml cannot be read (${stored.why})`] : []),
    ...(report.state === 'broken' ? [`report.yaml cannot be read (${report.why})`] : []),
  ];
  return {
    point: {
      runId: id,
      ...(file?.name && { name: file.name }),
      ...(file?.created !== undefined && { created: file.created }),
      ...(file?.status && { status: file.status }),
      ...counts,
      compromised: moments.filter(({ compromised }) => compromised).length,
      passRate: verdicts === 0 ? null : counts.passed / verdicts,
      ...(figures ? figuresOfReport(figures.metrics) : figuresOf(moments)),
    },
    moments,
    ...(means !== undefined && { means }),
    ended: !running,
    ...(missing.length > 0 && { missing: `Run ${id}: ${missing.join('; ')}.` }),
  };
}

type Counts = Pick<TrendPoint, 'passed' | 'failed' | 'unverifiable' | 'without'>;
type Measured = Pick<TrendPoint, 'latencyP50Ms' | 'latencyP95Ms' | 'tokensIn' | 'tokensOut'>;

function countsOfReport(totals: Report['totals']): Counts {
  const { passed, failed, unverifiable, unjudged, not_run, unrunnable } = totals;
  return { passed, failed, unverifiable, without: unjudged + not_run + unrunnable };
}

/** The counts of a run that wrote no report, from its records. */
function countsOf(moments: StoredMoment[]): Counts {
  const count = (status: string): number => moments.filter((moment) => moment.status === status).length;
  const [passed, failed, unverifiable] = [count('Pass'), count('Fail'), count('Unable to Verify')];
  return { passed, failed, unverifiable, without: moments.length - passed - failed - unverifiable };
}

function figuresOfReport(metrics: Report['metrics']): Measured {
  const { latency_p50_ms, latency_p95_ms, tokens_in, tokens_out } = metrics;
  return measured(latency_p50_ms, latency_p95_ms, tokens_in, tokens_out);
}

function figuresOf(moments: StoredMoment[]): Measured {
  const latencies = moments.flatMap(({ latencyMs }) => latencyMs ?? []).sort((a, b) => a - b);
  const sum = (values: number[]): number | undefined =>
    values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
  return measured(
    percentile(latencies, 50),
    percentile(latencies, 95),
    sum(moments.flatMap(({ tokensIn }) => tokensIn ?? [])),
    sum(moments.flatMap(({ tokensOut }) => tokensOut ?? [])),
  );
}

/** Figures that were measured; one that was not is absent. */
function measured(p50?: number, p95?: number, tokensIn?: number, tokensOut?: number): Measured {
  return {
    ...(p50 !== undefined && { latencyP50Ms: p50 }),
    ...(p95 !== undefined && { latencyP95Ms: p95 }),
    ...(tokensIn !== undefined && { tokensIn }),
    ...(tokensOut !== undefined && { tokensOut }),
  };
}

async function readFigures(reportFile: string): Promise<Stored<z.infer<typeof Figures>>> {
  const text = await readRecordText(reportFile);
  if (text.state !== 'present') return text;
  const value = readSections(text.value, reportFile, Figures);
  return value ? { state: 'present', value } : readStored(reportFile, Report);
}
