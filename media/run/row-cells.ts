import { html, nothing, type TemplateResult } from 'lit';
import type { RunRow } from '../../schemas/panel-view';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { duration, wholeNumber } from '../text/numbers';
import { rowLook } from './row-look';

/** The cells of a row. What was not measured is a dash, and never zero. @param isAt whether Tab leads to it */
export function rowCells(row: RunRow, isAt: boolean, features: Readonly<Record<string, string>>): TemplateResult {
  const look = rowLook(row);
  const { featureId, latencyMs } = row;
  const why = row.unreadable ?? row.why;
  return html`
    <td role="cell" class="status"><div class="cell"><span class=${look.tone}>${icon(look.icon)}</span><span class="words">${look.words}</span></div></td>
    <td role="cell" class="scenario" title=${why ?? nothing}><div class="cell text">
      <button class="link" tabindex=${isAt ? 0 : -1}>${inlineText(row.title)}</button>
      <div class="small muted">${inlineText(row.scenarioId)}${chips(row)}${why ? html` · ${inlineText(why)}` : nothing}</div>
    </div></td>
    <td role="cell" class="feature" title=${(featureId !== undefined && features[featureId]) || nothing}><div class="cell small text">${featureId === undefined ? none : html`<div>${inlineText(featureId)}</div>`}</div></td>
    <td role="cell" class="kind"><div class="cell small text">${row.class ? html`<div>${inlineText(spaced(row.class))}</div>` : none}${row.category ? html`<div class="muted">${inlineText(spaced(row.category))}</div>` : nothing}</div></td>
    <td role="cell" class="criteria number"><div class="cell small">${criteria(row)}</div></td>
    <td role="cell" class="latency number"><div class="cell small">${latencyMs === undefined ? none : html`<div>${duration(latencyMs)}</div>`}</div></td>
    <td role="cell" class="tokens number"><div class="cell small">${tokens(row)}</div></td>
  `;
}

const none = html`<div class="muted"><span role="img" aria-label="none">–</span></div>`;

function chips({ flaky, carried }: RunRow): TemplateResult {
  return html`${flaky ? html` <span class="chip" title="Its attempts disagree.">flaky</span>` : nothing}${carried ? html` <span class="chip" title="Its verdict is of an earlier part of the run.">carried</span>` : nothing}`;
}

function criteria({ passed, failed = 0, unverifiable = 0 }: RunRow): TemplateResult {
  if (passed === undefined || passed + failed + unverifiable === 0) return none;
  const all = passed + failed + unverifiable;
  const said = `${passed} passed, ${failed} failed, ${unverifiable} could not be verified`;
  return html`<div title=${said}>${passed} of ${all}</div>`;
}

function tokens({ tokensIn, tokensOut = 0 }: RunRow): TemplateResult {
  if (tokensIn === undefined) return none;
  return html`<div>${wholeNumber(tokensIn)} in</div><div class="muted">${wholeNumber(tokensOut)} out</div>`;
}

function spaced(name: string): string {
  return name.replace(/_/g, ' ');
}
