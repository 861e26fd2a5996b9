import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { RunRow } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { keepTexts } from '../frame/kept-texts';
import { rowCells } from './row-cells';
import { keptSort, type RowChoice, type SortColumn } from './row-choice';
import { piecesOf, type RowWindow, windowOf } from './row-window';
import { tableStyles } from './table-styles';

const columns: readonly { column: SortColumn; name: string; number?: boolean }[] = [
  { column: 'status', name: 'Status' },
  { column: 'scenario', name: 'Scenario' },
  { column: 'feature', name: 'Feature' },
  { column: 'kind', name: 'Kind' },
  { column: 'criteria', name: 'Criteria', number: true },
  { column: 'latency', name: 'Latency', number: true },
  { column: 'tokens', name: 'Tokens', number: true },
];

/**
 * Rows of scenarios, of which only those in sight are rendered: ten thousand cost no more than fifty. One row at a time is
 * in the order of Tab; arrow keys go from row to row.
 */
@customElement('rook-row-table')
export class RookRowTable extends LitElement {
  @property({ attribute: false }) rows: readonly RunRow[] = [];
  @property({ attribute: false }) features: Readonly<Record<string, string>> = {};
  @property({ attribute: false }) choice!: RowChoice;
  @property() runId = '';
  /** The row that Tab leads to; the first one when it is not there. */
  @property() at = '';
  @state() private shown: RowWindow = { first: 0, end: 36 };
  private rowHeight = 0;
  private frame = 0;
  private readonly measure = (): void => {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.moveWindow();
    });
  };
  private readonly sizes = new ResizeObserver(() => {
    this.measureRow();
    this.measure();
  });

  static override styles = [baseStyles, tableStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.measure, { passive: true });
    window.addEventListener('resize', this.measure, { passive: true });
    this.sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.measure);
    window.removeEventListener('resize', this.measure);
    this.sizes.disconnect();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  override render(): TemplateResult {
    const { rows } = this;
    const at = Math.max(
      0,
      rows.findIndex(({ scenarioId }) => scenarioId === this.at),
    );
    return html`
      <table role="table" aria-rowcount=${rows.length + 1} aria-label="Scenarios">
        <thead role="rowgroup">
          <tr role="row" aria-rowindex="1">${columns.map((one) => this.head(one))}</tr>
        </thead>
        <tbody role="rowgroup" @keydown=${this.onKey}>
          ${repeat(
            piecesOf(rows.length, this.shown, at),
            (piece, place) => ('row' in piece ? `row ${rows[piece.row]?.scenarioId}` : `gap ${place}`),
            (piece) => ('row' in piece ? this.row(piece.row, piece.row === at) : gapTemplate(piece.gap)),
          )}
        </tbody>
      </table>
    `;
  }

  /** Before anything is painted, what is not rendered has its room. Nothing is measured here: that would lay out twice. */
  protected override updated(changed: PropertyValues<this>): void {
    if (this.rowHeight === 0) this.measureRow();
    for (const gap of this.renderRoot.querySelectorAll<HTMLElement>('tr.gap'))
      gap.style.height = `${Number(gap.dataset.rows) * this.rowHeight}px`;
    if (changed.has('rows')) this.measure();
  }

  private measureRow(): void {
    const height = this.renderRoot.querySelector('tr.row')?.getBoundingClientRect().height ?? 0;
    if (height === 0 || height === this.rowHeight) return;
    this.rowHeight = height;
    this.requestUpdate();
  }

  private head({ column, name, number }: (typeof columns)[number]): TemplateResult {
    const { sort, descending } = this.choice;
    const sorted = sort === column;
    const next = sorted && !descending;
    return html`<th
      class="${column} ${number ? 'number' : ''}"
      role="columnheader"
      scope="col"
      aria-sort=${sorted ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <button class="plain" @click=${() => keepTexts(this, keptSort(column, next))} title="Sort by ${name.toLowerCase()}">
        <span class="name">${name}</span>${sorted ? icon(descending ? 'arrow-down' : 'arrow-up') : nothing}
      </button>
    </th>`;
  }

  private row(index: number, isAt: boolean): TemplateResult | typeof nothing {
    const row = this.rows[index];
    if (!row) return nothing;
    return html`<tr
      class="row"
      role="row"
      aria-rowindex=${index + 2}
      data-index=${index}
      @click=${() => this.openRow(row)}
      @focusin=${() => this.stayAt(row.scenarioId)}
    >${rowCells(row, isAt, this.features)}</tr>`;
  }

  private openRow({ scenarioId }: RunRow): void {
    this.stayAt(scenarioId);
    go(this, { view: 'scenario', runId: this.runId, scenarioId });
  }

  private stayAt(scenarioId: string): void {
    if (this.at !== scenarioId) keepTexts(this, { 'run:at': scenarioId });
  }

  private onKey(event: KeyboardEvent): void {
    const from =
      event.target instanceof Element ? event.target.closest<HTMLElement>('tr.row')?.dataset.index : undefined;
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor(window.innerHeight / (this.rowHeight || 1)) - 2);
    const to = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void this.focusRow(Math.max(0, Math.min(this.rows.length - 1, Number(from) + to)));
  }

  /** Moves the focus to a row, wherever it is, and brings it into sight. */
  private async focusRow(index: number): Promise<void> {
    const row = this.rows[index];
    if (!row) return;
    this.at = row.scenarioId;
    await this.updateComplete;
    const button = this.renderRoot.querySelector<HTMLElement>(`tr[data-index="${index}"] button`);
    button?.focus({ preventScroll: true });
    button?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }

  private moveWindow(): void {
    const body = this.renderRoot.querySelector('tbody');
    if (!body) return;
    const next = windowOf(body.getBoundingClientRect().top, window.innerHeight, this.rowHeight, this.rows.length);
    if (next.first !== this.shown.first || next.end !== this.shown.end) this.shown = next;
  }
}

function gapTemplate(rows: number): TemplateResult {
  return html`<tr class="gap" role="presentation" data-rows=${rows}></tr>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-row-table': RookRowTable;
  }
}
