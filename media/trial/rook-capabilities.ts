import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CapabilityView } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';

/** What the profile declares beside what the trial has shown. */
@customElement('rook-capabilities')
export class RookCapabilities extends LitElement {
  @property({ attribute: false }) capabilities: readonly CapabilityView[] = [];

  static override styles = [
    baseStyles,
    css`
      table {
        border-collapse: collapse;
      }
      th,
      td {
        padding: 3px 20px 3px 0;
        text-align: start;
        vertical-align: top;
      }
      thead th {
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
        font-weight: normal;
      }
      tbody th {
        font-weight: normal;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<table>
      <thead>
        <tr><th scope="col">Capability</th><th scope="col">Declared</th><th scope="col">Observed</th><th scope="col"><span class="unseen">What that means</span></th></tr>
      </thead>
      <tbody>${this.capabilities.map(row)}</tbody>
    </table>`;
  }
}

function row({ name, declared, observed }: CapabilityView): TemplateResult {
  const note =
    declared === observed
      ? html``
      : html`<span class="unable">${icon('warning')}</span> ${
          observed ? 'shown, and not declared' : 'declared, and not shown'
        }`;
  return html`<tr>
    <th scope="row"><code>${inlineText(name)}</code></th>
    <td>${yesOrNo(declared)}</td>
    <td>${yesOrNo(observed)}</td>
    <td>${note}</td>
  </tr>`;
}

function yesOrNo(value: boolean): TemplateResult {
  return value ? html`${icon('check')} yes` : html`<span class="muted">no</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-capabilities': RookCapabilities;
  }
}
