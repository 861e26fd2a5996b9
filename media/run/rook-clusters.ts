import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { RunView } from '../../schemas/panel-view';
import type { Cluster } from '../../schemas/report';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { choose, isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { counted } from '../text/numbers';
import '../text/rook-text';
import { kindLook } from './row-look';

/** So many are shown before one asks for more; and so many scenarios of one. */
const fewClusters = 8;
const fewScenarios = 20;

/** What came out badly, by the cause that it shares. */
@customElement('rook-clusters')
export class RookClusters extends LitElement {
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .list {
        display: grid;
        gap: 8px;
      }
      .cluster {
        border: 1px solid var(--rook-line);
        border-radius: 4px;
        --disclosure-padding: 7px 10px;
      }
      .summary {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 0 8px;
      }
      .summary .icon {
        margin-top: 2px;
      }
      h3 {
        overflow-wrap: anywhere;
      }
      .details {
        padding: 2px 12px 10px 56px;
      }
      .cause {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 4px 12px;
        margin-bottom: 10px;
      }
      .cause div {
        display: contents;
      }
      dt {
        color: var(--rook-muted);
      }
      dd {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      li {
        margin-top: 6px;
        padding-inline-start: 10px;
        border-inline-start: 2px solid var(--rook-line);
        overflow-wrap: anywhere;
      }
      li button.link {
        display: inline;
        padding: 0;
      }
      .more {
        margin-top: 8px;
      }
      @media (max-width: 560px) {
        .details {
          padding-inline-start: 12px;
        }
        .cause {
          grid-template-columns: 1fr;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { report } = this.view;
    if (!report) return html`<p class="muted">Not known before all records are read.</p>`;
    const { clusters } = report;
    if (clusters.length === 0) return html`<p class="muted">Nothing came out badly.</p>`;
    const all = clusters.length <= fewClusters || isOpen(this.open, 'clusters:all', false);
    return html`
      <div class="list">
        ${repeat(
          all ? clusters : clusters.slice(0, fewClusters),
          ({ id }, index) => `${id} ${index}`,
          (cluster, index) => this.cluster(cluster, `cluster:${index}:${cluster.id}`),
        )}
      </div>
      ${all ? nothing : this.more('clusters:all', `Show all ${clusters.length} groups`)}
    `;
  }

  private cluster(cluster: Cluster, key: string): TemplateResult {
    const look = kindLook(kindsOfCluster[cluster.kind]);
    return html`<div class="cluster"><rook-disclosure .key=${key} .open=${isOpen(this.open, key, false)}>
      <div slot="summary" class="summary">
        <span class=${look.tone} title=${look.words}>${icon(look.icon)}</span>
        <h3>${inlineText(sentence(cluster.why))}<span class="unseen"> (${look.words})</span></h3>
        <span class="muted">${counted(cluster.scenarios.length, 'scenario')}</span>
      </div>
      ${isOpen(this.open, key, false) ? this.details(cluster, `${key}:all`) : nothing}
    </rook-disclosure></div>`;
  }

  private details(cluster: Cluster, key: string): TemplateResult {
    const { runId } = this.view;
    const all = cluster.scenarios.length <= fewScenarios || isOpen(this.open, key, false);
    const facts: [string, string | undefined][] = [
      ['Root cause', cluster.cause],
      ['Remedy', cluster.remedy],
      ['Fault', cluster.fault],
      ['Where', cluster.where],
      ['Confidence', cluster.confidence],
    ];
    const known = facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
    return html`<div class="details">
      ${
        known.length > 0
          ? html`<dl class="cause">${known.map(([name, text]) => html`<div><dt>${name}</dt><dd><rook-text .text=${text} label=${name.toLowerCase()}></rook-text></dd></div>`)}</dl>`
          : nothing
      }
      <ul>
        ${(all ? cluster.scenarios : cluster.scenarios.slice(0, fewScenarios)).map(
          ({ scenario_id: scenarioId, title, summary }) => html`<li>
            <button class="link" @click=${() => go(this, { view: 'scenario', runId, scenarioId })}>${inlineText(scenarioId)} ${title === scenarioId ? nothing : inlineText(title)}</button>
            <rook-text .text=${summary} label="summary of ${scenarioId}"></rook-text>
          </li>`,
        )}
      </ul>
      ${all ? nothing : this.more(key, `Show all ${cluster.scenarios.length} scenarios`)}
    </div>`;
  }

  private more(key: string, words: string): TemplateResult {
    return html`<p class="more"><button class="link" @click=${() => choose(this, { [key]: true })}>${words}</button></p>`;
  }
}

const kindsOfCluster = { compromised: 'compromised', failed: 'Fail', unverifiable: 'Unable to Verify' } as const;

function sentence(why: string): string {
  return why.charAt(0).toUpperCase() + why.slice(1);
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-clusters': RookClusters;
  }
}
