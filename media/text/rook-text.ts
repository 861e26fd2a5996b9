import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { concealsMany } from '../../engine/report/text/visible-characters';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { foundStyles } from './found-styles';
import { type Found, foundPieces } from './found-text';
import { wholeNumber } from './numbers';
import { PortionReader } from './portion-reader';
import { blocksOf, firstPortion, longestPortion, previewEnd } from './portions';
import type { TextSource } from './text-source';
import { textStyles } from './text-styles';

/** With more concealed characters than this, they are written out without an element for each. */
const mostMarks = 2000;
/** The same for each slice behind the first: there may be hundreds. */
const mostMarksBehind = 200;

/**
 * A text from an agent, a hook or a file: only ever text, complete, with nothing hidden in it. A long one starts as a
 * preview and opens in portions, so that a megabyte does not hold the page up; the rest of one that was cut is asked for.
 */
@customElement('rook-text')
export class RookText extends LitElement {
  /** The text, or the beginning of it when there is a source. */
  @property() text = '';
  /** Where the rest is of a text that was cut. */
  @property({ attribute: false }) source: TextSource | undefined;
  /** What the text is, for the names of its buttons. */
  @property() label = 'text';
  /** Fixed-width, for what was printed or serialised. */
  @property({ type: Boolean, reflect: true }) mono = false;
  /** A part to be highlighted; it is opened first when it is not shown. Tells of it with `rook-found`. */
  @property({ attribute: false }) found: Found | undefined;
  private readonly reader = new PortionReader(this);
  /** What was looked for and is not in the page yet. */
  private sought: Found | undefined;

  static override styles = [baseStyles, textStyles, foundStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text') || changed.has('source')) this.reader.follow(this.text, this.source);
    if (!changed.has('found')) return;
    this.sought = this.found;
    const preview = this.previewEnd();
    if (this.found && preview !== undefined && (this.found.end > preview || this.reader.opened))
      void this.reader.reach(this.found.start, this.found.end);
  }

  override updated(): void {
    if (!this.sought) return;
    const mark = this.renderRoot.querySelector('mark');
    if (!mark) return;
    this.sought = undefined;
    this.dispatchEvent(new CustomEvent('rook-found', { detail: mark, bubbles: true, composed: true }));
  }

  override render(): TemplateResult {
    const { text, found, reader } = this;
    const preview = this.previewEnd();
    if (preview === undefined) return html`<div class="text">${pieces(text, 0, found, mostMarks)}</div>`;
    if (!reader.opened)
      return html`<div class="text">${pieces(text.slice(0, preview), 0, found, mostMarks)}<span class="cut" aria-hidden="true">…</span></div>${this.waysBehind(preview)}`;
    const { from, slices } = reader.opened;
    let offset = from;
    return html`${this.waysBefore(from)}
      <div class="text">${slices.map((slice, index) => {
        const at = offset;
        offset += slice.length;
        const mark = found && found.start < offset && found.end > at ? found : undefined;
        return guard([slice, at, mark], () => blocks(slice, at, mark, index === 0 ? mostMarks : mostMarksBehind));
      })}</div>
      ${this.waysBehind(offset)}`;
  }

  /** Where the preview ends; undefined when the text is short and whole. */
  private previewEnd(): number | undefined {
    const end = previewEnd(this.text);
    return end === undefined && this.source ? this.text.length : end;
  }

  /** Ways to what stands before the part that is shown. */
  private waysBefore(from: number): TemplateResult | typeof nothing {
    if (from === 0) return nothing;
    return html`<div class="more before">
      ${this.button(`Show earlier (from character ${wholeNumber(from + 1)} of ${wholeNumber(this.reader.length)})`, () => this.reader.earlier())}
    </div>`;
  }

  /** Ways to what stands behind it, and back. */
  private waysBehind(end: number): TemplateResult {
    const { reader } = this;
    const { length, opened, failed } = reader;
    const shown = opened ? end - opened.from : 0;
    const next = opened ? end + Math.min(Math.max(shown, firstPortion), longestPortion) : firstPortion;
    const words =
      next >= length && !opened?.from
        ? `Show all ${wholeNumber(length)} characters`
        : `Show more (${wholeNumber(end)} of ${wholeNumber(length)} characters)`;
    return html`<div class="more">
      ${end < length ? this.button(words, () => reader.more(), opened ? undefined : 'false') : nothing}
      ${end < length - longestPortion ? this.button('Show the end', () => reader.last()) : nothing}
      ${opened ? this.button('Show less', () => reader.close()) : nothing}
      <span role="status" class="muted">${reader.busy && this.source ? 'Reading…' : ''}</span>
      ${
        failed
          ? html`<p class="failed" role="alert">
              <span class="unable">${icon('warning')}</span><span>${failed.message} ${failed.remedy ?? ''}</span>
            </p>`
          : nothing
      }
    </div>`;
  }

  /** What was clicked may be gone when all is shown: then the way back has the focus. */
  private async act(act: () => Promise<void> | void): Promise<void> {
    await act();
    await this.updateComplete;
    const root = this.shadowRoot;
    if (root && !root.activeElement && document.activeElement === document.body)
      root.querySelector<HTMLElement>('.more:last-child button:last-of-type')?.focus({ preventScroll: true });
  }

  private button(words: string, act: () => Promise<void> | void, expanded?: 'false'): TemplateResult {
    const waits = this.reader.busy && words !== 'Show less';
    return html`<button
      class="link"
      aria-expanded=${expanded ?? nothing}
      aria-disabled=${waits ? 'true' : nothing}
      @click=${() => {
        if (!waits) void this.act(act);
      }}
    >
      ${words}<span class="unseen"> of the ${this.label}</span>
    </button>`;
  }
}

function pieces(text: string, offset: number, found: Found | undefined, most: number): ReturnType<typeof foundPieces> {
  return foundPieces(text, offset, found, concealsMany(text, most));
}

function blocks(slice: string, offset: number, found: Found | undefined, most: number): TemplateResult[] {
  const plain = concealsMany(slice, most);
  let at = offset;
  return blocksOf(slice).map((block) => {
    const start = at;
    at += block.length;
    return html`<div class="block">${foundPieces(block, start, found, plain)}</div>`;
  });
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-text': RookText;
  }
}
