import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { comparisonGroups } from '../../schemas/comparison';
import type { CompareView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { notesStyles } from '../frame/notes-styles';
import type { OpenState } from '../frame/open-state';
import { inlineText } from '../text/inline-text';
import { headlineOf, restWords } from './group-words';
import './rook-changes';
import './rook-compared-scenario';
import './rook-run-choice';

/** Two runs side by side: what it comes to, what limits it, and what changed; or one scenario of them. */
@customElement('rook-compare')
export class RookCompare extends LitElement {
  @property({ attribute: false }) view!: CompareView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    notesStyles,
    css`
      :host {
        display: block;
        padding-top: 16px;
      }
      h1 {
        margin-top: 22px;
        font-size: 1.6em;
        font-weight: 600;
        line-height: 1.3;
      }
      h1::first-letter {
        text-transform: uppercase;
      }
      .rest {
        margin-top: 2px;
      }
      .notes {
        margin-top: 16px;
      }
      .nothing {
        display: flex;
        gap: 8px;
        margin-top: 26px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view, open } = this;
    return html`
      <rook-run-choice .view=${view}></rook-run-choice>
      ${
        view.scenario
          ? html`<rook-compared-scenario .view=${view} .open=${open}></rook-compared-scenario>${this.notes()}`
          : html`<h1>${headlineOf(view)}</h1>
              <p class="rest muted">${restWords(view)}</p>
              ${this.notes()} ${this.changes()}`
      }
    `;
  }

  private notes(): TemplateResult | typeof nothing {
    const notes = this.view.comparison.notes ?? [];
    if (notes.length === 0) return nothing;
    return html`<ul class="notes" aria-label="What limits the comparison">
      ${notes.map((note) => html`<li>${icon('info')}<span>${inlineText(note)}</span></li>`)}
    </ul>`;
  }

  private changes(): TemplateResult {
    const { view } = this;
    if (comparisonGroups.some((group) => view.comparison[group].length > 0))
      return html`<rook-changes .view=${view}></rook-changes>`;
    return html`<p class="nothing">
      ${icon('check')}<span>No scenario newly fails, is fixed, flips, was redefined, added or removed between the two runs.</span>
    </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-compare': RookCompare;
  }
}
