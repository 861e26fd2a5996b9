import type { TimelineEntry } from '../../../../schemas/panel-view';
import { duration } from './figures';
import type { LongTexts } from './long-text';
import { html, type Markup } from './markup';

/** More invocations than these are counted. */
const mostRows = 200;

/** When each hook ran and how it ended; open when one failed. Idle time between them is left out of the bars. */
export function timelinePart(entries: TimelineEntry[], texts: LongTexts, file: string): Markup | undefined {
  if (entries.length === 0) return undefined;
  const bars = barsOf(entries);
  const failed = entries.filter(({ ok }) => !ok).length;
  return html`<details${failed > 0 && html` open`}><summary>Timeline <span class="muted">${entries.length} ${entries.length === 1 ? 'hook' : 'hooks'}${failed > 0 && `, ${failed} failed`}</span></summary>
<div class="inside"><div class="scroll"><table class="timeline">
<thead><tr><th scope="col">Phase</th><th scope="col">When</th><th scope="col" class="n">Time</th><th scope="col">End</th></tr></thead>
<tbody>${entries.slice(0, mostRows).map((entry, index) => rows(entry, bars[index], texts, file))}</tbody>
</table></div>
${entries.length > mostRows && html`<p class="cut">${entries.length - mostRows} more in <code>${file}</code>.</p>`}
</div></details>
`;
}

function rows(entry: TimelineEntry, bar: Bar | undefined, texts: LongTexts, file: string): Markup {
  const { phase, turn, ok, durationMs, error, stderr, command } = entry;
  const details = [
    ...(error ? [html`<h6>Error</h6>${texts.block(error, file)}`] : []),
    ...(stderr ? [html`<h6>Standard error</h6>${texts.block(stderr, file)}`] : []),
    ...(command && !ok ? [html`<h6>Command</h6>${texts.value(command, file)}`] : []),
  ];
  return html`<tr><th scope="row">${phase}${turn !== undefined && html` <span class="muted">turn ${turn}</span>`}</th>
<td class="when">${bar && html`<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="${ok ? 'ran' : 'fail'}" x="${bar.at.toFixed(1)}" y="0" width="${bar.width.toFixed(1)}" height="10"/></svg>`}</td>
<td class="n">${durationMs === undefined ? '' : duration(durationMs)}</td>
<td${!ok && html` class="bad"`}>${endOf(entry)}</td></tr>
${details.length > 0 && html`<tr class="more"><td colspan="4">${details}</td></tr>`}`;
}

/** How the process ended, in a word or two. */
function endOf({ ok, exitCode, signal, error }: TimelineEntry): string {
  if (signal) return `✕ ended by ${signal}`;
  if (typeof exitCode === 'number') return ok ? `exit ${exitCode}` : `✕ failed, exit ${exitCode}`;
  if (ok) return 'ok';
  return error ? '✕ failed' : '✕ did not succeed';
}

/** In thousandths of the width. */
interface Bar {
  at: number;
  width: number;
}

/** Nothing is drawn thinner. */
const thinnest = 6;

/** Lays the invocations out one behind the other as they began, those at the same time beside each other. */
function barsOf(entries: TimelineEntry[]): (Bar | undefined)[] {
  const timed = entries.map(({ startMs, endMs, durationMs }) => {
    const start = startMs ?? (endMs !== undefined && durationMs !== undefined ? endMs - durationMs : undefined);
    const end = endMs ?? (start !== undefined && durationMs !== undefined ? start + durationMs : undefined);
    return start === undefined || end === undefined || !Number.isFinite(start) || !Number.isFinite(end)
      ? undefined
      : { start, end: Math.max(start, end) };
  });
  let idle = 0;
  let last: number | undefined;
  const places = new Map<number, number>();
  const known = timed.flatMap((one) => one ?? []).sort((a, b) => a.start - b.start);
  for (const { start, end } of known) {
    if (last === undefined) idle = start;
    else if (start > last) idle += start - last;
    places.set(start, start - idle);
    last = Math.max(last ?? end, end);
  }
  const length = Math.max((last ?? 0) - idle, 1);
  return timed.map((one) => {
    if (!one) return undefined;
    const width = Math.min(Math.max(((one.end - one.start) / length) * 1000, thinnest), 1000);
    return { at: Math.min(((places.get(one.start) ?? 0) / length) * 1000, 1000 - width), width };
  });
}
