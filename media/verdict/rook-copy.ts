import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';

/** The longest text that the extension takes. */
const longest = 1_000_000;
/** How long it says that it has copied, in milliseconds. */
const saidMs = 2000;

/** Copies a text that is made when asked for. Its words change in place, so nothing beside it moves. */
@customElement('rook-copy')
export class RookCopy extends LitElement {
  @property() label = 'Copy';
  @property({ type: Boolean }) plain = false;
  @property({ attribute: false }) make: () => string = () => '';
  @state() private done = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: inline-flex;
      }
      .words {
        display: grid;
      }
      .words > * {
        grid-area: 1 / 1;
      }
      .words > [hidden] {
        display: inline;
        visibility: hidden;
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  override render(): TemplateResult {
    return html`
      <button class=${this.plain ? 'plain' : ''} @click=${this.copy}>
        ${icon(this.done ? 'check' : 'copy')}
        <span class="words">
          <span ?hidden=${this.done}>${this.label}</span>
          <span ?hidden=${!this.done}>Copied</span>
        </span>
      </button>
      <span class="unseen" role="status">${this.done ? 'Copied' : ''}</span>
    `;
  }

  private copy(): void {
    const text = this.make();
    const note = '\n… cut here: the whole is in the record.';
    send(this, { type: 'copy', text: text.length <= longest ? text : text.slice(0, longest - note.length) + note });
    this.done = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.done = false;
    }, saidMs);
  }
}
