import { visibleText } from '../../engine/report/text/visible-characters';
import type { RunEntry } from '../../schemas/panel-view';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** When a run was made, as a reader would say it; its id, which is a time, when that is not on record. */
export function runTime({ runId, created }: Pick<RunEntry, 'runId' | 'created'>): string {
  const time = timeOf({ runId, created });
  return time === undefined ? runId : moment.format(time);
}

/** The day of a run, for an axis: `4 Oct`. */
export function runDay(run: Pick<RunEntry, 'runId' | 'created'>): string {
  const time = timeOf(run);
  return time === undefined ? run.runId.slice(0, 10) : day.format(time);
}

/** A run in one line: its name, its time, what became of it. Hidden characters are written out: a list shows no marks. */
export function runLine(run: RunEntry): string {
  const { runId, name, status, headline } = run;
  const ended = status === undefined || status === 'completed' ? [] : [status];
  const parts = [name || undefined, runTime(run), ...ended, headline ?? (name ? undefined : runId)];
  return visibleText(parts.filter((part) => part !== undefined).join(' · ')).replace(/\s+/g, ' ');
}

/** Ids are times with dashes for colons: `2026-10-04T21-07-16Z`, a number behind it for a second one. */
function timeOf({ runId, created }: Pick<RunEntry, 'runId' | 'created'>): Date | undefined {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/.exec(runId) ?? [];
  const time = new Date(created ?? `${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
