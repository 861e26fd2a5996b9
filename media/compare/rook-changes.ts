import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type Change, type ComparisonGroup, comparisonGroups } from '../../schemas/comparison';
import type { CompareView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import { stepTemplate } from '../verdict/standing';
import { changeStyles } from './change-styles';
import { groupWords } from './group-words';

/** Rows of a group that are there from the start; the rest comes when it is asked for. */
const portion = 200;

/** The groups of a comparison that have someone in them, each with what it means. A row opens its scenario. */
@customElement('rook-changes')
export class RookChanges extends LitElement {
  @property({ attribute: false }) view!: CompareView;
  @state() private wanted: Partial<Record<ComparisonGroup, number>> = {};

  static override styles = [
    baseStyles,
    changeStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      section {
        margin-top: 26px;
      }
      h2 {
        display: flex;
        align-items: center;
        gap: 6px;
        font-size: 1.15em;
        font-weight: 600;
      }
      .meaning {
        margin-bottom: 6px;
      }
      ul {
        border-top: 1px solid var(--rook-line);
      }
      li {
        border-bottom: 1px solid var(--rook-line);
        content-visibility: auto;
        contain-intrinsic-size: auto 34px;
      }
      button.row {
        display: grid;
        grid-template-columns: 19em minmax(0, 1fr) auto;
        align-items: center;
        gap: 2px 16px;
        width: 100%;
        padding: 6px 8px;
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
      .chips {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-inline-start: 6px;
      }
      .alarm {
        border-color: var(--rook-fail);
        color: var(--rook-fail);
        font-weight: 600;
      }
      @container (max-width: 620px) {
        button.row {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .row .step,
        .row .what {
          grid-column: 1;
        }
        .row .go {
          grid-area: 1 / 2 / 3;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    return html`${comparisonGroups.map((group) => this.group(group))}`;
  }

  private group(group: ComparisonGroup): TemplateResult | typeof nothing {
    const changes = this.view.comparison[group];
    if (changes.length === 0) return nothing;
    const words = groupWords(group);
    const wanted = this.wanted[group] ?? portion;
    return html`<section aria-labelledby=${group}>
      <h2 id=${group}><span class=${words.tone}>${icon(words.icon)}</span>${words.name} (${changes.length})</h2>
      <p class="meaning muted">${words.meaning}</p>
      <ul>
        ${this.inOrder(changes)
          .slice(0, wanted)
          .map((change) => this.row(change))}
      </ul>
      ${
        changes.length > wanted
          ? html`<button class="link" @click=${() => this.more(group, wanted)}>
              Show more (${counted(changes.length - wanted, 'scenario')} left)
            </button>`
          : nothing
      }
    </section>`;
  }

  private row(change: Change): TemplateResult {
    const { base, head } = this.view;
    const target = { view: 'compare', base: base.runId, head: head.runId, scenarioId: change.scenario_id } as const;
    const chips = [
      ...(change.flaky ? ['attempts disagree'] : []),
      ...(change.definition_unknown ? ['definition not on record'] : []),
    ];
    const alarm = this.view.compromised.includes(change.scenario_id);
    return html`<li>
      <button class="row plain" @click=${() => go(this, target)}>
        ${stepTemplate(change.base, change.head)}
        <span class="what">
          <span class="id">${inlineText(change.scenario_id)}</span>${inlineText(change.title)}
          <span class="chips">
            ${alarm ? html`<span class="chip alarm">compromised</span>` : nothing}
            ${chips.map((chip) => html`<span class="chip">${chip}</span>`)}
          </span>
        </span>
        <span class="go muted">${icon('chevron-right')}</span>
      </button>
    </li>`;
  }

  /** What was compromised comes first; else the order of the run. */
  private inOrder(changes: readonly Change[]): Change[] {
    const compromised = new Set(this.view.compromised);
    const rank = ({ scenario_id }: Change): number => (compromised.has(scenario_id) ? 0 : 1);
    return [...changes].sort((a, b) => rank(a) - rank(b));
  }

  private more(group: ComparisonGroup, wanted: number): void {
    this.wanted = { ...this.wanted, [group]: wanted + portion };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-changes': RookChanges;
  }
}
