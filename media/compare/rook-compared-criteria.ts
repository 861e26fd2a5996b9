import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CompareView } from '../../schemas/panel-view';
import type { CriterionVerdict } from '../../schemas/verdict';
import { baseStyles } from '../frame/base-styles';
import { choose, isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import '../text/rook-diff';
import '../text/rook-text';
import { criterionStyles } from '../verdict/criterion-styles';
import { stepTemplate } from '../verdict/standing';
import { changeStyles } from './change-styles';
import { type CriterionPair, criterionPairs } from './criterion-pairs';

const allKey = 'compare:unchanged';

/** Criterion by criterion, how both runs graded it: what changed comes first and open, the rest when it is asked for. */
@customElement('rook-compared-criteria')
export class RookComparedCriteria extends LitElement {
  @property({ attribute: false }) scenario!: NonNullable<CompareView['scenario']>;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    criterionStyles,
    changeStyles,
    css`
      :host {
        border: 0;
        border-radius: 0;
      }
      .card {
        margin-bottom: 8px;
        border: 1px solid var(--rook-line);
        border-radius: 4px;
      }
      .summary {
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: start;
      }
      .summary .icon {
        margin-top: 0;
      }
      .details {
        padding-inline-start: 32px;
      }
      dl {
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      .legend {
        margin-bottom: 6px;
        font-size: var(--rook-label-size);
      }
      .toggle {
        margin-block: 2px 8px;
      }
      @container (max-width: 620px) {
        .summary {
          grid-template-columns: minmax(0, 1fr);
        }
        .details {
          padding-inline-start: 12px;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const pairs = criterionPairs(this.scenario);
    if (pairs.length === 0) return html`<p class="muted">No criterion was graded in either run.</p>`;
    const same = pairs.filter(({ changed }) => !changed).length;
    const all = isOpen(this.open, allKey, same === pairs.length);
    const shown = all ? pairs : pairs.filter(({ changed }) => changed);
    return html`
      ${same === pairs.length ? html`<p class="muted toggle">Every criterion has the same grade in both runs.</p>` : nothing}
      <p class="muted legend">
        <span aria-hidden="true">−</span> only in base <span aria-hidden="true">+</span> only in head
      </p>
      ${repeat(
        shown,
        ({ key }) => key,
        (pair) => this.card(pair),
      )}
      ${
        same === 0 || same === pairs.length
          ? nothing
          : html`<button class="link toggle" aria-expanded=${all} @click=${() => choose(this, { [allKey]: !all })}>
              ${`${all ? 'Hide' : 'Show'} ${counted(same, 'criterion', 'criteria')} with the same grade`}
            </button>`
      }
    `;
  }

  private card(pair: CriterionPair): TemplateResult {
    const { key, base, head, changed } = pair;
    const criterion = head ?? base;
    const name = `compare:criterion:${key}`;
    const opened = isOpen(this.open, name, changed);
    return html`<div class="card">
      <rook-disclosure .key=${name} .open=${opened}>
        <div slot="summary" class="summary">
          <h3>
            <span class="id">${inlineText(criterion?.criterion_id ?? key)}</span>${inlineText(criterion?.criterion ?? '')}
          </h3>
          ${stepTemplate(gradeOf(base), gradeOf(head))}
        </div>
        ${opened ? html`<div class="details"><dl>${this.details(pair)}</dl></div>` : nothing}
      </rook-disclosure>
    </div>`;
  }

  private details({ base, head }: CriterionPair): (TemplateResult | typeof nothing)[] {
    const field = (title: string, name: 'criterion' | 'expected' | 'achieved' | 'evidence', always: boolean) => {
      const [was, is] = [base?.[name], head?.[name]];
      if (!always && was === is) return nothing;
      return html`<div>
        <dt>${title}</dt>
        <dd>${this.compared(was, is, name === 'evidence')}</dd>
      </div>`;
    };
    const both = base !== undefined && head !== undefined;
    return [
      both ? field('Criterion', 'criterion', false) : nothing,
      field('Expected', 'expected', true),
      field('Achieved', 'achieved', true),
      field('Evidence', 'evidence', true),
    ];
  }

  private compared(was: string | undefined, is: string | undefined, mono: boolean): TemplateResult {
    if (was !== undefined && was === is) return html`<rook-text ?mono=${mono} .text=${was} label="text"></rook-text>`;
    if (was !== undefined && is !== undefined)
      return html`<rook-diff quiet ?mono=${mono} .base=${was} .head=${is} baseLabel="base" headLabel="head"></rook-diff>`;
    const only = was === undefined ? 'head' : 'base';
    return html`<p class="muted">Graded in ${only} only.</p>
      <rook-text ?mono=${mono} .text=${was ?? is ?? ''} label="text"></rook-text>`;
  }
}

function gradeOf(criterion: CriterionVerdict | undefined): CriterionVerdict['status'] | null {
  return criterion?.status ?? null;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-compared-criteria': RookComparedCriteria;
  }
}
