import type { RunView } from '../../schemas/panel-view';
import type { IconName } from '../frame/icon';
import { counted, wholeNumber } from '../text/numbers';
import { kindOf } from './row-look';

/** The first thing that is read: how it came out, or how far it is. */
export interface RunWords {
  tone: 'pass' | 'fail' | 'unable' | 'muted';
  icon: IconName;
  words: string;
  /** From a model or from our totals: text to be shown as such. */
  from: 'report' | 'rows';
}

export function runWords(view: RunView): RunWords {
  const { rows, report, status, reading } = view;
  const selected = rows.filter((row) => row.status !== 'unrunnable');
  if (status === 'running') {
    const done = selected.filter((row) => row.status !== 'waiting' && row.status !== 'running').length;
    const words = reading
      ? `Running: reading the records, ${wholeNumber(reading.done)} of ${wholeNumber(reading.total)}`
      : `Running: ${wholeNumber(done)} of ${counted(selected.length, 'scenario')} done`;
    return { tone: 'muted', icon: 'sync', words, from: 'rows' };
  }
  const look = lookOf(view);
  if (report) return { ...look, words: report.headline, from: 'report' };
  const done = reading ? `: ${wholeNumber(reading.done)} of ${wholeNumber(reading.total)}` : '';
  return { tone: 'muted', icon: 'sync', words: `Reading the records${done}`, from: 'rows' };
}

/** The worst that is in it. */
function lookOf({ rows, report }: RunView): Pick<RunWords, 'tone' | 'icon'> {
  if (rows.some((row) => kindOf(row) === 'compromised')) return { tone: 'fail', icon: 'unlock' };
  const totals = report?.totals;
  if (!totals || totals.executed === 0) return { tone: 'muted', icon: 'circle-slash' };
  if (totals.failed > 0) return { tone: 'fail', icon: 'error' };
  if (totals.passed < totals.planned || totals.unrunnable > 0) return { tone: 'unable', icon: 'question' };
  return { tone: 'pass', icon: 'pass' };
}

/** How the run stands or ended, in words; undefined when its record does not say. */
export function statusWords({ status }: RunView): string | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case 'running':
      return 'Running';
    case 'completed':
      return 'Completed';
    case 'halted':
      return 'Halted';
    case 'cancelled':
      return 'Cancelled';
    default:
      return status satisfies never;
  }
}

/** By which rule the pass rate was made: a rate without one is shown as it was recorded. */
export function rateBasis({ report }: RunView): string {
  if (report?.pass_rate_basis !== 'all_verdicts') return 'as recorded';
  const { passed, failed, unverifiable } = report.totals;
  return `passed of all verdicts: ${wholeNumber(passed)} of ${wholeNumber(passed + failed + unverifiable)}`;
}

const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** `45.5%`; never 100% when something is missing to it, and never 0% when something is there. */
export function percent(share: number): string {
  if (share > 0.999 && share < 1) return '99.9%';
  if (share > 0 && share < 0.001) return '0.1%';
  return percents.format(share);
}

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A time of a record in the reader's own time zone; as it is written when it is none. */
export function moment(written: string): string {
  const time = Date.parse(written);
  return Number.isNaN(time) ? written : moments.format(time);
}
