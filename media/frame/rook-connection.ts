import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { baseStyles } from './base-styles';
import { type Connection, send } from './host';
import { icon } from './icon';

/** Says that nobody is at the other end, over the page: what is shown stays, and nothing moves. */
@customElement('rook-connection')
export class RookConnection extends LitElement {
  @property() state: Connection = 'there';

  static override styles = [
    baseStyles,
    css`
      .bar {
        position: fixed;
        inset: auto 0 0 0;
        z-index: 3;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: center;
        gap: 4px 12px;
        padding: 8px 20px;
        border-top: 1px solid var(--rook-unable);
        background: var(--vscode-editor-background);
      }
      .words {
        display: inline-flex;
        gap: 8px;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div role="status">${this.state === 'there' ? nothing : this.bar(this.state)}</div>`;
  }

  private bar(state: Exclude<Connection, 'there'>): TemplateResult {
    return html`<div class="bar">
      <span class="words"><span class="unable">${icon('warning')}</span>${wordsOf(state)}</span>
      <button @click=${() => send(this, { type: 'ready' })}>${icon('refresh')}Try now</button>
    </div>`;
  }
}

function wordsOf(state: Exclude<Connection, 'there'>): string {
  switch (state) {
    case 'lost':
      return 'rook ui does not answer. What you see is as it was last; trying again…';
    case 'refused':
      return 'rook ui was started anew, or has too many tabs. Open the address that it printed.';
    default:
      return state satisfies never;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-connection': RookConnection;
  }
}
