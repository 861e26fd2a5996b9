import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { statusOf } from './status';

/** Stays at the top: ways to the sections, and the verdict once its own place is out of sight. */
@customElement('rook-section-bar')
export class RookSectionBar extends LitElement {
  @property({ attribute: false }) sections: { id: string; title: string }[] = [];
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) showStatus = false;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        border-bottom: 1px solid var(--rook-line);
        background: var(--vscode-editor-background);
      }
      .bar {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
        padding: 3px 12px;
      }
      nav {
        display: flex;
        min-width: 0;
        overflow-x: auto;
        scrollbar-width: none;
      }
      nav button {
        flex: none;
      }
      .status {
        display: flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
        padding-inline-end: 8px;
        white-space: nowrap;
      }
      .status[hidden] {
        display: flex;
        visibility: hidden;
      }
      .status b {
        font-weight: 600;
      }
      .id {
        overflow: hidden;
        text-overflow: ellipsis;
      }
      @media (max-width: 640px) {
        .id,
        .status[hidden] {
          display: none;
        }
        .status {
          flex: none;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const look = statusOf(this.view);
    return html`
      <div class="bar">
        <nav aria-label="Sections">
          ${this.sections.map(
            ({ id, title }) => html`<button class="plain" @click=${() => this.go(id)}>${title}</button>`,
          )}
        </nav>
        <div class="status" aria-hidden="true" ?hidden=${!this.showStatus}>
          <span class=${look.tone}>${icon(look.icon)}</span><b>${look.words}</b>
          <span class="id muted">${inlineText(this.view.scenarioId)}</span>
        </div>
      </div>
    `;
  }

  private go(id: string): void {
    this.dispatchEvent(new CustomEvent('rook-go', { detail: id }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-section-bar': RookSectionBar;
  }
}
