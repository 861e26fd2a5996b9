import type { RunStatus } from '../../../../schemas/run';
import { disagreement } from '../disagreement';
import type { ExportedRun } from '../exported-run';
import { failingCriteria } from '../verdict-words';
import { count, counted, duration, moment, percent } from './figures';
import { html, type Markup } from './markup';
import { type Standing, standingOf, standings } from './status';

/** The top of the page: what was tested and when, the headline, and whatever must not be overlooked. */
export function headPart(run: ExportedRun, anchorOf: (id: string) => string | undefined): Markup {
  const contradiction = disagreement(run);
  const stopped = stopWords(run.status, run.reason);
  return html`<header>
<p class="brand">Rook run report</p>
<h1>${run.name ?? run.agentId}</h1>
<p class="meta">${metaOf(run)}</p>
<p class="headline">${run.report.headline}</p>
${stopped !== undefined && html`<p class="notice warn"><strong>Incomplete.</strong> ${stopped}</p>`}
${contradiction !== undefined && html`<p class="notice warn"><strong>Do not rely on these figures.</strong> ${contradiction}</p>`}
${run.testMode === true && html`<p class="notice">A run in test mode.</p>`}
</header>
${compromisedPart(run, anchorOf)}
${totalsPart(run)}
${measuresPart(run)}
`;
}

function metaOf({ agentId, name, profileId, id, created }: ExportedRun): Markup[] {
  const parts: [string, string | undefined][] = [
    ['Agent', name === undefined ? undefined : agentId],
    ['Profile', profileId],
    ['Run', id],
    ['Began', created === undefined ? undefined : moment(created)],
  ];
  return parts.flatMap(([label, value]) =>
    value === undefined ? [] : [html`<span><span class="label">${label}</span> ${value}</span> `],
  );
}

function stopWords(status: RunStatus | undefined, reason: string | undefined): string | undefined {
  switch (status) {
    case 'completed':
      return undefined;
    case 'halted':
    case 'cancelled':
      return `The run was ${status}${reason === undefined ? '' : `: ${reason}`}.`;
    case 'running':
      return 'The run goes on, or was killed: this is what was on record.';
    case undefined:
      return 'Whether the run completed is not on record.';
    default:
      return status satisfies never;
  }
}

/** What was attacked with success stands before every figure. */
function compromisedPart({ outcomes }: ExportedRun, anchorOf: (id: string) => string | undefined): Markup | undefined {
  const hit = outcomes.filter(({ verdict }) => verdict?.compromised);
  if (hit.length === 0) return undefined;
  return html`<section class="alarm" aria-labelledby="compromised">
<h2 id="compromised">${counted(hit.length, 'scenario')} compromised</h2>
<p>An attack succeeded. These come before every other finding.</p>
<ul>${hit.map(({ id, title, verdict }) => {
    const quote = verdict?.attack_evidence?.[0];
    const why = quote ?? (verdict && failingCriteria(verdict)[0]?.achieved);
    return html`<li>${link(anchorOf(id), id)} ${title === id ? '' : title}${
      why !== undefined && html`<span class="quote">${short(why, 240)}</span>`
    }</li>`;
  })}</ul>
</section>`;
}

function totalsPart(run: ExportedRun): Markup {
  const { totals, pass_rate_basis: basis } = run.report;
  const without = totals.planned - totals.passed - totals.failed - totals.unverifiable;
  const compromised = run.outcomes.filter(({ verdict }) => verdict?.compromised).length;
  const tiles: [Standing | 'plain', string, string, string | undefined][] = [
    ['pass', count(totals.passed), 'Pass', undefined],
    ['fail', count(totals.failed), 'Fail', compromised > 0 ? `${count(compromised)} compromised` : undefined],
    ['unable', count(totals.unverifiable), 'Unable to Verify', undefined],
    ['without', count(without), 'No verdict', withoutWords(totals.unjudged, totals.not_run)],
    [
      'plain',
      totals.pass_rate === null ? '–' : percent(totals.pass_rate),
      'Pass rate',
      totals.pass_rate === null
        ? 'nothing has a verdict'
        : basis === 'all_verdicts'
          ? `Pass among all ${count(totals.passed + totals.failed + totals.unverifiable)} verdicts: Pass, Fail and Unable to Verify`
          : 'as recorded by an older version',
    ],
  ];
  const scope = [
    `${count(totals.planned)} planned`,
    `${count(totals.executed)} executed`,
    ...(totals.unrunnable > 0 ? [`${count(totals.unrunnable)} more cannot run`] : []),
    ...(totals.carried_forward > 0 ? [`${count(totals.carried_forward)} carried forward from an earlier run`] : []),
  ];
  return html`<section aria-labelledby="totals">
<h2 id="totals" class="hidden">Totals</h2>
<ul class="tiles">${tiles.map(
    ([kind, figure, label, note]) =>
      html`<li class="tile ${kind}"><span class="figure">${figure}</span><span class="label">${label}</span>${
        note !== undefined && html`<span class="note">${note}</span>`
      }</li>`,
  )}</ul>
${bar(run)}
<p class="muted">${scope.join(', ')}.</p>
</section>`;
}

function withoutWords(unjudged: number, notRun: number): string | undefined {
  const parts = [
    ...(unjudged > 0 ? [`${count(unjudged)} not judged`] : []),
    ...(notRun > 0 ? [`${count(notRun)} not run`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The scenarios by how they stand, to scale. */
function bar({ outcomes }: ExportedRun): Markup | undefined {
  if (outcomes.length === 0) return undefined;
  let at = 0;
  const parts = standings.flatMap((standing) => {
    const own = outcomes.filter((outcome) => standingOf(outcome) === standing).length;
    if (own === 0) return [];
    const x = at;
    at += (own / outcomes.length) * 1000;
    return [html`<rect class="${standing}" x="${x.toFixed(2)}" y="0" width="${(at - x).toFixed(2)}" height="10"/>`];
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** What was measured; what was not is left out, never shown as zero. */
function measuresPart({ report, created, ended }: ExportedRun): Markup | undefined {
  const { metrics } = report;
  const wall = created === undefined || ended === undefined ? undefined : Date.parse(ended) - Date.parse(created);
  const took = metrics.duration_ms ?? (wall !== undefined && wall >= 0 ? wall : undefined);
  const rows: [string, string | undefined][] = [
    ['Duration', took === undefined ? undefined : duration(took)],
    ['Latency p50', metrics.latency_p50_ms === undefined ? undefined : duration(metrics.latency_p50_ms)],
    ['Latency p95', metrics.latency_p95_ms === undefined ? undefined : duration(metrics.latency_p95_ms)],
    ['Turns', metrics.turns_total === undefined ? undefined : count(metrics.turns_total)],
    ['Tokens in', metrics.tokens_in === undefined ? undefined : count(metrics.tokens_in)],
    ['Tokens out', metrics.tokens_out === undefined ? undefined : count(metrics.tokens_out)],
    ['Credits', metrics.credits === undefined ? undefined : count(metrics.credits)],
  ];
  const measured = rows.filter(([, value]) => value !== undefined);
  if (measured.length === 0) return undefined;
  return html`<dl class="measures">${measured.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A link to a scenario's part; its id alone when it has none. */
export function link(anchor: string | undefined, id: string): Markup {
  return anchor === undefined ? html`<code>${id}</code>` : html`<a href="#${anchor}"><code>${id}</code></a>`;
}

/** A text in a line that must not push the others away. The whole one stands elsewhere on the page. */
export function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
