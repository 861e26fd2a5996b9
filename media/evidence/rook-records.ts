import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { ScenarioView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { type IconName, icon } from '../frame/icon';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { bytes } from '../text/bytes';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import { type ListedRecord, type RecordGroup, recordGroups } from './record-groups';
import { holdsOf, recordFiles } from './record-state';
import './rook-record';

/** The files that all of this was read from, to be looked at here or opened; and those that are not there or damaged. */
@customElement('rook-records')
export class RookRecords extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      h3 {
        margin: 14px 0 4px;
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      li {
        position: relative;
      }
      .line {
        display: grid;
        grid-template-columns: minmax(0, 13em) minmax(0, 1fr) 6em;
        gap: 0 12px;
        padding-inline-end: 30px;
      }
      /* Without something to open, a line stands in line with those that have. */
      .flat {
        padding: 3px 6px 3px 28px;
      }
      .line > * {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .size {
        color: var(--rook-muted);
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
      .editor {
        position: absolute;
        top: 0;
        inset-inline-end: 0;
        padding: 3px 5px;
      }
      rook-record {
        padding: 4px 6px 12px 28px;
      }
      .others li {
        padding: 3px 6px 3px 28px;
        overflow-wrap: anywhere;
      }
      @container (max-width: 520px) {
        .line {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .holds {
          grid-row: 2;
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { missing, moreFiles } = this.view;
    const known = new Set<string>(recordFiles.map(({ file }) => file));
    const others = missing.filter((entry) => !known.has(entry.split(': ', 1)[0] ?? ''));
    return html`
      ${recordGroups(this.view).map((group) => this.group(group))}
      ${
        others.length > 0
          ? html`<ul class="others">
              ${others.map((entry) => html`<li>${inlineText(entry)}</li>`)}
            </ul>`
          : nothing
      }
      ${moreFiles ? html`<p class="muted flat">${counted(moreFiles, 'more file')} in the folder.</p>` : nothing}
    `;
  }

  private group({ folder, files }: RecordGroup): TemplateResult {
    const list = html`<ul aria-label=${folder === '' ? 'Files of the scenario' : `Files in ${folder}`}>
      ${files.map((record) => this.record(record, folder))}
    </ul>`;
    return folder === ''
      ? list
      : html`<h3>${inlineText(folder)}</h3>
          ${list}`;
  }

  private record(record: ListedRecord, folder: string): TemplateResult {
    const { path, state, kind, size } = record;
    const line = this.line(record, folder);
    if (state.kind === 'absent') return html`<li class="muted"><div class="flat">${line}</div></li>`;
    const key = `record:${path}`;
    const open = isOpen(this.open, key, false);
    return html`<li>
      ${
        kind === 'binary'
          ? html`<div class="flat">${line}</div>`
          : html`<rook-disclosure .key=${key} .open=${open}>
              <div slot="summary">${line}</div>
              ${open ? html`<rook-record .file=${path} .kind=${kind} .size=${size}></rook-record>` : nothing}
            </rook-disclosure>`
      }
      ${
        this.host === 'editor'
          ? html`<button
              class="plain editor"
              title="Open in Editor"
              aria-label="Open ${path} in Editor"
              @click=${() => send(this, { type: 'openFile', file: path })}
            >
              ${icon('go-to-file')}
            </button>`
          : nothing
      }
    </li>`;
  }

  private line({ path, state, kind, size }: ListedRecord, folder: string): TemplateResult {
    const name = folder === '' ? path : path.slice(folder.length + 1);
    return html`<div class="line">
      <span>${icon(iconOf(kind))} ${inlineText(name)}</span>
      <span class="holds">${
        state.kind === 'broken'
          ? html`<span class="unable">${icon('warning')}</span> ${inlineText(state.why)}`
          : html`<span class="muted"
              >${state.kind === 'absent' ? 'not recorded' : (holdsOf(path) ?? (kind === 'binary' ? 'binary, not shown here' : ''))}</span
            >`
      }</span>
      <span class="size">${size === undefined ? nothing : bytes(size)}</span>
    </div>`;
  }
}

function iconOf(kind: ListedRecord['kind']): IconName {
  switch (kind) {
    case 'json':
      return 'json';
    case 'image':
      return 'file-media';
    case 'text':
      return 'file-code';
    case 'binary':
      return 'file';
    default:
      return kind satisfies never;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-records': RookRecords;
  }
}
