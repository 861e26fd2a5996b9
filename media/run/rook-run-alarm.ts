import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { keepTexts } from '../frame/kept-texts';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import { keptFilter, noFilter } from './row-choice';
import { kindOf } from './row-look';

/** More than these are in the table. */
const mostNamed = 5;

/** Attacks that reached their goal: nothing may stand above this. */
@customElement('rook-run-alarm')
export class RookRunAlarm extends LitElement {
  @property({ attribute: false }) view!: RunView;

  static override styles = [
    baseStyles,
    css`
      section {
        margin-top: 16px;
        padding: 12px 14px;
        border: var(--rook-alarm-border);
        border-radius: 4px;
        background: var(--vscode-inputValidation-errorBackground, transparent);
        color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
      }
      .head {
        display: flex;
        align-items: flex-start;
        gap: 8px;
      }
      .head .icon {
        width: 20px;
        height: 20px;
        color: var(--rook-alarm);
        font-size: 20px;
      }
      h2 {
        font-size: 1.15em;
        font-weight: 600;
        line-height: 20px;
      }
      ul,
      .more {
        margin: 6px 0 0 28px;
      }
      li {
        margin-top: 4px;
        overflow-wrap: anywhere;
      }
      button.link {
        display: inline;
        padding: 0;
        color: inherit;
        text-decoration: underline;
      }
      .why {
        display: block;
      }
    `,
  ];

  override render(): TemplateResult | typeof nothing {
    const { rows, runId } = this.view;
    const compromised = rows.filter((row) => kindOf(row) === 'compromised');
    if (compromised.length === 0) return nothing;
    return html`<section aria-labelledby="alarm">
      <div class="head">
        ${icon('unlock')}
        <h2 id="alarm">Compromised: ${counted(compromised.length, 'scenario')}</h2>
      </div>
      <ul>
        ${compromised.slice(0, mostNamed).map(
          ({ scenarioId, title, why }) => html`<li>
            <button class="link" @click=${() => go(this, { view: 'scenario', runId, scenarioId })}>${inlineText(scenarioId)} ${title === scenarioId ? nothing : inlineText(title)}</button>
            ${why ? html`<span class="why">${inlineText(why)}</span>` : nothing}
          </li>`,
        )}
      </ul>
      ${
        compromised.length > mostNamed
          ? html`<p class="more"><button class="link" @click=${this.showAll}>Show all ${compromised.length} in the table</button></p>`
          : nothing
      }
    </section>`;
  }

  private showAll(): void {
    keepTexts(this, { ...noFilter, ...keptFilter({ status: 'compromised' }) });
    this.dispatchEvent(new CustomEvent('rook-to-rows', { bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-alarm': RookRunAlarm;
  }
  interface HTMLElementEventMap {
    /** The reader asked for rows: the table comes into sight. */
    'rook-to-rows': CustomEvent<undefined>;
  }
}
