import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Usage } from '../../schemas/hook-output';
import type { ScenarioView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { duration, wholeNumber } from '../text/numbers';

/** What was measured. What was not is said so, and never shown as zero. */
@customElement('rook-measures')
export class RookMeasures extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 32px;
      }
      dt {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      dd {
        font-size: 1.1em;
        font-variant-numeric: tabular-nums;
      }
      .chip {
        margin-inline-start: 4px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { verdict, response } = this.view;
    const latency = verdict?.latency_ms ?? response?.latency_ms;
    const turns = verdict?.turns ?? response?.turns;
    const usage = verdict?.usage ?? response?.usage;
    return html`
      <dl>
        <div>
          <dt>Latency</dt>
          <dd title=${latency === undefined ? nothing : `${wholeNumber(latency)} ms, all turns together`}>
            ${latency === undefined ? unknown('not measured') : duration(latency)}
          </dd>
        </div>
        <div>
          <dt>Turns</dt>
          <dd>${turns === undefined ? unknown('not recorded') : wholeNumber(turns)}</dd>
        </div>
        <div>
          <dt>Tokens</dt>
          <dd>${usage ? usageTemplate(usage) : unknown('not observed')}</dd>
        </div>
      </dl>
    `;
  }
}

function usageTemplate(usage: Usage): TemplateResult {
  return html`${wholeNumber(usage.input_tokens)} in, ${wholeNumber(usage.output_tokens)} out${
    usage.partial
      ? html`<span class="chip" title="At least one turn did not say what it used: the total is higher.">partial</span>`
      : nothing
  }`;
}

function unknown(words: string): TemplateResult {
  return html`<span class="muted">${words}</span>`;
}
