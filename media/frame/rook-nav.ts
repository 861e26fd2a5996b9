import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelRoute, PanelState } from '../../schemas/panel';
import { inlineText } from '../text/inline-text';
import { baseStyles } from './base-styles';
import { go, send } from './host';
import { icon } from './icon';

declare global {
  interface HTMLElementEventMap {
    /** The reader wants to go where he was before. */
    'rook-back': CustomEvent<undefined>;
  }
}

/** Where the reader is, and where else he can go. */
@customElement('rook-nav')
export class RookNav extends LitElement {
  @property({ attribute: false }) route!: PanelRoute;
  @property({ attribute: false }) host: PanelState['host'] = 'browser';
  @property({ type: Boolean }) back = false;
  /** A newer run than the one that is shown. */
  @property({ attribute: false }) newer: string | undefined;

  static override styles = [
    baseStyles,
    css`
      nav {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 4px;
        min-height: 34px;
        padding-top: 8px;
      }
      .here {
        min-width: 0;
        padding: 0 4px;
        overflow-wrap: anywhere;
      }
      .space {
        flex: 1;
      }
    `,
  ];

  override render(): TemplateResult {
    const { route } = this;
    return html`<nav aria-label="Places">
      ${this.back ? html`<button class="plain" title="Back" aria-label="Back" @click=${this.goBack}>${icon('arrow-left')}</button>` : nothing}
      ${this.trailOf(route)}
      <span class="space"></span>
      ${this.ways(route)}
    </nav>`;
  }

  private trailOf(route: PanelRoute): TemplateResult {
    switch (route.view) {
      case 'run':
        return html`<span class="here" aria-current="page">Run ${inlineText(route.runId)}</span>`;
      case 'scenario':
        return html`
          <button class="link" @click=${() => go(this, { view: 'run', runId: route.runId })}>Run ${inlineText(route.runId)}</button>
          <span class="muted" aria-hidden="true">›</span>
          <span class="here" aria-current="page">${inlineText(route.scenarioId)}</span>
        `;
      case 'compare':
        return html`<span class="here" aria-current="page">Comparison</span>`;
      case 'trends':
        return html`<span class="here" aria-current="page">Trends</span>`;
      default:
        return route satisfies never;
    }
  }

  private ways(route: PanelRoute): TemplateResult | typeof nothing {
    const way = (label: string, symbol: Parameters<typeof icon>[0], target: PanelRoute): TemplateResult =>
      html`<button class="plain" @click=${() => go(this, target)}>${icon(symbol)}${label}</button>`;
    switch (route.view) {
      case 'run':
        return html`
          ${this.newer === undefined ? nothing : way('Newer run', 'history', { view: 'run', runId: this.newer })}
          ${way('Compare', 'diff', { view: 'compare', head: route.runId })}
          ${way('Trends', 'graph-line', { view: 'trends' })}
          ${this.exports()}
        `;
      case 'scenario':
        return html`
          ${way('Compare', 'diff', { view: 'compare', head: route.runId, scenarioId: route.scenarioId })}
          ${way('Trends', 'graph-line', { view: 'trends', scenarioId: route.scenarioId })}
        `;
      case 'compare':
        return way('Trends', 'graph-line', {
          view: 'trends',
          ...(route.scenarioId !== undefined && { scenarioId: route.scenarioId }),
        });
      case 'trends':
        return way('Compare', 'diff', {
          view: 'compare',
          ...(route.scenarioId !== undefined && { scenarioId: route.scenarioId }),
        });
      default:
        return route satisfies never;
    }
  }

  private exports(): TemplateResult | typeof nothing {
    return this.host === 'editor'
      ? html`<button class="plain" @click=${() => send(this, { type: 'export' })}>${icon('export')}Export…</button>`
      : nothing;
  }

  private goBack(): void {
    this.dispatchEvent(new CustomEvent('rook-back', { bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-nav': RookNav;
  }
}
