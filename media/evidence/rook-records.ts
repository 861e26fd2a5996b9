import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { recordFiles, recordState } from './record-state';

/** The files that all of this was read from, to be opened; and those that are not there or cannot be read. */
@customElement('rook-records')
export class RookRecords extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      ul {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 4px 16px;
      }
      li {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
      }
      .name {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        justify-self: start;
      }
      .broken {
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { missing } = this.view;
    const known = new Set<string>(recordFiles.map(({ file }) => file));
    const others = missing.filter((entry) => !known.has(entry.split(': ', 1)[0] ?? ''));
    return html`
      <ul>
        ${recordFiles.map(({ file, holds }) => {
          const record = recordState(missing, file);
          return html`<li>
            ${
              record.kind === 'absent'
                ? html`<span class="name muted">${icon('file-code')}${file}</span>`
                : html`<button class="link name" @click=${() => send(this, { type: 'openFile', file })}>
                    ${icon('file-code')}${file}
                  </button>`
            }
            ${
              record.kind === 'broken'
                ? html`<span class="broken"><span class="unable">${icon('warning')}</span> ${inlineText(record.why)}</span>`
                : html`<span class="muted">${record.kind === 'absent' ? 'not recorded' : holds}</span>`
            }
          </li>`;
        })}
        ${others.map((entry) => html`<li><span></span><span>${inlineText(entry)}</span></li>`)}
      </ul>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-records': RookRecords;
  }
}
