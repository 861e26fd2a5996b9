import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PanelState } from '../../schemas/panel';
import type { ScenarioView } from '../../schemas/panel-view';
import { type CriterionVerdict, verdictStatuses } from '../../schemas/verdict';
import { recordState } from '../evidence/record-state';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { choose, isOpen, type OpenState } from '../frame/open-state';
import { inlineText } from '../text/inline-text';
import './rook-criterion';
import { statusLook } from './status';

interface Card {
  key: string;
  /** Which of the verdict's criteria, from 0. */
  index: number;
  criterion: CriterionVerdict;
}

/** All criteria in the scenario's order. What is not a Pass starts open: that is what a reviewer came for. */
@customElement('rook-criteria')
export class RookCriteria extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 16px;
        margin-bottom: 8px;
      }
      .counts {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
      }
      .counts li {
        display: flex;
        align-items: center;
        gap: 5px;
      }
      .cards {
        display: grid;
        gap: 8px;
      }
      .beside {
        margin-top: 14px;
      }
      .beside li {
        margin-top: 4px;
        padding-inline-start: 10px;
        border-inline-start: 2px solid var(--rook-line);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { verdict } = this.view;
    if (!verdict) {
      const unreadable = recordState(this.view.missing, 'verdict.yaml').kind === 'broken';
      return html`<p class="muted">${unreadable ? 'The record of the verdict cannot be read.' : 'No criterion is graded yet.'}</p>`;
    }
    const cards = cardsOf(verdict.criteria);
    return html`
      ${
        cards.length === 0
          ? html`<p class="muted">No criterion was graded${verdict.diagnosis ? ': see what happened above' : ''}.</p>`
          : html`${this.head(cards)}
              <div class="cards">
                ${repeat(
                  cards,
                  ({ key }) => key,
                  (card) => html`<rook-criterion
                    .view=${this.view}
                    .criterion=${card.criterion}
                    .index=${card.index}
                    .key=${card.key}
                    .open=${this.isOpen(card)}
                    .host=${this.host}
                  ></rook-criterion>`,
                )}
              </div>`
      }
      ${beside('Forbidden text in the answer', verdict.forbidden_hits)}
      ${beside('Could not be checked', verdict.verification_gaps ?? [])}
      ${verdict.compromised ? nothing : beside('Noted about the attack', verdict.attack_evidence ?? [])}
    `;
  }

  private head(cards: Card[]): TemplateResult {
    const allOpen = cards.every((card) => this.isOpen(card));
    const openAll = (): void => choose(this, Object.fromEntries(cards.map(({ key }) => [key, !allOpen])));
    return html`
      <div class="head">
        <ul class="counts" aria-label="Criteria by status">
          ${verdictStatuses.map((status) => {
            const count = cards.filter(({ criterion }) => criterion.status === status).length;
            const look = statusLook(status);
            return count === 0
              ? nothing
              : html`<li><span class=${look.tone}>${icon(look.icon)}</span>${count} ${look.words}</li>`;
          })}
        </ul>
        <button class="link" @click=${openAll}>${allOpen ? 'Close all' : 'Open all'}</button>
      </div>
    `;
  }

  private isOpen({ key, criterion }: Card): boolean {
    return isOpen(this.open, key, criterion.status !== 'Pass');
  }
}

/** Keys stay the same over updates, also when a damaged record names an id twice. */
function cardsOf(criteria: CriterionVerdict[]): Card[] {
  const seen = new Map<string, number>();
  return criteria.map((criterion, index) => {
    const nth = (seen.get(criterion.criterion_id) ?? 0) + 1;
    seen.set(criterion.criterion_id, nth);
    return { key: `criterion:${criterion.criterion_id}${nth > 1 ? `#${nth}` : ''}`, index, criterion };
  });
}

function beside(title: string, texts: string[]): TemplateResult | typeof nothing {
  if (texts.length === 0) return nothing;
  return html`<div class="beside">
    <h3>${title}</h3>
    <ul>
      ${texts.map((text) => html`<li>${inlineText(text)}</li>`)}
    </ul>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-criteria': RookCriteria;
  }
}
