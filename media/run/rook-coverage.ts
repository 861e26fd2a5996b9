import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunView } from '../../schemas/panel-view';
import type { OwaspControl } from '../../schemas/report';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { wholeNumber } from '../text/numbers';
import type { StatusLook } from '../verdict/status';

/** What the run left out, and what was decided of the attacks. */
@customElement('rook-coverage')
export class RookCoverage extends LitElement {
  @property({ attribute: false }) view!: RunView;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      dl {
        display: grid;
        gap: 8px;
      }
      dt {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      dd {
        overflow-wrap: anywhere;
      }
      .list {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }
      .chip {
        white-space: normal;
      }
      h3 {
        margin-top: 16px;
        font-weight: 600;
      }
      .scroll {
        overflow-x: auto;
      }
      table {
        width: 100%;
        margin-top: 4px;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 3px 12px 3px 0;
        border-bottom: 1px solid var(--rook-line);
        font-weight: normal;
        text-align: start;
        vertical-align: top;
      }
      thead th {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      .number {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      /* The names of controls have the room that is left; a narrow page scrolls. */
      .whole {
        white-space: nowrap;
      }
    `,
  ];

  override render(): TemplateResult {
    const { coverage, redteam, status } = this.view;
    if (!coverage)
      return html`<p class="muted">${status === 'running' ? 'Known when the run is over.' : 'Not known before all records are read.'}</p>`;
    const { criteria_verified: verified, criteria_total: total, features, categories } = coverage;
    return html`
      <dl>
        <div>
          <dt>Criteria decided</dt>
          <dd>${total === 0 ? html`<span class="muted">no criterion was graded</span>` : `${wholeNumber(verified)} of ${wholeNumber(total)}`}</dd>
        </div>
        <div>
          <dt>Features without an executed scenario</dt>
          <dd>${chips(features, (id) => this.featureName(id))}</dd>
        </div>
        <div>
          <dt>Categories without an executed scenario</dt>
          <dd>${chips(categories, (name) => name.replace(/_/g, ' '))}</dd>
        </div>
      </dl>
      ${redteam ? html`${categoryTable(redteam.categories)}${redteam.owasp ? owaspTable(redteam.owasp) : nothing}` : nothing}
    `;
  }

  private featureName(id: string): string {
    const name = this.view.features?.[id];
    return name && name !== id ? `${id} ${name}` : id;
  }
}

function chips(names: string[], wordsOf: (name: string) => string): TemplateResult {
  if (names.length === 0) return html`<span class="muted">none</span>`;
  return html`<ul class="list">${names.map((name) => html`<li class="chip">${inlineText(wordsOf(name))}</li>`)}</ul>`;
}

function categoryTable(
  rows: { category: string; scenarios: number; verified: number; compromised: number }[],
): TemplateResult {
  return html`<h3 id="attacks">Attacks</h3>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="attacks"><table aria-labelledby="attacks">
      <thead>
        <tr><th scope="col">Category</th><th scope="col" class="number">Scenarios</th><th scope="col" class="number">Decided</th><th scope="col" class="number">Compromised</th></tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ category, scenarios, verified, compromised }) => html`<tr>
            <th scope="row">${inlineText(category.replace(/_/g, ' '))}</th>
            <td class="number">${wholeNumber(scenarios)}</td>
            <td class="number">${wholeNumber(verified)}</td>
            <td class="number ${compromised > 0 ? 'fail' : ''}">${wholeNumber(compromised)}</td>
          </tr>`,
        )}
      </tbody>
    </table></div>`;
}

function owaspTable(controls: OwaspControl[]): TemplateResult {
  return html`<h3 id="owasp">OWASP Top 10 for LLM applications, 2025</h3>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="owasp"><table aria-labelledby="owasp">
      <thead>
        <tr><th scope="col">Control</th><th scope="col">Result</th><th scope="col" class="number">Decided</th></tr>
      </thead>
      <tbody>
        ${controls.map(({ id, name, status, scenarios, verified }) => {
          const look = owaspLook(status);
          return html`<tr>
            <th scope="row">${inlineText(`${id} ${name}`)}</th>
            <td class="whole"><span class=${look.tone}>${icon(look.icon)}</span> ${look.words}</td>
            <td class="number whole">${scenarios === 0 ? html`<span class="muted">no scenario</span>` : `${wholeNumber(verified)} of ${wholeNumber(scenarios)}`}</td>
          </tr>`;
        })}
      </tbody>
    </table></div>`;
}

function owaspLook(status: OwaspControl['status']): StatusLook {
  switch (status) {
    case 'passed':
      return { tone: 'pass', icon: 'pass', words: 'Passed' };
    case 'failed':
      return { tone: 'fail', icon: 'error', words: 'Failed' };
    case 'compromised':
      return { tone: 'fail', icon: 'unlock', words: 'Compromised' };
    case 'unverified':
      return { tone: 'muted', icon: 'circle-large-outline', words: 'Unverified' };
    default:
      return status satisfies never;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-coverage': RookCoverage;
  }
}
