import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import '../text/rook-text';
import type { TextSource } from '../text/text-source';

/** Why no criterion could be graded, in the words of the hook that failed, and what to do. */
@customElement('rook-diagnosis')
export class RookDiagnosis extends LitElement {
  @property() diagnosis: string | undefined;
  /** Where the rest of a diagnosis is that was cut. */
  @property({ attribute: false }) source: TextSource | undefined;
  @property() remedy: string | undefined;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .box {
        padding: 10px 12px;
        border: 1px solid var(--rook-line);
        border-radius: 4px;
        background: var(--rook-quiet-background);
      }
      .label {
        margin-bottom: 4px;
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      .remedy {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 6px;
      }
      rook-text + .remedy {
        margin-top: 10px;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <div class="box">
        ${
          this.diagnosis
            ? html`<p class="label">What happened</p>
                <rook-text mono .text=${this.diagnosis} .source=${this.source} label="diagnosis"></rook-text>`
            : nothing
        }
        ${
          this.remedy
            ? html`<div class="remedy">${icon('lightbulb')}<rook-text .text=${this.remedy} label="remedy"></rook-text></div>`
            : nothing
        }
      </div>
    `;
  }
}
