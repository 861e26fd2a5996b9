import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import { baseStyles } from './base-styles';
import { send } from './host';
import { icon } from './icon';

/** After this long without an answer the wait has a reason to be told, in milliseconds. */
const patienceMs = 8000;

/** Nothing has come from the host yet. It never waits in silence for ever. */
@customElement('rook-waiting')
export class RookWaiting extends LitElement {
  @property({ attribute: false }) host: PanelState['host'] = 'editor';
  @state() private long = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    baseStyles,
    css`
      .waiting {
        display: flex;
        flex-direction: column;
        align-items: center;
        gap: 12px;
        padding-top: 20vh;
        text-align: center;
        /* Most views are here before anyone could read this. */
        animation: appear 0s 300ms both;
      }
      @keyframes appear {
        from {
          visibility: hidden;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        vscode-progress-ring {
          display: none;
        }
      }
      :host-context(body.vscode-reduce-motion) vscode-progress-ring {
        display: none;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.wait();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  override render(): TemplateResult {
    return html`
      <div class="waiting">
        <vscode-progress-ring role="presentation" aria-live="off" aria-label=""></vscode-progress-ring>
        <p role="status">${this.words()}</p>
        ${this.long ? html`<button @click=${this.askAgain}>${icon('refresh')}Ask again</button>` : nothing}
      </div>
    `;
  }

  private words(): string {
    if (!this.long) return 'Opening the verdict…';
    return this.host === 'editor'
      ? 'The extension has not answered yet. It may still be starting.'
      : 'rook ui has not answered yet. It may have ended.';
  }

  private wait(): void {
    this.long = false;
    this.timer = setTimeout(() => {
      this.long = true;
    }, patienceMs);
  }

  private askAgain(): void {
    this.wait();
    send(this, { type: 'ready' });
  }
}
