import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { inlineText } from '../text/inline-text';
import { baseStyles } from './base-styles';
import { icon } from './icon';

/** The agent has no run yet. The first one appears by itself. */
@customElement('rook-empty')
export class RookEmpty extends LitElement {
  @property() agentName = '';

  static override styles = [
    baseStyles,
    css`
      .empty {
        display: grid;
        justify-items: center;
        gap: 8px;
        padding-top: 18vh;
        text-align: center;
      }
      .empty > .icon {
        width: 32px;
        height: 32px;
        color: var(--rook-muted);
        font-size: 32px;
      }
      h1 {
        font-size: 1.4em;
        font-weight: 600;
      }
      p {
        max-width: 40em;
        text-wrap: balance;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <div class="empty">
        ${icon('beaker')}
        <h1>${inlineText(this.agentName)} has not run yet</h1>
        <p>Start a run with <code>rook run</code> or in the editor. It appears here by itself, while it goes on.</p>
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-empty': RookEmpty;
  }
}
