import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import '../text/rook-diff';

/** What differs between what was expected and what was achieved: it stands below the two texts, never in their place. */
@customElement('rook-difference')
export class RookDifference extends LitElement {
  @property() expected = '';
  @property() achieved = '';
  @state() private open = true;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      button {
        margin-inline-start: -2px;
      }
      rook-diff {
        display: block;
        margin-top: 4px;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <button class="link" aria-expanded=${this.open} @click=${this.toggle}>
        ${icon('diff')}${this.open ? 'Hide differences' : 'Show differences'}
      </button>
      ${
        this.open
          ? html`<rook-diff
              .base=${this.expected}
              .head=${this.achieved}
              baseLabel="what was expected"
              headLabel="what was achieved"
            ></rook-diff>`
          : nothing
      }
    `;
  }

  private toggle(): void {
    this.open = !this.open;
  }
}
