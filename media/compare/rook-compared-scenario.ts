import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ComparedSide, CompareView, RunEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import type { OpenState } from '../frame/open-state';
import { inlineText } from '../text/inline-text';
import { duration } from '../text/numbers';
import { runTime } from '../text/run-words';
import { standingTemplate, stepTemplate } from '../verdict/standing';
import { changeStyles } from './change-styles';
import { groupOf, groupWords } from './group-words';
import './rook-compared-criteria';
import './rook-compared-text';

type Scenario = NonNullable<CompareView['scenario']>;

/** One scenario in both runs: how its verdict, its criteria, its answer and its definition differ. */
@customElement('rook-compared-scenario')
export class RookComparedScenario extends LitElement {
  @property({ attribute: false }) view!: CompareView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    changeStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
        margin-top: 20px;
      }
      h1 {
        margin-top: 10px;
        font-size: 1.3em;
        font-weight: 600;
        line-height: 1.35;
        overflow-wrap: anywhere;
      }
      .group {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 10px;
        align-items: center;
        margin-top: 10px;
      }
      .group .step {
        font-size: 1.3em;
        font-weight: 600;
      }
      .meaning {
        margin-top: 2px;
      }
      .sides {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 10px;
        margin-top: 14px;
      }
      .side {
        display: grid;
        align-content: start;
        gap: 4px;
        min-width: 0;
        padding: 8px 12px;
        border: 1px solid var(--rook-line);
        border-radius: 4px;
      }
      .side h2 {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      .side button {
        justify-self: start;
      }
      section {
        margin-top: 26px;
      }
      section > h2 {
        margin-bottom: 8px;
        font-size: 1.15em;
        font-weight: 600;
      }
      @container (max-width: 520px) {
        .sides {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { scenario } = this.view;
    if (!scenario) return html``;
    const { base, head } = scenario;
    const group = groupOf(this.view, scenario.scenarioId);
    const words = group && groupWords(group);
    return html`
      ${this.back()}
      <h1>${inlineText(scenario.scenarioId)} ${scenario.title === scenario.scenarioId ? nothing : inlineText(scenario.title)}</h1>
      ${
        base || head
          ? html`<p class="group">${stepTemplate(base?.status ?? null, head?.status ?? null)}</p>
              <p class="meaning muted">
                ${words ? `${words.name}: ${words.meaning}` : 'In no group: nothing about it changed that counts.'}
              </p>
              <div class="sides">${this.side('Base', this.view.base, base)}${this.side('Head', this.view.head, head)}</div>
              ${this.parts(scenario, group === 'redefined')}`
          : html`<p class="meaning">It is in neither of the two runs. Choose other runs above.</p>`
      }
    `;
  }

  private back(): TemplateResult {
    const { base, head } = this.view;
    return html`<button
      class="link"
      @click=${() => go(this, { view: 'compare', base: base.runId, head: head.runId })}
    >
      ${icon('arrow-left')}All changes between these runs
    </button>`;
  }

  private side(label: string, run: RunEntry, side: ComparedSide | undefined): TemplateResult {
    const { scenario } = this.view;
    const attempt = side?.attempt;
    return html`<div class="side">
      <h2>${label}: ${inlineText(runTime(run))}</h2>
      ${standingTemplate(side?.status ?? null)}
      ${side?.latencyMs === undefined ? nothing : html`<span>Latency ${duration(side.latencyMs)}</span>`}
      ${attempt === undefined ? nothing : html`<span class="muted">Answer of attempt ${attempt}, which decided</span>`}
      ${
        side && scenario
          ? html`<button
              class="link"
              @click=${() =>
                go(this, {
                  view: 'scenario',
                  runId: run.runId,
                  scenarioId: scenario.scenarioId,
                  ...(attempt !== undefined && { attempt }),
                })}
            >
              Open verdict<span class="unseen"> in ${label.toLowerCase()}</span>
            </button>`
          : nothing
      }
    </div>`;
  }

  /** What was redefined is told by its definition first: the verdicts are about different things. */
  private parts(scenario: Scenario, redefined: boolean): TemplateResult {
    const definition = this.definition(scenario);
    return html`
      ${redefined ? definition : nothing}
      <section aria-labelledby="criteria">
        <h2 id="criteria">Criteria</h2>
        <rook-compared-criteria .scenario=${scenario} .open=${this.open}></rook-compared-criteria>
      </section>
      <section aria-labelledby="answer">
        <h2 id="answer">Last answer</h2>
        <rook-compared-text .scenario=${scenario} field="answer" name="answer"></rook-compared-text>
      </section>
      ${redefined ? nothing : definition}
    `;
  }

  private definition(scenario: Scenario): TemplateResult {
    const { base, head } = scenario;
    const same = base?.snapshot !== undefined && base.snapshot === head?.snapshot;
    return html`<section aria-labelledby="definition">
      <h2 id="definition">Definition</h2>
      ${
        same
          ? html`<p class="muted">Both runs judged the same definition.</p>`
          : html`<rook-compared-text mono .scenario=${scenario} field="snapshot" name="definition"></rook-compared-text>`
      }
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-compared-scenario': RookComparedScenario;
  }
}
