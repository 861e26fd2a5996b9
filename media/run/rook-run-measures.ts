import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { duration, wholeNumber } from '../text/numbers';
import { percent, rateBasis } from './run-words';

/** What the run measured. What was not measured is said so, and never shown as zero. */
@customElement('rook-run-measures')
export class RookRunMeasures extends LitElement {
  @property({ attribute: false }) view!: RunView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        margin-top: 16px;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 10px 36px;
      }
      dt {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      dd {
        font-size: 1.1em;
        font-variant-numeric: tabular-nums;
      }
      .rate {
        font-size: 1.1em;
        font-weight: 600;
      }
      .basis {
        font-size: var(--rook-label-size);
      }
    `,
  ];

  override render(): TemplateResult {
    const { report, status } = this.view;
    const metrics = report?.metrics ?? {};
    const time = (ms: number | undefined): TemplateResult =>
      ms === undefined ? unknown('not measured') : html`${duration(ms)}`;
    return html`<dl>
      ${entry(status === 'running' ? 'Pass rate so far' : 'Pass rate', this.rate())}
      ${entry('Duration', time(metrics.duration_ms))}
      ${entry('Latency p50', time(metrics.latency_p50_ms))}
      ${entry('Latency p95', time(metrics.latency_p95_ms))}
      ${entry(
        'Tokens',
        metrics.tokens_in === undefined && metrics.tokens_out === undefined
          ? unknown('not observed')
          : html`${wholeNumber(metrics.tokens_in ?? 0)} in, ${wholeNumber(metrics.tokens_out ?? 0)} out`,
      )}
      ${entry('Turns', metrics.turns_total === undefined ? unknown('not recorded') : html`${wholeNumber(metrics.turns_total)}`)}
    </dl>`;
  }

  private rate(): TemplateResult {
    const { report } = this.view;
    if (!report) return unknown('not known yet');
    const { pass_rate: rate } = report.totals;
    if (rate === null) return unknown('no verdicts');
    return html`<span class="rate">${percent(rate)}</span> <span class="basis muted">${rateBasis(this.view)}</span>`;
  }
}

function entry(name: string, value: TemplateResult): TemplateResult {
  return html`<div><dt>${name}</dt> <dd>${value}</dd></div>`;
}

function unknown(words: string): TemplateResult {
  return html`<span class="muted">${words}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-measures': RookRunMeasures;
  }
}
