import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunRow, RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { type KeptTexts, keepTexts } from '../frame/kept-texts';
import { counted, wholeNumber } from '../text/numbers';
import {
  choiceOf,
  chosenRows,
  isFiltered,
  keptFilter,
  keptSort,
  noFilter,
  type RowChoice,
  sortColumns,
} from './row-choice';
import { countKinds, kindLook } from './row-look';
import './rook-row-table';
import { rowFilterStyles } from './row-filter-styles';

const sortNames = {
  plan: 'Order of the plan',
  status: 'Status',
  scenario: 'Scenario',
  feature: 'Feature',
  kind: 'Kind',
  criteria: 'Criteria passed',
  latency: 'Latency',
  tokens: 'Tokens',
} as const;

/** Typing is answered when it pauses this long, in milliseconds. */
const pauseMs = 120;

/** All scenarios of a run: to be searched, filtered, sorted and opened. */
@customElement('rook-run-rows')
export class RookRunRows extends LitElement {
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) texts: KeptTexts = {};
  private typing: ReturnType<typeof setTimeout> | undefined;
  /** The worst first, once it is over; while it goes on, rows stay where they are. */
  private usualSort: 'plan' | 'status' | undefined;
  private chosen: { rows: readonly RunRow[]; key: string; found: RunRow[] } | undefined;

  static override styles = [baseStyles, rowFilterStyles];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('view') && (this.usualSort === undefined || this.view.reading))
      this.usualSort = this.view.status === 'running' ? 'plan' : 'status';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.typing);
  }

  override render(): TemplateResult {
    const { view } = this;
    if (view.rows.length === 0)
      return html`<p class="muted">${view.missing.length > 0 ? 'There are no records of scenarios in this run.' : 'This run planned no scenario.'}</p>`;
    const choice = choiceOf(this.texts, this.usualSort ?? 'status');
    const rows = this.rowsFor(choice);
    const filtered = isFiltered(choice);
    return html`
      <form class="filters" role="search" aria-label="Scenarios" @submit=${(event: Event) => event.preventDefault()}>
        <label class="search">
          ${icon('search')}<span class="unseen">Search scenarios</span>
          <input
            type="search"
            placeholder="Search id, title, reason"
            spellcheck="false"
            .value=${choice.search}
            @input=${this.search}
          />
        </label>
        ${this.choosers(choice)}
      </form>
      <div class="found">
        <p role="status">${filtered ? `${wholeNumber(rows.length)} of ${counted(view.rows.length, 'scenario')}` : counted(rows.length, 'scenario')}</p>
        <button class="link" ?hidden=${!filtered} @click=${this.clear}>${icon('clear-all')}Clear filters</button>
      </div>
      ${
        rows.length === 0
          ? html`<div class="empty">
              <p>No scenario matches.</p>
              <button @click=${this.clear}>${icon('clear-all')}Clear filters</button>
            </div>`
          : html`<rook-row-table
              .rows=${rows}
              .features=${view.features ?? {}}
              .choice=${choice}
              .runId=${view.runId}
              .at=${this.texts['run:at'] ?? ''}
            ></rook-row-table>`
      }
    `;
  }

  /** Chosen once for a view and a choice, however often the page is rendered. */
  private rowsFor(choice: RowChoice): RunRow[] {
    const key = JSON.stringify(choice);
    if (this.chosen?.rows !== this.view.rows || this.chosen.key !== key)
      this.chosen = { rows: this.view.rows, key, found: chosenRows(this.view.rows, choice) };
    return this.chosen.found;
  }

  private choosers(choice: RowChoice): TemplateResult {
    const { rows, features = {} } = this.view;
    const kinds = countKinds(rows);
    const classes = valuesOf(rows, 'class');
    const featureIds = valuesOf(rows, 'featureId');
    return html`
      ${this.chooser('Status', 'status', choice.status, [
        ...kinds.map(([kind, count]): [string, string] => [kind, `${kindLook(kind).words} (${wholeNumber(count)})`]),
        ...(choice.status !== undefined && !kinds.some(([kind]) => kind === choice.status)
          ? [[choice.status, `${kindLook(choice.status).words} (0)`] as [string, string]]
          : []),
      ])}
      ${
        classes.length > 0
          ? this.chooser(
              'Class',
              'class',
              choice.class,
              classes.map((name) => [name, name.replace(/_/g, ' ')]),
            )
          : nothing
      }
      ${
        featureIds.length > 0
          ? this.chooser(
              'Feature',
              'feature',
              choice.feature,
              featureIds.map((id) => [id, features[id] && features[id] !== id ? `${id} ${features[id]}` : id]),
            )
          : nothing
      }
      <label class="sort">
        Sort
        <select @change=${(event: Event) => keepTexts(this, keptSort(sortColumns.find((name) => name === enteredIn(event)) ?? 'plan', false))}>
          ${sortColumns.map((name) => html`<option value=${name} .selected=${choice.sort === name}>${sortNames[name]}</option>`)}
        </select>
      </label>
    `;
  }

  private chooser(
    name: string,
    key: 'status' | 'class' | 'feature',
    chosen: string | undefined,
    options: [string, string][],
  ): TemplateResult {
    return html`<label>
      ${name}
      <select data-filter=${key} @change=${(event: Event) => keepTexts(this, keptFilter({ [key]: enteredIn(event) }))}>
        <option value="" .selected=${chosen === undefined}>All</option>
        ${options.map(([value, words]) => html`<option value=${value} .selected=${chosen === value}>${words}</option>`)}
      </select>
    </label>`;
  }

  private search(event: Event): void {
    const search = enteredIn(event);
    clearTimeout(this.typing);
    this.typing = setTimeout(() => keepTexts(this, keptFilter({ search })), pauseMs);
  }

  private clear(): void {
    clearTimeout(this.typing);
    keepTexts(this, noFilter);
    this.renderRoot.querySelector<HTMLInputElement>('input')?.focus();
  }
}

/** What the rows have there, each once. */
function valuesOf(rows: readonly RunRow[], key: 'class' | 'featureId'): string[] {
  return [...new Set(rows.flatMap((row) => row[key] ?? []))].sort();
}

/** Listened to on inputs and selects alone. */
function enteredIn({ target }: Event): string {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-rows': RookRunRows;
  }
}
