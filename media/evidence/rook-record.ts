import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PanelAnswer } from '../../schemas/panel';
import type { RecordEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { ask } from '../frame/host';
import { icon } from '../frame/icon';
import '../json/rook-json';
import '../text/rook-text';
import { textSources } from '../text/text-source';
import './rook-image';

/** One file of the record as it is: JSON as a tree, images as images, everything else, markup too, as text. */
@customElement('rook-record')
export class RookRecord extends LitElement {
  @property() file = '';
  @property({ attribute: false }) kind: RecordEntry['kind'] = 'text';
  /** When it changes, so did the file. */
  @property({ attribute: false }) size: number | undefined;
  @state() private answer: PanelAnswer | undefined;
  private turn = 0;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      .box {
        padding: 6px 10px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        background: var(--vscode-textCodeBlock-background);
      }
      .refused {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 4px 8px;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('file')) this.answer = undefined;
    if (changed.has('file') || changed.has('size')) void this.load();
  }

  override render(): TemplateResult {
    const { answer, file } = this;
    if (!answer) return html`<p class="muted" role="status">Reading ${file}…</p>`;
    switch (answer.kind) {
      case 'json': {
        const sources = textSources(answer.cuts, (path, start, end) => ({ ask: 'recordText', file, path, start, end }));
        if (typeof answer.value !== 'string')
          return html`<rook-json class="box" .value=${answer.value} .sources=${sources} .label=${file}></rook-json>`;
        return answer.value === ''
          ? html`<p class="muted">The file is empty.</p>`
          : html`<rook-text class="box" mono .text=${answer.value} .source=${sources([])} .label=${file}></rook-text>`;
      }
      case 'image':
        return html`<rook-image .type=${answer.type} .base64=${answer.base64} .name=${file}></rook-image>`;
      case 'text':
        return html`<rook-text class="box" mono .text=${answer.text} .label=${file}></rook-text>`;
      case 'refused':
        return html`<div class="refused" role="status">
          <span class="unable">${icon('warning')}</span>
          <span>${answer.message}${answer.remedy ? html`. ${answer.remedy}` : nothing}</span>
          <button class="link" @click=${this.load}>Try again</button>
        </div>`;
      default:
        return answer satisfies never;
    }
  }

  private async load(): Promise<void> {
    const turn = ++this.turn;
    const answer = await ask(this, { ask: this.kind === 'image' ? 'image' : 'record', file: this.file });
    if (turn === this.turn) this.answer = answer;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-record': RookRecord;
  }
}
