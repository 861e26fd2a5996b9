import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { ScenarioView } from '../../schemas/panel-view';
import { isTorn } from '../evidence/record-state';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { viewTexts } from '../text/text-source';
import { attemptsOf } from './rook-attempts';
import './rook-copy';
import './rook-diagnosis';
import './rook-measures';
import { verdictMarkdown } from '../../engine/report/text/verdict-markdown';
import { nextStep, reasonOf, statusOf } from './status';

/** What was decided, about what, and what it cost: the part that is read first and often alone. */
@customElement('rook-header')
export class RookHeader extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) host: PanelState['host'] = 'browser';

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
        width: 30px;
        height: 30px;
        font-size: 30px;
      }
      .words {
        font-size: 1.85em;
        font-weight: 600;
        line-height: 30px;
      }
      .reason {
        margin: 2px 0 0 40px;
      }
      h1 {
        margin-top: 12px;
        font-size: 1.3em;
        font-weight: 600;
        line-height: 1.35;
        overflow-wrap: anywhere;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        margin-top: 4px;
        overflow-wrap: anywhere;
      }
      .facts dt,
      .facts dd {
        display: inline;
      }
      .facts dt {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      rook-measures,
      rook-attempts,
      rook-diagnosis,
      .summary {
        margin-top: 14px;
      }
      .torn {
        display: flex;
        align-items: flex-start;
        gap: 6px;
        margin-top: 14px;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 16px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view } = this;
    const { verdict } = view;
    const look = statusOf(view);
    const reason = reasonOf(view);
    return html`
      <div class="status">
        <span class=${look.tone}>${icon(look.icon)}</span>
        <p class="words ${look.tone}">${look.words}</p>
      </div>
      ${reason ? html`<p class="reason">${inlineText(reason)} ${this.reasonCode()}</p>` : nothing}
      <h1>${inlineText(view.title)}</h1>
      <dl class="facts">${this.facts()}</dl>
      ${this.diagnosis()}
      ${
        verdict?.summary
          ? html`<rook-text class="summary" .text=${verdict.summary} .source=${viewTexts(view)(['verdict', 'summary'])} label="summary"></rook-text>`
          : nothing
      }
      ${attemptsOf(view).length > 0 ? html`<rook-attempts .view=${view}></rook-attempts>` : nothing}
      <rook-measures .view=${view}></rook-measures>
      ${isTorn(view.missing) ? tornNote : nothing}
      <div class="actions">
        ${
          this.host === 'editor'
            ? html`<button @click=${() => send(this, { type: 'openScenario' })}>${icon('go-to-file')}Open scenario</button>`
            : nothing
        }
        ${verdict ? html`<rook-copy label="Copy verdict as Markdown" .make=${() => verdictMarkdown(view, verdict)}></rook-copy>` : nothing}
      </div>
    `;
  }

  /** What happened and what to do; without a diagnosis, what to do about criteria that do not say it themselves. */
  private diagnosis(): TemplateResult | typeof nothing {
    const { verdict } = this.view;
    const unable = verdict?.status === 'Unable to Verify';
    if (!verdict || (!verdict.diagnosis && !(unable && (verdict.remedy || verdict.criteria.length === 0))))
      return nothing;
    return html`<rook-diagnosis
      .diagnosis=${verdict.diagnosis}
      .source=${viewTexts(this.view)(['verdict', 'diagnosis'])}
      .remedy=${verdict.remedy ?? (unable ? nextStep(verdict.unverifiable_reason) : undefined)}
    ></rook-diagnosis>`;
  }

  /** The reason as records and reports spell it, to be searched for. */
  private reasonCode(): TemplateResult | typeof nothing {
    const { verdict } = this.view;
    const code = verdict?.status === 'Unable to Verify' ? verdict.unverifiable_reason : undefined;
    return code ? html`<code class="muted">${code}</code>` : nothing;
  }

  private facts(): TemplateResult[] {
    const { view } = this;
    const kind = [view.class, view.category]
      .filter((part) => part !== undefined)
      .map((part) => part.replace(/_/g, ' '));
    const facts: [string, string | undefined][] = [
      ['Scenario', view.scenarioId],
      ['Kind', kind.join(' / ') || undefined],
      ['Profile', view.profileId],
      ['Run', view.runName ? `${view.runId} (${view.runName})` : view.runId],
    ];
    return facts.flatMap(([name, value]) =>
      value === undefined ? [] : html`<div><dt>${name}</dt> <dd>${inlineText(value)}</dd></div>`,
    );
  }
}

const tornNote = html`<p class="torn">
  <span class="unable">${icon('warning')}</span>Part of the record is damaged. What could be read is shown; Records says
  what could not.
</p>`;

declare global {
  interface HTMLElementTagNameMap {
    'rook-header': RookHeader;
  }
}
