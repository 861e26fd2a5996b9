import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CompareView, RunEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { fieldStyles } from '../frame/field-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { runLine } from '../text/run-words';

type Field = 'base' | 'head' | 'swap';

/** Another choice is another page, made anew: the field that had the focus gets it again. */
let lastUsed: Field | undefined;

/** Which two runs are compared. */
@customElement('rook-run-choice')
export class RookRunChoice extends LitElement {
  @property({ attribute: false }) view!: CompareView;

  static override styles = [
    baseStyles,
    fieldStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .choice {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
        align-items: end;
        gap: 4px 10px;
      }
      .side {
        display: grid;
        gap: 2px;
        min-width: 0;
      }
      select {
        width: 100%;
      }
      .swap {
        height: 26px;
        margin-bottom: 22px;
      }
      .id {
        min-height: 20px;
        overflow: hidden;
        font-size: var(--rook-label-size);
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      button.link {
        max-width: 100%;
      }
      .swap .words {
        display: none;
      }
      @container (max-width: 560px) {
        .choice {
          grid-template-columns: minmax(0, 1fr);
        }
        .swap {
          margin-bottom: 0;
          justify-self: start;
        }
        .swap .words {
          display: inline;
        }
      }
    `,
  ];

  override firstUpdated(): void {
    if (lastUsed) this.renderRoot.querySelector<HTMLElement>(`#${lastUsed}`)?.focus();
    lastUsed = undefined;
  }

  override render(): TemplateResult {
    return html`<div class="choice" role="group" aria-label="Runs that are compared">
      ${this.side('base', 'Base', this.view.base)}
      <button id="swap" class="swap plain" title="Swap base and head" @click=${this.swap}>
        ${icon('arrow-swap')}<span class="words" aria-hidden="true">Swap</span><span class="unseen">Swap base and head</span>
      </button>
      ${this.side('head', 'Head', this.view.head)}
    </div>`;
  }

  private side(field: 'base' | 'head', label: string, chosen: RunEntry): TemplateResult {
    return html`<div class="side">
      <label for=${field}>${label}</label>
      <select id=${field} @change=${(event: Event) => this.choose(field, event)}>
        ${this.view.runs.map(
          (run) => html`<option value=${run.runId} ?selected=${run.runId === chosen.runId}>${runLine(run)}</option>`,
        )}
      </select>
      <p class="id">
        <button class="link" @click=${() => go(this, { view: 'run', runId: chosen.runId })}>
          <span class="unseen">Open run </span>${inlineText(chosen.runId)}
        </button>
        ${chosen.status && chosen.status !== 'completed' ? html`<span class="chip">${chosen.status}</span>` : nothing}
      </p>
    </div>`;
  }

  private choose(field: 'base' | 'head', event: Event): void {
    const { value } = event.target as HTMLSelectElement; // the handler is on selects only
    const { base, head } = this.view;
    this.leave(field, field === 'base' ? value : base.runId, field === 'head' ? value : head.runId);
  }

  private swap(): void {
    this.leave('swap', this.view.head.runId, this.view.base.runId);
  }

  private leave(field: Field, base: string, head: string): void {
    lastUsed = field;
    const { scenario } = this.view;
    go(this, { view: 'compare', base, head, ...(scenario && { scenarioId: scenario.scenarioId }) });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-choice': RookRunChoice;
  }
}
