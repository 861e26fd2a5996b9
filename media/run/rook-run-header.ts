import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { moment, runWords, statusWords } from './run-words';

/** How the run came out, what it was, and what its records do not say. */
@customElement('rook-run-header')
export class RookRunHeader extends LitElement {
  @property({ attribute: false }) view!: RunView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        padding-top: 20px;
      }
      .status {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 10px;
      }
      .status .icon {
        width: 28px;
        height: 28px;
        font-size: 28px;
      }
      h1 {
        font-size: 1.5em;
        font-weight: 600;
        line-height: 28px;
        overflow-wrap: anywhere;
        font-variant-numeric: tabular-nums;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        margin-top: 8px;
        overflow-wrap: anywhere;
      }
      .facts div {
        display: flex;
        flex-wrap: wrap;
        gap: 0 5px;
      }
      .facts dt {
        color: var(--rook-muted);
      }
      .note {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 6px;
        margin-top: 10px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render(): TemplateResult {
    const { view } = this;
    const said = runWords(view);
    return html`
      <div class="status">
        <span class=${said.tone}>${icon(said.icon)}</span>
        <h1>${said.from === 'report' ? inlineText(said.words) : said.words}</h1>
      </div>
      <dl class="facts">${this.facts()}</dl>
      ${view.reason ? note('info', 'muted', html`${statusWords(view) ?? 'Ended'}: ${inlineText(view.reason)}`) : nothing}
      ${view.testMode ? note('beaker', 'muted', html`Made in test mode, which is no run of a release.`) : nothing}
      ${view.source === 'rebuilt' && view.status !== 'running' ? note('info', 'muted', html`The run has no report of its own; this one is made from its records.`) : nothing}
      ${view.missing.map((entry) =>
        note('warning', entry.includes(': cannot be read') ? 'fail' : 'unable', html`${inlineText(entry)}`),
      )}
    `;
  }

  private facts(): TemplateResult[] {
    const { view } = this;
    const { shard } = view;
    const facts: [string, string | undefined][] = [
      ['Name', view.runName],
      ['Agent', view.agentId],
      ['Profile', view.profileId],
      ['Status', statusWords(view)],
      ['Started', view.created && moment(view.created)],
      ['Ended', view.ended && moment(view.ended)],
      ['Merged from', view.mergedFrom === undefined ? undefined : `${view.mergedFrom} shards`],
      ['Shard', shard && `${shard.index} of ${shard.total}`],
    ];
    return facts.flatMap(([name, value]) =>
      value ? [html`<div><dt>${name}</dt> <dd>${inlineText(value)}</dd></div>`] : [],
    );
  }
}

function note(symbol: Parameters<typeof icon>[0], tone: string, words: TemplateResult): TemplateResult {
  return html`<p class="note"><span class=${tone}>${icon(symbol)}</span><span>${words}</span></p>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-run-header': RookRunHeader;
  }
}
