import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AttemptVerdict, Verdict } from '../../schemas/verdict';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { statusLook } from './status';

/** A scenario that ran several times: how each attempt came out. */
@customElement('rook-attempts')
export class RookAttempts extends LitElement {
  @property({ attribute: false }) verdict!: Verdict;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 14px;
      }
      li {
        display: flex;
        align-items: center;
        gap: 4px;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { attempts = [], flaky } = this.verdict;
    return html`
      <ul aria-label="Attempts">
        ${attempts.map(attemptTemplate)}
        ${flaky ? html`<li><span class="chip">flaky</span></li>` : nothing}
      </ul>
      <p class="muted">
        ${flaky ? 'The attempts disagree. ' : ''}Each criterion shows its worst grade of all attempts; transcript, tool
        calls and timeline are those of attempt 1.
      </p>
    `;
  }
}

function attemptTemplate({ attempt, status }: AttemptVerdict): TemplateResult {
  const look = statusLook(status);
  return html`<li><span class=${look.tone}>${icon(look.icon)}</span>Attempt ${attempt}: ${look.words}</li>`;
}
