import '@vscode-elements/elements/dist/vscode-badge/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import type { KeptTexts } from '../frame/kept-texts';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { counted, wholeNumber } from '../text/numbers';
import '../text/rook-text';
import './rook-clusters';
import './rook-coverage';
import './rook-run-alarm';
import './rook-run-header';
import './rook-run-measures';
import './rook-run-rows';
import './rook-run-totals';

/** So many that were left out are named. */
const mostSkipped = 200;

/** One run: how it came out first, then what stands behind it, then every scenario. */
@customElement('rook-run')
export class RookRun extends LitElement {
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) texts: KeptTexts = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      rook-run-totals {
        display: block;
        margin-top: 14px;
      }
      section {
        padding-top: 24px;
      }
      h2 {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-bottom: 10px;
        font-size: 1.15em;
        font-weight: 600;
      }
      .columns {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr));
        gap: 0 36px;
      }
      .columns section {
        min-width: 0;
      }
      .narrative {
        max-width: 78ch;
        margin-top: 16px;
      }
      .next {
        margin-top: 10px;
        padding-inline-start: 22px;
        list-style: decimal;
      }
      .note {
        margin: -4px 0 10px;
      }
      .skipped li {
        margin: 4px 0 4px 28px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view, open, texts } = this;
    const { report, skipped = [] } = view;
    const clusters = report?.clusters.length;
    return html`
      <rook-run-alarm .view=${view} @rook-to-rows=${this.toRows}></rook-run-alarm>
      <rook-run-header .view=${view}></rook-run-header>
      <rook-run-totals .view=${view} .texts=${texts} @rook-to-rows=${this.toRows}></rook-run-totals>
      <rook-run-measures .view=${view}></rook-run-measures>
      ${view.status === 'running' ? nothing : this.told()}
      <div class="columns">
        <section aria-labelledby="clusters-heading">
          <h2 id="clusters-heading">What came out badly${clusters ? html`<vscode-badge variant="counter">${clusters}</vscode-badge>` : nothing}</h2>
          <rook-clusters .view=${view} .open=${open}></rook-clusters>
        </section>
        <section aria-labelledby="coverage-heading">
          <h2 id="coverage-heading">Coverage</h2>
          <rook-coverage .view=${view}></rook-coverage>
        </section>
      </div>
      <section aria-labelledby="scenarios-heading">
        <h2 id="scenarios-heading" tabindex="-1">Scenarios<vscode-badge variant="counter">${wholeNumber(view.rows.length)}</vscode-badge></h2>
        ${this.otherCount()}
        <rook-run-rows .view=${view} .texts=${texts}></rook-run-rows>
      </section>
      ${
        skipped.length === 0
          ? nothing
          : html`<section class="skipped" aria-label="Left out">
              <rook-disclosure key="run:skipped" .open=${isOpen(open, 'run:skipped', false)}>
                <h3 slot="summary">${counted(skipped.length, 'scenario')} not selected</h3>
                ${isOpen(open, 'run:skipped', false) ? this.skipped() : nothing}
              </rook-disclosure>
            </section>`
      }
    `;
  }

  /** What a judge model, or an older version, has written about the run. */
  private told(): TemplateResult {
    const { narrative, next = [] } = this.view.report ?? {};
    return html`
      ${narrative ? html`<rook-text class="narrative" .text=${narrative} label="narrative"></rook-text>` : nothing}
      ${
        next.length > 0
          ? html`<section aria-labelledby="next-heading">
              <h2 id="next-heading">Next</h2>
              <ol class="next">${next.map((step) => html`<li>${inlineText(step)}</li>`)}</ol>
            </section>`
          : nothing
      }
    `;
  }

  /** A stored report may count what is no longer on disk. */
  private otherCount(): TemplateResult | typeof nothing {
    const { report, source, rows } = this.view;
    const here = rows.filter(({ status }) => status !== 'unrunnable').length;
    if (!report || source !== 'stored' || report.totals.planned === here) return nothing;
    return html`<p class="note muted">
      The report counts ${counted(report.totals.planned, 'scenario')}; ${here === 0 ? 'none is' : `${wholeNumber(here)} ${here === 1 ? 'is' : 'are'}`} on record here.
    </p>`;
  }

  private skipped(): TemplateResult {
    const { skipped = [] } = this.view;
    const more = skipped.length - mostSkipped;
    return html`<ul>
      ${skipped.slice(0, mostSkipped).map(({ scenarioId, why }) => html`<li>${inlineText(scenarioId)}: <span class="muted">${inlineText(why)}</span></li>`)}
      ${more > 0 ? html`<li class="muted">and ${wholeNumber(more)} more, in run.yaml</li>` : nothing}
    </ul>`;
  }

  private toRows(): void {
    const heading = this.renderRoot.querySelector<HTMLElement>('#scenarios-heading');
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run': RookRun;
  }
}
