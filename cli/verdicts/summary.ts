import type { Metrics, Report, Totals } from '../../schemas/report';
import { padTo } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';

export interface SummaryInput {
  report: Report;
  runDir: string;
  /** Why the run did not come to its end. */
  stopped?: string;
  next: string[];
}

const labelWidth = 9;

/** What stands beneath the table: totals, headline, figures, where the evidence is, what to do next. */
export function summary(input: SummaryInput, paper: Paper): string {
  const { report, stopped } = input;
  const { paint } = paper;
  const lines: string[] = [];
  if (stopped) lines.push(...labelled('Stopped', [stopped], paper, 'yellow'), '');
  lines.push(`  ${totalsLine(report.totals, paper)}`, `  ${passRate(report.totals, report.pass_rate_basis)}`, '');
  for (const line of wrap(visibleInOneLine(report.headline), paper.width - 2)) lines.push(`  ${paint('bold', line)}`);
  for (const line of report.narrative === undefined ? [] : wrap(visibleInOneLine(report.narrative), paper.width - 2))
    lines.push(`  ${line}`);
  lines.push('');
  const figures = figuresOf(report.metrics);
  if (figures.length > 0) lines.push(...labelled('Measured', [figures.join(', ')], paper));
  lines.push(...labelled('Evidence', [shownPath(input.runDir)], paper));
  if (input.next.length > 0) lines.push(...labelled('Next', input.next, paper));
  return lines.map((line) => `${line}\n`).join('');
}

function totalsLine(totals: Totals, { paint }: Paper): string {
  const counts: [string, number, Parameters<typeof paint>[0]][] = [
    ['passed', totals.passed, 'green'],
    ['failed', totals.failed, 'red'],
    ['unable to verify', totals.unverifiable, 'yellow'],
    ['not judged', totals.unjudged, 'dim'],
    ['not run', totals.not_run, 'dim'],
    ['cannot run', totals.unrunnable, 'dim'],
  ];
  const shown = counts
    .filter(([name, count]) => count > 0 || name === 'passed' || name === 'failed' || name === 'unable to verify')
    .map(([name, count, style]) => (count > 0 ? paint(style, `${count} ${name}`) : `0 ${name}`));
  return `${totals.planned} planned: ${shown.join(', ')}.`;
}

/** A rate of an older version was made by another rule: it is shown as it was recorded (behaviour §8). */
function passRate({ pass_rate: rate }: Totals, basis: string | undefined): string {
  if (rate === null) return 'No pass rate: nothing has a verdict.';
  const percent = `${Math.floor(rate * 1000) / 10} %`;
  return basis === 'all_verdicts'
    ? `Pass rate ${percent} of all verdicts.`
    : `Pass rate ${percent}, as recorded by an older version.`;
}

/** Figures that were measured; one that is missing is left out, never zero. */
function figuresOf(metrics: Metrics): string[] {
  const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);
  const { duration_ms, latency_p50_ms, latency_p95_ms, tokens_in, tokens_out, turns_total } = metrics;
  return [
    ...(duration_ms === undefined ? [] : [`${seconds(duration_ms)} in all`]),
    ...(latency_p50_ms === undefined ? [] : [`latency p50 ${seconds(latency_p50_ms)}`]),
    ...(latency_p95_ms === undefined ? [] : [`p95 ${seconds(latency_p95_ms)}`]),
    ...(tokens_in === undefined ? [] : [`${tokens_in} tokens in`]),
    ...(tokens_out === undefined ? [] : [`${tokens_out} out`]),
    ...(turns_total === undefined ? [] : [`${turns_total} ${turns_total === 1 ? 'turn' : 'turns'}`]),
  ];
}

/** Label and text side by side; each text starts a line and hangs under the first one. Paths are never cut. */
function labelled(
  label: string,
  texts: string[],
  paper: Paper,
  style: Parameters<Paper['paint']>[0] = 'dim',
): string[] {
  const room = paper.width - 2 - labelWidth - 1;
  const lines = texts.flatMap((text) => (text.includes(' ') ? wrap(visibleInOneLine(text), room) : [text]));
  return lines.map(
    (line, index) => `  ${index === 0 ? paper.paint(style, padTo(label, labelWidth)) : ' '.repeat(labelWidth)} ${line}`,
  );
}
