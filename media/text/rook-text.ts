import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { concealsMany, visibleText } from '../../engine/report/text/visible-characters';
import { baseStyles } from '../frame/base-styles';
import { markedPieces } from './inline-text';
import { wholeNumber } from './numbers';
import { blocksOf, firstPortion, portionEnd, previewEnd } from './portions';

/** With more concealed characters than this, they are written out without an element for each. */
const mostMarks = 2000;

/**
 * A text from an agent, a hook or a file: only ever text, complete, with nothing hidden in it. A long one starts as a
 * preview and opens in portions, so that a megabyte does not hold the page up.
 */
@customElement('rook-text')
export class RookText extends LitElement {
  @property() text = '';
  /** What the text is, for the names of its buttons. */
  @property() label = 'text';
  /** Fixed-width, for what was printed or serialised. */
  @property({ type: Boolean, reflect: true }) mono = false;
  /** Characters asked for; 0 = the preview. */
  @state() private wanted = 0;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        unicode-bidi: plaintext;
        text-align: start;
        tab-size: 4;
        /* Piled-up combining marks stay inside their own block. */
        overflow: clip;
      }
      :host([mono]) .text {
        font-family: var(--rook-mono);
        font-size: var(--rook-mono-size);
      }
      .block {
        content-visibility: auto;
        contain-intrinsic-size: auto 600px;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        margin-top: 4px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { text } = this;
    const preview = previewEnd(text);
    if (preview === undefined) return html`<div class="text">${piecesOf(text)}</div>`;
    const end = this.wanted === 0 ? preview : portionEnd(text, this.wanted);
    const cut = end < text.length;
    const more = html`<div class="more">
      ${cut ? this.moreButton(end) : nothing}
      ${
        this.wanted > 0
          ? html`<button class="link" @click=${() => this.show(0)}>Show less<span class="unseen"> of the ${this.label}</span></button>`
          : nothing
      }
    </div>`;
    const shown = text.slice(0, end);
    if (this.wanted === 0)
      return html`<div class="text">${piecesOf(shown)}<span class="cut" aria-hidden="true">…</span></div>${more}`;
    const plain = concealsMany(shown, mostMarks);
    return html`<div class="text">${blocksOf(shown).map((block) => html`<div class="block">${plain ? visibleText(block) : markedPieces(block)}</div>`)}</div>${more}`;
  }

  private moreButton(end: number): TemplateResult {
    const { length } = this.text;
    const next = this.wanted === 0 ? firstPortion : end * 2;
    const all = next >= length;
    const words = all
      ? `Show all ${wholeNumber(length)} characters`
      : `Show more (${wholeNumber(end)} of ${wholeNumber(length)} characters)`;
    return html`<button class="link" aria-expanded=${this.wanted > 0 ? nothing : 'false'} @click=${() => this.show(next)}>
      ${words}<span class="unseen"> of the ${this.label}</span>
    </button>`;
  }

  private show(wanted: number): void {
    this.wanted = wanted;
  }
}

function piecesOf(text: string): ReturnType<typeof markedPieces> | string {
  return concealsMany(text, mostMarks) ? visibleText(text) : markedPieces(text);
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-text': RookText;
  }
}
