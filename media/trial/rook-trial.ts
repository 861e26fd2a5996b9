import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TrialView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';
import type { OpenState } from '../frame/open-state';
import { inlineText } from '../text/inline-text';
import { wholeNumber } from '../text/numbers';
import '../text/rook-text';
import '../verdict/rook-diagnosis';
import './rook-capabilities';
import './rook-trial-phases';
import { trialWords } from './trial-words';

/** One real invocation of a profile: whether it answers, what came back, what it showed of itself. */
@customElement('rook-trial')
export class RookTrial extends LitElement {
  @property({ attribute: false }) view!: TrialView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        padding-top: 20px;
      }
      .status {
        display: flex;
        align-items: flex-start;
        gap: 10px;
      }
      .status .icon {
        width: 26px;
        height: 26px;
        font-size: 26px;
      }
      h1 {
        font-size: 1.6em;
        font-weight: 600;
        line-height: 26px;
        overflow-wrap: anywhere;
      }
      .agent {
        margin: 2px 0 0 36px;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 16px;
      }
      button:disabled {
        opacity: 0.5;
        cursor: default;
      }
      section {
        padding-top: 22px;
      }
      h2 {
        margin-bottom: 8px;
        font-size: 1.15em;
        font-weight: 600;
      }
      .said {
        padding: 8px 12px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 4px;
        background: var(--vscode-textCodeBlock-background);
      }
      .facts {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 4px 16px;
      }
      dt {
        color: var(--rook-muted);
      }
      rook-diagnosis {
        margin-top: 16px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view } = this;
    const look = trialWords(view);
    return html`
      <div class="status">
        <span class=${look.tone}>${icon(look.icon)}</span>
        <h1>${inlineText(look.words)}</h1>
      </div>
      <p class="agent muted">${inlineText(view.agentName)}, ${inlineText(view.profileName)}</p>
      ${this.finding()}
      <div class="actions">${this.actions()}</div>
      ${section('Asked', html`<div class="said"><rook-text .text=${view.goal} label="goal"></rook-text></div>`)}
      ${
        view.output === undefined
          ? nothing
          : section('Answer', html`<div class="said"><rook-text .text=${view.output} label="answer"></rook-text></div>`)
      }
      ${view.ok ? this.shown() : nothing}
      ${section('Phases', html`<rook-trial-phases .phases=${view.phases} .open=${this.open}></rook-trial-phases>`)}
    `;
  }

  /** What the hooks have shown of themselves: where no answer came, that says nothing. */
  private shown(): TemplateResult {
    return html`
      ${section('Capabilities', html`<rook-capabilities .capabilities=${this.view.capabilities}></rook-capabilities>`)}
      ${section('What came back', html`<dl class="facts">${this.facts()}</dl>`)}
    `;
  }

  /** The explanation when there is one, else the failure in its own words. */
  private finding(): TemplateResult | typeof nothing {
    const { diagnosis, error, cancelled } = this.view;
    if (diagnosis)
      return html`<rook-diagnosis .diagnosis=${diagnosis.summary} .remedy=${diagnosis.next}></rook-diagnosis>`;
    return error && !cancelled ? html`<rook-diagnosis .diagnosis=${error}></rook-diagnosis>` : nothing;
  }

  private actions(): TemplateResult[] {
    const { running, capabilities, ok } = this.view;
    const differs = ok && capabilities.some(({ declared, observed }) => declared !== observed);
    return [
      html`<button ?disabled=${running} @click=${() => send(this, { type: 'trialAction', action: 'again' })}>
        ${icon('refresh')}${running ? 'Running …' : 'Run Again'}
      </button>`,
      html`<button @click=${() => send(this, { type: 'trialAction', action: 'openScript' })}>
        ${icon('file-code')}Open Script
      </button>`,
      ...(differs
        ? [
            html`<button ?disabled=${running} @click=${() => send(this, { type: 'trialAction', action: 'writeCapabilities' })}>
              ${icon('check')}Write Observed Capabilities
            </button>`,
          ]
        : []),
    ];
  }

  private facts(): TemplateResult[] {
    const { conversation, usage, calls } = this.view;
    const facts: [string, string][] = [
      ['Conversation handle', conversation ?? 'none came back'],
      ['Tool calls', calls === undefined ? 'not observable' : calls.length === 0 ? 'none happened' : calls.join(', ')],
      ['Tokens', usage ? `${wholeNumber(usage.input)} in, ${wholeNumber(usage.output)} out` : 'not observable'],
    ];
    return facts.flatMap(([name, value]) => [html`<dt>${name}</dt>`, html`<dd>${inlineText(value)}</dd>`]);
  }
}

function section(title: string, body: TemplateResult): TemplateResult {
  return html`<section><h2>${title}</h2>${body}</section>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-trial': RookTrial;
  }
}
