import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { counted, wholeNumber } from '../text/numbers';
import '../text/rook-text';
import type { ObservedCalls, ShownCall } from './observed-calls';

/** Calls shown at first, and added each time more are asked for. */
const portion = 100;
/** Characters of the arguments in a call's line. */
const glanceLength = 160;

/** What the agent's tools were asked, as the hooks observed it. */
@customElement('rook-tool-calls')
export class RookToolCalls extends LitElement {
  @property({ attribute: false }) observed!: ObservedCalls;
  @property({ attribute: false }) open: OpenState = {};
  @state() private limit = portion;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .summary {
        display: flex;
        align-items: baseline;
        gap: 10px;
      }
      .name {
        flex: none;
        max-width: 60%;
        overflow: hidden;
        font-weight: 600;
      }
      .glance {
        flex: 1;
        min-width: 0;
        overflow: hidden;
        color: var(--rook-muted);
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .turn {
        flex: none;
        color: var(--rook-muted);
      }
      .details {
        display: grid;
        gap: 6px;
        padding: 4px 6px 12px 28px;
      }
      .details p {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      .json {
        padding: 6px 10px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        background: var(--vscode-textCodeBlock-background);
      }
      .note {
        margin-bottom: 8px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { observed } = this;
    if (observed.kind === 'unobserved') return html`<p class="muted">Not observable. ${observed.why}</p>`;
    const { calls } = observed;
    return html`
      ${noteOf(observed)}
      <ol>
        ${calls.slice(0, this.limit).map((call, index) => this.callTemplate(call, index))}
      </ol>
      ${
        calls.length > this.limit
          ? html`<button class="link" @click=${this.showMore}>
              Show more calls (${wholeNumber(this.limit)} of ${wholeNumber(calls.length)})
            </button>`
          : nothing
      }
    `;
  }

  private callTemplate(call: ShownCall, index: number): TemplateResult {
    const key = `call:${index}`;
    const open = isOpen(this.open, key, false);
    return html`<li>
      <rook-disclosure .key=${key} .open=${open}>
        <div slot="summary" class="summary">
          <code class="name">${inlineText(call.name)}</code>
          <code class="glance">${inlineText(glance(call.arguments))}</code>
          ${call.turn === undefined ? nothing : html`<span class="turn">turn ${call.turn}</span>`}
        </div>
        ${open ? detailsTemplate(call) : nothing}
      </rook-disclosure>
    </li>`;
  }

  private showMore(): void {
    this.limit += portion;
  }
}

function noteOf(observed: Exclude<ObservedCalls, { kind: 'unobserved' }>): TemplateResult | typeof nothing {
  if (observed.kind === 'partly') {
    const turns = `${observed.silentTurns.length === 1 ? 'Turn' : 'Turns'} ${observed.silentTurns.join(', ')}`;
    return html`<p class="note">${turns} returned no calls: there may have been more than these.</p>`;
  }
  if (observed.calls.length === 0) return html`<p class="muted">Observed: no tool was called.</p>`;
  return observed.source === 'collect'
    ? html`<p class="note muted">${counted(observed.calls.length, 'call')}, from the collect hook.</p>`
    : nothing;
}

function detailsTemplate(call: ShownCall): TemplateResult {
  return html`<div class="details">
    <p>Arguments</p>
    ${
      call.arguments === undefined
        ? html`<p>Not recorded.</p>`
        : html`<rook-text mono class="json" .text=${indented(call.arguments)} label="arguments"></rook-text>`
    }
    ${
      Object.keys(call.rest).length > 0
        ? html`<p>Also recorded</p>
            <rook-text mono class="json" .text=${indented(call.rest)} label="rest of the call"></rook-text>`
        : nothing
    }
  </div>`;
}

function glance(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > glanceLength ? `${text.slice(0, glanceLength)}…` : text;
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-tool-calls': RookToolCalls;
  }
}
