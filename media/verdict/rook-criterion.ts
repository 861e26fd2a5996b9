import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { QuotePlace, ScenarioView } from '../../schemas/panel-view';
import type { CriterionVerdict } from '../../schemas/verdict';
import { sectionWords } from '../evidence/quote-target';
import { baseStyles } from '../frame/base-styles';
import { go, send } from '../frame/host';
import { icon } from '../frame/icon';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { type TextSource, viewTexts } from '../text/text-source';
import { areComparable } from './comparable';
import './rook-difference';
import { criterionStyles } from './criterion-styles';
import './rook-copy';
import { criterionMarkdown } from '../../engine/report/text/verdict-markdown';
import { nextStep, reasonWords, statusLook } from './status';

/** One criterion: its status and statement; opened, what was expected, what was achieved, and the quote that proves it. */
@customElement('rook-criterion')
export class RookCriterion extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) criterion!: CriterionVerdict;
  /** Which of the verdict's criteria it is, from 0. */
  @property({ attribute: false }) index = 0;
  @property() key = '';
  @property({ type: Boolean }) open = false;
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

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
    const unable = criterion.status === 'Unable to Verify';
    const reason = unable ? criterion.unverifiable_reason : undefined;
    const remedy = criterion.remedy ?? (unable ? (view.verdict?.remedy ?? nextStep(reason)) : undefined);
    const [expected, achieved] = [this.source('expected'), this.source('achieved')];
    return html`
      <div class="details">
        ${reason ? html`<p class="reason">${reasonWords(reason)} <code class="muted">${reason}</code></p>` : nothing}
        <dl>
          <div>
            <dt>Expected</dt>
            <dd><rook-text .text=${criterion.expected} .source=${expected} label="expectation"></rook-text></dd>
          </div>
          <div>
            <dt>Achieved</dt>
            <dd><rook-text .text=${criterion.achieved} .source=${achieved} label="achievement"></rook-text></dd>
          </div>
          ${
            !expected && !achieved && areComparable(criterion.expected, criterion.achieved)
              ? html`<div class="wide">
                  <dt>Differences</dt>
                  <dd><rook-difference .expected=${criterion.expected} .achieved=${criterion.achieved}></rook-difference></dd>
                </div>`
              : nothing
          }
          <div class="wide">
            <dt>Evidence</dt>
            <dd class="evidence">
              <rook-text mono .text=${criterion.evidence} .source=${this.source('evidence')} label="evidence"></rook-text>
              ${this.quote()}
            </dd>
          </div>
          ${
            remedy
              ? html`<div class="wide">
                  <dt>Remedy</dt>
                  <dd class="remedy">
                    ${icon('lightbulb')}<rook-text .text=${remedy} .source=${this.source('remedy')} label="remedy"></rook-text>
                  </dd>
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
            ${
              this.host === 'editor'
                ? html`<button
                    class="plain"
                    @click=${() => send(this, { type: 'openScenario', criterionId: criterion.criterion_id })}
                  >
                    ${icon('go-to-file')}Go to criterion
                  </button>`
                : nothing
            }
            <rook-copy plain label="Copy as Markdown" .make=${() => criterionMarkdown(view, criterion)}></rook-copy>
          </div>
        </div>
      </div>
    `;
  }

  /** The way to what the evidence quotes; nothing when it was not found. */
  private quote(): TemplateResult | typeof nothing {
    const { view, index } = this;
    const place = view.quotes?.find(({ of }) => of[1] === 'criteria' && of[2] === index);
    if (!place) return nothing;
    return html`<button class="link quote" @click=${(event: Event) => this.show(place, event.currentTarget)}>
      ${icon('target')}Show in ${sectionWords(place)}
    </button>`;
  }

  private show(place: QuotePlace, from: EventTarget | null): void {
    if (from instanceof HTMLElement)
      this.dispatchEvent(new CustomEvent('rook-quote', { detail: { place, from }, bubbles: true, composed: true }));
  }

  private source(field: 'expected' | 'achieved' | 'evidence' | 'remedy'): TextSource | undefined {
    return viewTexts(this.view)(['verdict', 'criteria', this.index, field]);
  }

  /** With several attempts, a criterion says which one its grade is from, and leads there when another one is shown. */
  private attempt(): TemplateResult | typeof nothing {
    const { attempt } = this.criterion;
    if (typeof attempt !== 'number') return nothing;
    const { runId, scenarioId, attempt: shown = 1 } = this.view;
    if (attempt === shown || attempt < 1) return html`<li>From attempt ${attempt}</li>`;
    const route = { view: 'scenario' as const, runId, scenarioId, ...(attempt > 1 && { attempt }) };
    return html`<li>
      From attempt ${attempt}
      <button class="link" @click=${() => go(this, route)}>Show attempt ${attempt}</button>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-criterion': RookCriterion;
  }
}
