import { html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { alarms, axes, barLayer, glyphs, lineLayer, mark, patterns } from './chart-layers';
import { type Chart, greatestOf, plotOf, ticksOf, xOf } from './chart-model';
import { chartStyles, signStyles } from './chart-styles';
import { columnWords, glyphWords } from './column-words';
import './rook-chart-table';

const chartHeight = 190;
const stripHeight = 58;

/**
 * A chart over runs. It is one picture with a sentence for it, a row of runs that the arrow keys walk along and Enter opens,
 * and a table with the same figures.
 */
@customElement('rook-chart')
export class RookChart extends LitElement {
  @property({ attribute: false }) chart!: Chart;
  /** Names its table among what can be opened. */
  @property() key = '';
  @property({ attribute: false }) open: OpenState = {};
  /** Opens what a column stands for. */
  @property({ attribute: false }) choose: (index: number) => void = () => {};
  @state() private width = 0;
  /** The column whose figures are shown; undefined = the newest. */
  @state() private shown: number | undefined;
  private readonly watcher = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  static override styles = [baseStyles, signStyles, chartStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  override render(): TemplateResult {
    const { chart } = this;
    const { lines = [], bars = [] } = chart;
    const empty =
      !chart.glyphs && bars.length === 0 && lines.every(({ values }) => values.every((one) => one === undefined));
    const table = `table:${this.key}`;
    const opened = isOpen(this.open, table, false);
    return html`<figure>
      ${bars.length > 0 ? patterns : nothing}
      <figcaption>${chart.title}</figcaption>
      ${
        empty
          ? html`<p class="unmeasured">${chart.summary}</p>`
          : html`${this.legend()}
              <div class="plot">${this.width > 0 ? this.picture() : html`<svg height=${this.height}></svg>`}</div>
              <p class="readout" aria-hidden="true">${this.readout()}</p>
              <rook-disclosure .key=${table} .open=${opened}>
                <span slot="summary">Show as table<span class="unseen">: ${chart.title}</span></span>
                ${opened ? html`<rook-chart-table .chart=${chart} .choose=${this.choose}></rook-chart-table>` : nothing}
              </rook-disclosure>`
      }
    </figure>`;
  }

  private get height(): number {
    return this.chart.glyphs ? stripHeight : chartHeight;
  }

  private get current(): number {
    const last = this.chart.columns.length - 1;
    return Math.min(this.shown ?? last, last);
  }

  private picture(): TemplateResult {
    const { chart, width, height } = this;
    const { columns, lines = [], bars = [] } = chart;
    const alarmed = columns.some(({ alarm }) => alarm !== undefined);
    const plot = plotOf(width, height, columns.length, !chart.glyphs, alarmed);
    const { max } = chart;
    const ticks = max === undefined ? ticksOf(greatestOf(chart)) : [0, max / 4, max / 2, (max * 3) / 4, max];
    const end = ticks.at(-1) ?? 1;
    return html`
      <svg role="img" aria-label=${chart.summary} width=${width} height=${height}>
        <title>${chart.summary}</title>
        ${axes(chart, plot, ticks, height)} ${barLayer(bars, columns.length, plot, end)}
        ${lineLayer(lines, plot, end)} ${glyphs(chart, plot)} ${alarms(chart, plot)}
      </svg>
      <svg
        role="group"
        aria-label=${`${chart.title}: the runs. Arrow keys go from run to run, Enter opens one.`}
        width=${width}
        height=${height}
        @keydown=${this.walk}
        @pointerleave=${() => this.show(undefined)}
      >
        ${columns.map(
          (_, index) => svg`<rect
            class="column ${index === this.shown ? 'shown' : ''}"
            role="link"
            tabindex=${index === this.current ? 0 : -1}
            aria-label=${columnWords(chart, index)}
            x=${Math.round((xOf(plot, index) - plot.slot / 2) * 10) / 10}
            y=${plot.top - 4}
            width=${Math.round(plot.slot * 10) / 10}
            height=${plot.height + 8}
            @click=${() => this.choose(index)}
            @focus=${() => this.show(index)}
            @pointerenter=${() => this.show(index)}
          />`,
        )}
      </svg>
    `;
  }

  private legend(): TemplateResult {
    const { columns, lines = [], bars = [], glyphs: signs } = this.chart;
    if (signs) return html`<ul class="legend">${glyphWords(signs).map((words) => html`<li>${words}</li>`)}</ul>`;
    if (lines.length < 2 && bars.length === 0) return html`<ul class="legend"></ul>`;
    return html`<ul class="legend" aria-hidden="true">
      ${lines.map(({ name }, nth) => {
        const look = nth === 0 ? 'first' : 'second';
        return html`<li>
          <svg width="24" height="10"><path class="line ${look}" d="M0 5h24" />${mark(look, 12, 5)}</svg>${name}
        </li>`;
      })}
      ${bars.map(
        ({ name, look }) => html`<li>
          <svg width="12" height="12"><rect class="bar outlined ${look}" x=".5" y=".5" width="11" height="11" /></svg>${name}
        </li>`,
      )}
      ${columns.some(({ alarm }) => alarm !== undefined) ? html`<li><b class="alarm">!</b>compromised</li>` : nothing}
    </ul>`;
  }

  private readout(): TemplateResult {
    const { chart, current } = this;
    const label = chart.columns[current]?.label ?? '';
    return html`<b>${inlineText(label)}</b>${this.shown === undefined && current === chart.columns.length - 1 ? ' (newest)' : ''}:
      ${columnWords(chart, current, false)}`;
  }

  private show(index: number | undefined): void {
    this.shown = index;
  }

  private async walk(event: KeyboardEvent): Promise<void> {
    const last = this.chart.columns.length - 1;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(this.current);
      return;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.shown = Math.max(0, Math.min(last, this.current + step));
    await this.updateComplete;
    this.renderRoot.querySelector<SVGElement>('.column[tabindex="0"]')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-chart': RookChart;
  }
}
