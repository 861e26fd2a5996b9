import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CompareView, CutText } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { ask } from '../frame/host';
import { icon } from '../frame/icon';
import { wholeNumber } from '../text/numbers';
import '../text/rook-diff';
import '../text/rook-text';

/** Longer texts than this are compared as far as they were sent, in UTF-16 units: nobody reads changes in more. */
const mostCompared = 2_000_000;

type Side = 'base' | 'head';
type Compared = NonNullable<CompareView['scenario']>;

/** A text of both sides of a scenario, compared; what was cut on the way is fetched when the reader asks for it. */
@customElement('rook-compared-text')
export class RookComparedText extends LitElement {
  @property({ attribute: false }) scenario!: Compared;
  @property() field: 'answer' | 'snapshot' = 'answer';
  /** What it is called in sentences: `answer`. */
  @property() name = 'text';
  @property({ type: Boolean }) mono = false;
  @state() private whole: Partial<Record<Side, string>> = {};
  @state() private asking = false;
  @state() private refusal = '';

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .note {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
        min-height: 26px;
        margin-bottom: 6px;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('scenario') && changed.get('scenario') !== undefined) this.whole = {};
  }

  override render(): TemplateResult {
    const [base, head] = [this.text('base'), this.text('head')];
    if (base === undefined && head === undefined)
      return html`<p class="muted">Neither run has the ${this.name} on record.</p>`;
    if (base === undefined || head === undefined) {
      const there = base === undefined ? 'head' : 'base';
      return html`${this.cutNote()}
        <p class="muted">Only ${there} has the ${this.name} on record, so there is nothing to compare it with.</p>
        <rook-text ?mono=${this.mono} .text=${base ?? head ?? ''} .label=${`${this.name} of ${there}`}></rook-text>`;
    }
    return html`${this.cutNote()}
      <rook-diff ?mono=${this.mono} .base=${base} .head=${head} baseLabel="base" headLabel="head"></rook-diff>`;
  }

  private text(side: Side): string | undefined {
    return this.whole[side] ?? this.scenario[side]?.[this.field];
  }

  private cut(side: Side): CutText | undefined {
    if (this.whole[side] !== undefined) return undefined;
    const path = ['scenario', side, this.field].join('/');
    return this.scenario.cuts?.find((cut) => cut.path.join('/') === path);
  }

  private cutNote(): TemplateResult | typeof nothing {
    const cuts = (['base', 'head'] as const).flatMap((side) => {
      const cut = this.cut(side);
      return cut ? [{ side, length: cut.length, shown: this.text(side)?.length ?? 0 }] : [];
    });
    if (cuts.length === 0) return nothing;
    const words = cuts.map(
      ({ side, length, shown }) => `${wholeNumber(shown)} of ${wholeNumber(length)} characters of ${side}`,
    );
    const small = cuts.every(({ length }) => length <= mostCompared);
    return html`<div class="note">
      ${icon('info')}<span>Compared so far: ${words.join(', ')}.</span>
      ${
        small
          ? html`<button ?disabled=${this.asking} @click=${this.fetchWhole}>Compare all of it</button>`
          : html`<span class="muted">The rest is too long to be compared here; the records have it.</span>`
      }
      <span role="status">${this.asking ? 'Reading…' : this.refusal}</span>
    </div>`;
  }

  private async fetchWhole(): Promise<void> {
    this.asking = true;
    this.refusal = '';
    const whole: Partial<Record<Side, string>> = {};
    for (const side of ['base', 'head'] as const) {
      const cut = this.cut(side);
      if (!cut) continue;
      const answer = await ask(this, { ask: 'viewText', path: cut.path, start: 0, end: cut.length });
      if (answer.kind === 'text') whole[side] = answer.text;
      else if (answer.kind === 'refused') this.refusal = [answer.message, answer.remedy ?? ''].join(' ').trim();
    }
    this.whole = { ...this.whole, ...whole };
    this.asking = false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-compared-text': RookComparedText;
  }
}
