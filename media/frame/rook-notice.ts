import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../text/rook-text';
import { baseStyles } from './base-styles';
import { send } from './host';
import { icon } from './icon';

/** There is nothing to show: why, and what to do about it. */
@customElement('rook-notice')
export class RookNotice extends LitElement {
  @property() message = '';
  @property() remedy: string | undefined;

  static override styles = [
    baseStyles,
    css`
      .notice {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 8px 12px;
        max-width: 640px;
        margin: 0 auto;
        padding-top: 18vh;
      }
      .fail .icon {
        width: 28px;
        height: 28px;
        font-size: 28px;
      }
      h1 {
        font-size: 1.4em;
        font-weight: 600;
        line-height: 28px;
      }
      .rest {
        grid-column: 2;
        display: grid;
        gap: 12px;
        justify-items: start;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <div class="notice" role="alert">
        <span class="fail">${icon('error')}</span>
        <h1>The verdict cannot be shown</h1>
        <div class="rest">
          <rook-text .text=${this.message} label="reason"></rook-text>
          ${this.remedy ? html`<rook-text .text=${this.remedy} label="remedy"></rook-text>` : nothing}
          <button @click=${() => send(this, { type: 'ready' })}>${icon('refresh')}Try again</button>
        </div>
      </div>
    `;
  }
}
