import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TrendsView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { fieldStyles } from '../frame/field-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { notesStyles } from '../frame/notes-styles';
import { choose, type OpenState } from '../frame/open-state';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import { runTime } from '../text/run-words';
import './rook-chart';
import './rook-flakiness';
import { agentCharts, scenarioCharts, trendWords } from './trend-charts';
import { trendsStyles } from './trends-styles';

/** How many of the newest runs are drawn. What was chosen is kept like what was opened. */
const ranges = [
  { key: 'trends:30', most: 30 },
  { key: 'trends:100', most: 100 },
  { key: 'trends:all', most: 500 },
] as const;

/** An agent over its runs, or one scenario over the runs in which it stands. */
@customElement('rook-trends')
export class RookTrends extends LitElement {
  @property({ attribute: false }) view!: TrendsView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [baseStyles, fieldStyles, notesStyles, trendsStyles];

  override render(): TemplateResult {
    return this.view.scenarioId === undefined ? this.agent() : this.scenario(this.view.scenarioId);
  }

  private agent(): TemplateResult {
    const { points, scenarios, reading } = this.view;
    const [oldest, newest] = [points[0], points.at(-1)];
    if (!oldest || !newest)
      return html`<h1>Trends</h1>
        ${
          reading
            ? this.progress()
            : html`<p class="lead">There is no run yet. Run the scenarios: each run is then a point here.</p>`
        }
        ${this.notes()}`;
    const shown = points.slice(-this.most(points.length));
    const { rate, verdicts, latency, tokens } = agentCharts(shown);
    const openRun = (index: number): void => this.openRun(shown[index]?.runId);
    return html`
      <h1>Trends</h1>
      <p class="lead">
        ${
          points.length === 1
            ? html`One run so far, ${inlineText(runTime(newest))}. With a second one there is a trend.`
            : html`${counted(points.length, 'run')}, from ${inlineText(runTime(oldest))} to ${inlineText(runTime(newest))}.`
        }
      </p>
      ${this.progress()} ${this.notes()} ${this.range(points.length)}
      <div class="charts">
        <rook-chart key="rate" .chart=${rate} .open=${this.open} .choose=${openRun}></rook-chart>
        <rook-chart key="verdicts" .chart=${verdicts} .open=${this.open} .choose=${openRun}></rook-chart>
        <rook-chart key="latency" .chart=${latency} .open=${this.open} .choose=${openRun}></rook-chart>
        <rook-chart key="tokens" .chart=${tokens} .open=${this.open} .choose=${openRun}></rook-chart>
      </div>
      <p class="definition muted">Pass rate: passed of all verdicts, Unable to Verify among them.</p>
      <section aria-labelledby="flakiness">
        <h2 id="flakiness">Scenarios, the flakiest first</h2>
        <p class="meaning muted">
          A flip: Pass and Fail followed each other on an unchanged definition, through the same profile and scripts.
        </p>
        ${
          scenarios.length === 0
            ? html`<p class="muted">No scenario is on record in these runs.</p>`
            : html`<rook-flakiness .scenarios=${scenarios}></rook-flakiness>`
        }
      </section>
    `;
  }

  private scenario(scenarioId: string): TemplateResult {
    const { scenarios, points, reading } = this.view;
    const trend = scenarios.find((one) => one.scenarioId === scenarioId);
    const title = trend && trend.title !== scenarioId ? inlineText(trend.title) : nothing;
    const head = html`
      <button class="link back" @click=${() => go(this, { view: 'trends' })}>${icon('arrow-left')}Trends of all scenarios</button>
      <h1>${inlineText(scenarioId)} ${title}</h1>
    `;
    if (!trend)
      return html`${head}
        ${reading ? this.progress() : html`<p class="lead">It is in no run that is on disk.</p>`} ${this.notes()}`;
    const shown = trend.moments.slice(-this.most(trend.moments.length));
    const { verdicts, latency, tokens } = scenarioCharts(shown, points);
    const openVerdict = (index: number): void => {
      const runId = shown[index]?.runId;
      if (runId !== undefined) go(this, { view: 'scenario', runId, scenarioId });
    };
    const redefined = shown.some((moment) => moment.redefined);
    return html`
      ${head}
      <p class="lead">${trendWords(trend)}</p>
      ${this.progress()} ${this.notes()} ${this.range(trend.moments.length)}
      <rook-chart class="strip" key="strip" .chart=${verdicts} .open=${this.open} .choose=${openVerdict}></rook-chart>
      <div class="charts">
        <rook-chart key="latency" .chart=${latency} .open=${this.open} .choose=${openVerdict}></rook-chart>
        <rook-chart key="tokens" .chart=${tokens} .open=${this.open} .choose=${openVerdict}></rook-chart>
      </div>
      ${
        redefined
          ? html`<p class="definition muted">
              A dotted line: the definition changed there. What lies to its left was judged by another one.
            </p>`
          : nothing
      }
    `;
  }

  /** How far the reading is; its line stays, so nothing moves when it is over. */
  private progress(): TemplateResult {
    const { reading } = this.view;
    return html`<p class="progress" role="status">
      ${reading ? html`${icon('history')}Reading older runs: ${reading.done} of ${reading.total}` : nothing}
    </p>`;
  }

  private notes(): TemplateResult | typeof nothing {
    const { missing } = this.view;
    if (missing.length === 0) return nothing;
    return html`<ul class="notes" aria-label="What is missing">
      ${missing.slice(0, 20).map((note) => html`<li>${icon('warning')}<span>${inlineText(note)}</span></li>`)}
      ${missing.length > 20 ? html`<li>${icon('warning')}<span>… and ${missing.length - 20} more.</span></li>` : nothing}
    </ul>`;
  }

  private range(runs: number): TemplateResult | typeof nothing {
    if (runs <= ranges[0].most) return nothing;
    const most = this.most(runs);
    const useful = ranges.filter((_, index) => index === 0 || (ranges[index - 1]?.most ?? 0) < runs);
    return html`<p class="range">
      <label for="range">Runs drawn</label>
      <select id="range" @change=${this.chooseRange}>
        ${useful.map(
          (range) => html`<option value=${range.key} ?selected=${range.most === most}>
            ${range.most >= runs ? `all ${runs}` : `the newest ${range.most}`}
          </option>`,
        )}
      </select>
    </p>`;
  }

  private most(runs: number): number {
    const chosen = ranges.find(({ key }) => this.open[key]) ?? ranges[0];
    // With fewer runs now than when it was chosen, the least that shows all of them.
    return (ranges.find(({ most }) => most >= Math.min(chosen.most, runs)) ?? chosen).most;
  }

  private chooseRange(event: Event): void {
    const { value } = event.target as HTMLSelectElement; // the handler is on the select only
    choose(this, Object.fromEntries(ranges.map(({ key }) => [key, key === value])));
  }

  private openRun(runId: string | undefined): void {
    if (runId !== undefined) go(this, { view: 'run', runId });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-trends': RookTrends;
  }
}
