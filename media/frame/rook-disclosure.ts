import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { baseStyles } from './base-styles';
import { icon } from './icon';
import { choose } from './open-state';

/** Something that opens: a native details whose state the panel owns, so that updates and reloads keep it. */
@customElement('rook-disclosure')
export class RookDisclosure extends LitElement {
  @property() key = '';
  @property({ type: Boolean }) open = false;
  @query('details') private readonly details!: HTMLDetailsElement;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      summary {
        display: flex;
        align-items: flex-start;
        gap: 6px;
        padding: var(--disclosure-padding, 3px 6px);
        border-radius: 3px;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .mark-of-state {
        margin-top: 2px;
        color: var(--vscode-icon-foreground);
      }
      details[open] .mark-of-state {
        transform: rotate(90deg);
      }
      slot[name='summary'] {
        display: block;
        flex: 1;
        min-width: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`
      <details ?open=${this.open} @toggle=${this.follow}>
        <summary @click=${this.chooseOther}>
          <span class="mark-of-state">${icon('chevron-right')}</span>
          <slot name="summary"></slot>
        </summary>
        <slot></slot>
      </details>
    `;
  }

  /** Enter and Space click a summary, too. The panel's answer opens it, not the browser. */
  private chooseOther(event: Event): void {
    event.preventDefault();
    choose(this, { [this.key]: !this.details.open });
  }

  /** Searching in the page opens what holds the text. */
  private follow(): void {
    if (this.details.open !== this.open) choose(this, { [this.key]: this.details.open });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-disclosure': RookDisclosure;
  }
}
