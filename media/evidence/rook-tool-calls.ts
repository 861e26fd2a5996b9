import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { baseStyles } from '../frame/base-styles';
import { choose, isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import type { Reveal } from '../json/rook-json';
import '../json/rook-json';
import { inlineText } from '../text/inline-text';
import { counted, wholeNumber } from '../text/numbers';
import { type TextPath, type TextSources, textsBelow, wholeTexts } from '../text/text-source';
import type { ObservedCalls, ShownCall } from './observed-calls';
import { below, type QuoteTarget } from './quote-target';

/** Calls shown at first, and added each time more are asked for. */
const portion = 100;
/** Characters of the arguments in a call's line. */
const glanceLength = 160;

/** What the agent's tools were asked, as the hooks observed it. */
@customElement('rook-tool-calls')
export class RookToolCalls extends LitElement {
  @property({ attribute: false }) observed!: ObservedCalls;
  @property({ attribute: false }) open: OpenState = {};
  /** Where the rest is of texts that were cut, by their path in the view. */
  @property({ attribute: false }) sources: TextSources = wholeTexts;
  /** What is to be highlighted. */
  @property({ attribute: false }) target: QuoteTarget | undefined;
  @state() private limit = portion;
  private quoted: { index: number; reveal: Reveal | undefined } | undefined;

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
      .quoted {
        background: var(--vscode-editor-findMatchHighlightBackground, transparent);
        outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('target')) return;
    const { target, observed } = this;
    const calls = observed.kind === 'unobserved' ? [] : observed.calls;
    const index = target ? calls.findIndex(({ path }) => below(target.place.path, path)) : -1;
    const call = calls[index];
    const path = target && call ? below(target.place.path, call.path) : undefined;
    this.quoted = path && { index, reveal: { path, found: target?.found } };
    if (!path) return;
    if (index >= this.limit) this.limit = Math.ceil((index + 1) / portion) * portion;
    choose(this, { [`call:${index}`]: true });
  }

  override updated(changed: PropertyValues<this>): void {
    // A call that is quoted as a whole is its own line.
    if (this.quoted?.reveal?.path.length !== 0 || !changed.has('target')) return;
    const line = this.renderRoot.querySelectorAll<HTMLElement>('.summary')[this.quoted.index];
    if (line) this.dispatchEvent(new CustomEvent('rook-found', { detail: line, bubbles: true, composed: true }));
  }

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
    const reveal = this.quoted?.index === index ? this.quoted.reveal : undefined;
    const whole = reveal?.path.length === 0;
    return html`<li>
      <rook-disclosure .key=${key} .open=${open}>
        <div slot="summary" class="summary ${whole ? 'quoted' : ''}" tabindex=${whole ? '-1' : nothing}>
          <code class="name">${inlineText(call.name)}</code>
          <code class="glance">${inlineText(glance(call.arguments))}</code>
          ${call.turn === undefined ? nothing : html`<span class="turn">turn ${call.turn}</span>`}
        </div>
        ${open ? this.details(call, reveal) : nothing}
      </rook-disclosure>
    </li>`;
  }

  private details(call: ShownCall, reveal: Reveal | undefined): TemplateResult {
    return html`<div class="details">
      <p>Arguments</p>
      ${
        call.arguments === undefined
          ? html`<p>Not recorded.</p>`
          : this.tree(call.arguments, [...call.path, 'arguments'], 'arguments', inside(reveal, ['arguments']))
      }
      ${
        Object.keys(call.rest).length > 0
          ? html`<p>Also recorded</p>
              ${this.tree(call.rest, call.path, 'rest of the call', reveal?.path[0] === 'arguments' ? undefined : inside(reveal, []))}`
          : nothing
      }
    </div>`;
  }

  private tree(value: unknown, path: TextPath, label: string, reveal: Reveal | undefined): TemplateResult {
    return html`<rook-json
      class="json"
      .value=${value}
      .sources=${textsBelow(this.sources, path)}
      .label=${label}
      .reveal=${reveal}
    ></rook-json>`;
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

const inner = new WeakMap<Reveal, Reveal>();

/** The same thing to reveal, seen from further in; the same object for the same search. */
function inside(reveal: Reveal | undefined, base: TextPath): Reveal | undefined {
  const path = reveal && reveal.path.length > 0 ? below(reveal.path, base) : undefined;
  if (!reveal || !path) return undefined;
  const made = inner.get(reveal) ?? { path, found: reveal.found };
  inner.set(reveal, made);
  return made;
}

function glance(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > glanceLength ? `${text.slice(0, glanceLength)}…` : text;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-tool-calls': RookToolCalls;
  }
}
