import type { ScenarioMoment, ScenarioTrend, TrendPoint } from '../../schemas/panel-view';
import { counted, duration, wholeNumber } from '../text/numbers';
import { runDay, runTime } from '../text/run-words';
import type { Chart, ChartColumn, LineSeries } from './chart-model';
import { percent, rangeOf, shortNumber } from './trend-numbers';

/** The charts of an agent, over the runs that are given, oldest first. */
export function agentCharts(points: readonly TrendPoint[]): Record<'rate' | 'verdicts' | 'latency' | 'tokens', Chart> {
  const columns = points.map((point) => columnOf(point));
  const newest = points.at(-1);
  const rates = points.map(({ passRate }) => passRate ?? undefined);
  return {
    rate: {
      title: 'Pass rate',
      summary: summaryOf('The pass rate', 'No run has a verdict yet', [{ name: '', values: rates }], percent),
      columns,
      lines: [{ name: 'pass rate', values: rates }],
      format: percent,
      max: 1,
    },
    verdicts: {
      title: 'Verdicts',
      summary: newest
        ? `Verdicts of ${counted(points.length, 'run')}. In the newest: ${newest.passed} passed, ${newest.failed} failed, ${newest.unverifiable} unable to verify, ${newest.without} without a verdict${newest.compromised > 0 ? `; ${newest.compromised} compromised` : ''}.`
        : 'No run yet.',
      columns: points.map((point, index) => ({
        ...(columns[index] ?? columnOf(point)),
        ...(point.compromised > 0 && { alarm: `${point.compromised} compromised` }),
      })),
      bars: [
        { name: 'passed', look: 'pass', values: points.map(({ passed }) => passed) },
        { name: 'failed', look: 'fail', values: points.map(({ failed }) => failed) },
        { name: 'unable to verify', look: 'unable', values: points.map(({ unverifiable }) => unverifiable) },
        { name: 'without a verdict', look: 'without', values: points.map(({ without }) => without) },
      ],
      format: wholeNumber,
      tick: shortNumber,
    },
    latency: latencyChart(columns, [
      { name: 'p95', values: points.map(({ latencyP95Ms }) => latencyP95Ms) },
      { name: 'p50', values: points.map(({ latencyP50Ms }) => latencyP50Ms) },
    ]),
    tokens: tokensChart(columns, points),
  };
}

/** The charts of one scenario, over the runs in which it stands, oldest first. */
export function scenarioCharts(
  moments: readonly ScenarioMoment[],
  points: readonly TrendPoint[],
): Record<'verdicts' | 'latency' | 'tokens', Chart> {
  const runs = new Map(points.map((point) => [point.runId, point]));
  const columns = moments.map((moment) =>
    columnOf(runs.get(moment.runId) ?? { runId: moment.runId }, moment.redefined),
  );
  const count = (status: ScenarioMoment['status']): number => moments.filter((one) => one.status === status).length;
  const redefined = moments.filter((moment) => moment.redefined).length;
  return {
    verdicts: {
      title: 'Verdicts',
      summary: `${counted(moments.length, 'run')}: ${count('Pass')} passed, ${count('Fail')} failed, ${count('Unable to Verify')} unable to verify${redefined > 0 ? `; redefined ${counted(redefined, 'time')}` : ''}.`,
      columns,
      glyphs: moments.map(({ status, flaky, compromised }) => ({
        status,
        flaky: flaky === true,
        compromised: compromised === true,
      })),
      format: wholeNumber,
    },
    latency: latencyChart(columns, [{ name: 'latency', values: moments.map(({ latencyMs }) => latencyMs) }]),
    tokens: tokensChart(columns, moments),
  };
}

/** How a scenario did over its runs, in a sentence. */
export function trendWords({ passRate, verdicts, runs, flips, steps }: ScenarioTrend): string {
  const rate = passRate === null ? 'no verdict yet' : `${percent(passRate)} of ${counted(verdicts, 'verdict')} passed`;
  const flipped =
    steps === 0
      ? 'never judged twice on one definition'
      : `${counted(flips, 'flip')} in ${counted(steps, 'step')} on an unchanged definition`;
  return `${rate} in ${counted(runs, 'run')}; ${flipped}.`;
}

function latencyChart(columns: ChartColumn[], lines: LineSeries[]): Chart {
  const none = 'Latency was not measured in any of these runs';
  return { title: 'Latency', summary: summaryOf('Latency', none, lines, duration), columns, lines, format: duration };
}

function tokensChart(columns: ChartColumn[], of: readonly Pick<TrendPoint, 'tokensIn' | 'tokensOut'>[]): Chart {
  const lines = [
    { name: 'tokens in', values: of.map(({ tokensIn }) => tokensIn) },
    { name: 'tokens out', values: of.map(({ tokensOut }) => tokensOut) },
  ];
  const none = 'Tokens were not reported in any of these runs';
  return {
    title: 'Tokens',
    summary: summaryOf('Tokens', none, lines, wholeNumber),
    columns,
    lines,
    format: wholeNumber,
    tick: shortNumber,
  };
}

function columnOf(
  run: Pick<TrendPoint, 'runId'> & Partial<Pick<TrendPoint, 'name' | 'created' | 'status'>>,
  redefined?: boolean,
): ChartColumn {
  const { runId, name, status } = run;
  const ended = status === undefined || status === 'completed' ? [] : [status];
  return {
    key: runId,
    label: [...(name ? [name] : []), runTime(run), ...ended].join(' · '),
    axis: runDay(run),
    ...(redefined && { break: 'redefined' }),
  };
}

/** `Pass rate over 12 runs: 80 % in the newest, between 70 % and 95 %.` */
function summaryOf(
  what: string,
  none: string,
  lines: readonly LineSeries[],
  format: (value: number) => string,
): string {
  const told = lines.flatMap(({ name, values }) => {
    const range = rangeOf(values);
    if (!range) return [];
    const newest = values.findLast((value) => value !== undefined) ?? range.least;
    const between =
      range.least === range.greatest
        ? 'always the same'
        : `between ${format(range.least)} and ${format(range.greatest)}`;
    return [`${name === '' ? '' : `${name} `}${format(newest)} in the newest that has it, ${between}`];
  });
  const gaps = lines[0]?.values.filter((value) => value === undefined).length ?? 0;
  if (told.length === 0) return `${none}.`;
  const runs = counted(lines[0]?.values.length ?? 0, 'run');
  return `${what} over ${runs}: ${told.join('; ')}${gaps > 0 ? `; not there in ${gaps} of them` : ''}.`;
}
