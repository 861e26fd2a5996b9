import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { inlineText } from '../text/inline-text';
import type { Chart } from './chart-model';
import { chartStyles } from './chart-styles';
import { standingWords, valueWords } from './column-words';

/** The figures of a chart as a table, the newest run first. */
@customElement('rook-chart-table')
export class RookChartTable extends LitElement {
  @property({ attribute: false }) chart!: Chart;
  @property({ attribute: false }) choose: (index: number) => void = () => {};

  static override styles = [baseStyles, chartStyles];

  override render(): TemplateResult {
    const { title, columns, lines = [], bars = [], glyphs } = this.chart;
    return html`<div class="scroll" role="region" aria-label=${`${title} as a table`} tabindex="0">
      <table>
        <caption class="unseen">
          ${title}
        </caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            ${[...lines, ...bars].map(({ name }) => html`<th scope="col">${name}</th>`)}
            ${glyphs ? html`<th scope="col">Verdict</th>` : ''}
          </tr>
        </thead>
        <tbody>
          ${columns.map((_, place) => this.row(columns.length - 1 - place))}
        </tbody>
      </table>
    </div>`;
  }

  private row(index: number): TemplateResult {
    const { columns, lines = [], bars = [], glyphs, format } = this.chart;
    const glyph = glyphs?.[index];
    const column = columns[index];
    return html`<tr>
      <th scope="row">
        <button class="link" @click=${() => this.choose(index)}>${inlineText(column?.label ?? '')}</button>
        ${column?.alarm === undefined ? '' : html`<b class="fail">${column.alarm}</b>`}
      </th>
      ${lines.map(({ values }) => html`<td>${valueWords(values[index], format)}</td>`)}
      ${bars.map(({ values }) => html`<td>${values[index] ?? 0}</td>`)}
      ${
        glyph
          ? html`<td>${standingWords(glyph)}${column?.break !== undefined && index > 0 ? `, ${column.break}` : ''}</td>`
          : ''
      }
    </tr>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-chart-table': RookChartTable;
  }
}
