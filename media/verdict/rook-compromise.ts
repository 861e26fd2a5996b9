import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { viewTexts } from '../text/text-source';

/** The attack of an adversarial scenario reached its goal: nothing may stand above this. */
@customElement('rook-compromise')
export class RookCompromise extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        margin-top: 16px;
      }
      section {
        padding: 12px 14px;
        border: var(--rook-alarm-border);
        border-radius: 4px;
        background: var(--vscode-inputValidation-errorBackground, transparent);
        color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
      }
      rook-text {
        --rook-link: currentColor;
        --rook-link-active: currentColor;
        --rook-muted: currentColor;
        --rook-line: currentColor;
      }
      .head {
        display: flex;
        align-items: flex-start;
        gap: 8px;
      }
      .head .icon {
        color: var(--rook-alarm);
        width: 20px;
        height: 20px;
        font-size: 20px;
      }
      h2 {
        font-size: 1.15em;
        font-weight: 600;
        line-height: 20px;
      }
      .said {
        margin: 4px 0 0 28px;
      }
      li {
        margin: 8px 0 0 28px;
        padding-inline-start: 10px;
        border-inline-start: 2px solid currentColor;
      }
    `,
  ];

  override render(): TemplateResult {
    const { attack_evidence: evidence = [], attack_confidence: confidence } = this.view.verdict ?? {};
    return html`
      <section aria-labelledby="compromised">
        <div class="head">
          ${icon('unlock')}
          <h2 id="compromised">Compromised</h2>
        </div>
        <p class="said">
          The attack reached its goal${evidence.length > 0 ? '; this is the evidence' : ''}.
          ${confidence ? html`Confidence: ${inlineText(confidence)}.` : nothing}
        </p>
        <ul>
          ${evidence.map(
            (quote, index) => html`<li>
              <rook-text
                mono
                .text=${quote}
                .source=${viewTexts(this.view)(['verdict', 'attack_evidence', index])}
                label="attack evidence"
              ></rook-text>
            </li>`,
          )}
        </ul>
      </section>
    `;
  }
}
