import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';

/** As much is decoded before the page gets its turn, in characters; a multiple of four. */
const slice = 1_000_000;

/** An image of the record. Its bytes live in the page as long as it is shown, and nothing else is loaded. */
@customElement('rook-image')
export class RookImage extends LitElement {
  @property() type = '';
  @property() base64 = '';
  /** Of the file: the only thing that is known of what it shows. */
  @property() name = '';
  @state() private url: string | undefined;
  @state() private damaged = false;
  @state() private measures: { width: number; height: number } | undefined;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      img {
        display: block;
        max-width: 100%;
        max-height: 80vh;
        border: 1px solid var(--rook-line);
        border-radius: 3px;
        object-fit: contain;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('base64')) void this.decode();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.release();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.base64 !== '' && this.hasUpdated) void this.decode();
  }

  override render(): TemplateResult {
    if (this.damaged)
      return html`<p><span class="unable">${icon('warning')}</span> This image is damaged and cannot be shown.</p>`;
    return html`
      ${this.url ? html`<img src=${this.url} alt=${this.name} @load=${this.loaded} @error=${this.failed} />` : nothing}
      <p class="muted">${this.measures ? `${this.measures.width} × ${this.measures.height} pixels` : 'Reading…'}</p>
    `;
  }

  private async decode(): Promise<void> {
    const { base64, type } = this;
    this.release();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < base64.length; at += slice) {
      parts.push(Uint8Array.from(atob(base64.slice(at, at + slice)), (character) => character.charCodeAt(0)));
      await new Promise((done) => setTimeout(done));
      if (!this.isConnected || base64 !== this.base64) return;
    }
    this.url = URL.createObjectURL(new Blob(parts, { type }));
  }

  private release(): void {
    if (this.url) URL.revokeObjectURL(this.url);
    [this.url, this.damaged, this.measures] = [undefined, false, undefined];
  }

  private loaded(event: Event): void {
    const { naturalWidth: width, naturalHeight: height } = event.target as HTMLImageElement; // its only listener
    this.measures = { width, height };
  }

  private failed(): void {
    this.damaged = true;
  }
}
