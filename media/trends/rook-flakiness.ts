import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ScenarioTrend } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { fieldStyles } from '../frame/field-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import { standingLook } from '../verdict/standing';
import { signStyles } from './chart-styles';
import { glyphWords } from './column-words';
import { glyphLayer } from './glyph-paths';
import { percent } from './trend-numbers';
import { flakiestFirst } from './trend-order';

/** Rows that are there from the start; the rest comes when it is asked for. */
const portion = 60;
const cell = 14;

/** Each scenario over its newest runs, the flakiest first. A row opens the scenario's own page. */
@customElement('rook-flakiness')
export class RookFlakiness extends LitElement {
  @property({ attribute: false }) scenarios: readonly ScenarioTrend[] = [];
  @state() private search = '';
  @state() private wanted = portion;

  static override styles = [
    baseStyles,
    fieldStyles,
    signStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        margin-bottom: 6px;
      }
      .head input {
        width: 260px;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0 14px;
        margin-bottom: 4px;
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      .rows {
        border-top: 1px solid var(--rook-line);
      }
      .rows li {
        border-bottom: 1px solid var(--rook-line);
        content-visibility: auto;
        contain-intrinsic-size: auto 40px;
      }
      button.row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, auto) 4.2em 6.5em auto;
        align-items: center;
        gap: 2px 14px;
        width: 100%;
        padding: 5px 8px;
        border-radius: 0;
      }
      .what {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .id {
        margin-inline-end: 6px;
        font-weight: 600;
      }
      .strip {
        display: flex;
        justify-content: flex-end;
        overflow: hidden;
      }
      .strip svg {
        flex: none;
      }
      .figure {
        font-variant-numeric: tabular-nums;
        text-align: end;
      }
      @container (max-width: 820px) {
        button.row {
          grid-template-columns: auto 1fr auto;
        }
        .what,
        .strip {
          grid-column: 1 / 3;
        }
        .strip {
          justify-content: flex-end;
          justify-self: start;
          max-width: 100%;
        }
        .figure {
          grid-row: 3;
          text-align: start;
        }
        .go {
          grid-area: 1 / 3 / 4;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const words = this.search.trim().toLowerCase();
    const found = flakiestFirst(this.scenarios).filter(
      ({ scenarioId, title }) => words === '' || `${scenarioId} ${title}`.toLowerCase().includes(words),
    );
    return html`
      <div class="head">
        <label for="search" class="unseen">Search scenarios</label>
        <input
          id="search"
          type="search"
          placeholder="Search scenarios"
          autocomplete="off"
          .value=${this.search}
          @input=${this.find}
        />
        <span class="muted" role="status">${
          words === ''
            ? counted(this.scenarios.length, 'scenario')
            : `${found.length} of ${counted(this.scenarios.length, 'scenario')}`
        }</span>
      </div>
      <ul class="legend" aria-hidden="true">
        ${glyphWords(this.scenarios.flatMap(glyphsOf)).map((sign) => html`<li>${sign}</li>`)}
        <li>the newest run is on the right</li>
      </ul>
      ${
        found.length === 0
          ? html`<p class="muted">No scenario has these words in its id or title.</p>`
          : html`<ul class="rows">
              ${found.slice(0, this.wanted).map((trend) => this.row(trend))}
            </ul>`
      }
      ${
        found.length > this.wanted
          ? html`<button class="link" @click=${this.more}>
              Show more (${counted(found.length - this.wanted, 'scenario')} left)
            </button>`
          : nothing
      }
    `;
  }

  private row(trend: ScenarioTrend): TemplateResult {
    const { scenarioId, title, passRate, flips, steps } = trend;
    return html`<li>
      <button class="row plain" @click=${() => go(this, { view: 'trends', scenarioId })}>
        <span class="what"><span class="id">${inlineText(scenarioId)}</span>${title === scenarioId ? nothing : inlineText(title)}</span>
        <span class="strip">${strip(trend)}</span>
        <span class="figure">${passRate === null ? html`<span class="muted">no verdict</span>` : html`${percent(passRate)}<span class="unseen"> passed</span>`}</span>
        <span class="figure ${flips > 0 ? '' : 'muted'}">
          ${steps === 0 ? html`<span aria-hidden="true">–</span><span class="unseen">no two to compare</span>` : `${counted(flips, 'flip')} in ${steps}`}
        </span>
        <span class="go muted">${icon('chevron-right')}</span>
      </button>
    </li>`;
  }

  private find(event: InputEvent): void {
    this.search = (event.target as HTMLInputElement).value; // the handler is on the input only
    this.wanted = portion;
  }

  private more(): void {
    this.wanted += portion;
  }
}

function glyphsOf({ moments }: ScenarioTrend) {
  return moments.map(({ status, flaky, compromised }) => ({
    status,
    flaky: flaky === true,
    compromised: compromised === true,
  }));
}

function strip(trend: ScenarioTrend): TemplateResult {
  const glyphs = glyphsOf(trend);
  const width = glyphs.length * cell;
  return html`<svg role="img" aria-label=${stripWords(trend)} width=${width} height="22">
    ${glyphLayer(glyphs, (index) => ({ x: index * cell + cell / 2, y: 10 }))}
  </svg>`;
}

function stripWords({ moments }: ScenarioTrend): string {
  const count = (status: string): number => moments.filter((moment) => moment.status === status).length;
  const newest = moments.at(-1);
  const told = [
    `${count('Pass')} passed`,
    `${count('Fail')} failed`,
    ...(count('Unable to Verify') > 0 ? [`${count('Unable to Verify')} unable to verify`] : []),
  ];
  return `newest ${counted(moments.length, 'run')}: ${told.join(', ')}; last: ${newest ? standingLook(newest.status).words : 'none'}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-flakiness': RookFlakiness;
  }
}
