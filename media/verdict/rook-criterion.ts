import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import type { CriterionVerdict } from '../../schemas/verdict';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { criterionStyles } from './criterion-styles';
import './rook-copy';
import { criterionMarkdown } from '../../engine/report/text/verdict-markdown';
import { reasonWords, statusLook } from './status';

/** One criterion: its status and statement; opened, what was expected, what was achieved, and the quote that proves it. */
@customElement('rook-criterion')
export class RookCriterion extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) criterion!: CriterionVerdict;
  @property() key = '';
  @property({ type: Boolean }) open = false;

  static override styles = [baseStyles, criterionStyles];

  override render(): TemplateResult {
    const { criterion } = this;
    const look = statusLook(criterion.status);
    return html`
      <rook-disclosure .key=${this.key} .open=${this.open}>
        <div slot="summary" class="summary">
          <span class=${look.tone}>${icon(look.icon)}</span>
          <h3>
            <span class="id">${inlineText(criterion.criterion_id)}</span>
            ${inlineText(criterion.criterion)}
          </h3>
          <span class="status">${look.words}</span>
        </div>
        ${this.details()}
      </rook-disclosure>
    `;
  }

  private details(): TemplateResult {
    const { criterion, view } = this;
    const reason = criterion.status === 'Unable to Verify' ? criterion.unverifiable_reason : undefined;
    return html`
      <div class="details">
        ${reason ? html`<p class="reason">${reasonWords(reason)} <code class="muted">${reason}</code></p>` : nothing}
        <dl>
          <div>
            <dt>Expected</dt>
            <dd><rook-text .text=${criterion.expected} label="expectation"></rook-text></dd>
          </div>
          <div>
            <dt>Achieved</dt>
            <dd><rook-text .text=${criterion.achieved} label="achievement"></rook-text></dd>
          </div>
          <div class="wide">
            <dt>Evidence</dt>
            <dd class="evidence"><rook-text mono .text=${criterion.evidence} label="evidence"></rook-text></dd>
          </div>
          ${
            criterion.remedy
              ? html`<div class="wide">
                  <dt>Remedy</dt>
                  <dd class="remedy">${icon('lightbulb')}<rook-text .text=${criterion.remedy} label="remedy"></rook-text></dd>
                </div>`
              : nothing
          }
        </dl>
        <div class="foot">
          <ul class="facts muted">
            <li>Confidence: ${inlineText(criterion.confidence)}</li>
            ${criterion.check ? html`<li>Check: <code>${inlineText(criterion.check)}</code></li>` : nothing}
            ${this.attempt()}
          </ul>
          <div class="actions">
            <button
              class="plain"
              @click=${() => send(this, { type: 'openScenario', criterionId: criterion.criterion_id })}
            >
              ${icon('go-to-file')}Go to criterion
            </button>
            <rook-copy plain label="Copy as Markdown" .make=${() => criterionMarkdown(view, criterion)}></rook-copy>
          </div>
        </div>
      </div>
    `;
  }

  /** With several attempts, a criterion says which one its grade is from. */
  private attempt(): TemplateResult | typeof nothing {
    const { attempt } = this.criterion;
    return typeof attempt === 'number' ? html`<li>From attempt ${attempt}</li>` : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-criterion': RookCriterion;
  }
}
