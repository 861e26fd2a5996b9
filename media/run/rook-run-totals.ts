import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { type KeptTexts, keepTexts } from '../frame/kept-texts';
import { wholeNumber } from '../text/numbers';
import { keptFilter, noFilter } from './row-choice';
import { countKinds, kindLook, type RowKind } from './row-look';

/** How many scenarios came out how: a bar to scale, and the figures, each a way to its rows. */
@customElement('rook-run-totals')
export class RookRunTotals extends LitElement {
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) texts: KeptTexts = {};

  static override styles = [
    baseStyles,
    css`
      svg {
        display: block;
        width: 100%;
        height: 10px;
        border-radius: 3px;
        overflow: hidden;
        forced-color-adjust: none;
      }
      rect {
        fill: var(--rook-muted);
        fill-opacity: 0.35;
      }
      rect.pass,
      rect.fail,
      rect.unable {
        fill: currentColor;
        fill-opacity: 1;
      }
      rect.waiting {
        fill-opacity: 0.15;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 6px;
        margin-top: 6px;
        margin-inline-start: -8px;
      }
      b {
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      button[aria-pressed='true'] {
        border-color: var(--vscode-focusBorder);
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { rows } = this.view;
    if (rows.length === 0) return nothing;
    const kinds = countKinds(rows);
    const chosen = this.texts['run:status'];
    return html`
      ${bar(kinds, rows.length)}
      <ul aria-label="Scenarios by status">
        ${kinds.map(([kind, count]) => {
          const look = kindLook(kind);
          return html`<li>
            <button class="plain" aria-pressed=${chosen === kind ? 'true' : 'false'} title="Show these rows" @click=${() => this.choose(kind)}>
              <span class=${look.tone}>${icon(look.icon)}</span><b>${wholeNumber(count)}</b> ${look.words}
            </button>
          </li>`;
        })}
      </ul>
    `;
  }

  private choose(kind: RowKind): void {
    const again = this.texts['run:status'] === kind;
    keepTexts(this, { ...noFilter, ...keptFilter({ status: again ? '' : kind }) });
    if (!again) this.dispatchEvent(new CustomEvent('rook-to-rows', { bubbles: true, composed: true }));
  }
}

/** What the figures below say is not said twice. */
function bar(kinds: [RowKind, number][], all: number): TemplateResult {
  let before = 0;
  return html`<svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ${all} 10">
    ${kinds.map(([kind, count]) => {
      const x = before;
      before += count;
      return svg`<rect class="${kindLook(kind).tone} ${kind === 'waiting' ? 'waiting' : ''}" x=${x} y="0" width=${count} height="10"></rect>`;
    })}
  </svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-totals': RookRunTotals;
  }
}
