import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TimelineEntry } from '../../schemas/panel-view';
import '../evidence/rook-phase-details';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { duration } from '../text/numbers';

/** The phases of a trial with their times; what a hook wrote to standard error opens below it. */
@customElement('rook-trial-phases')
export class RookTrialPhases extends LitElement {
  @property({ attribute: false }) phases: readonly TimelineEntry[] = [];
  @property({ attribute: false }) open: OpenState = {};

  static override styles = [
    baseStyles,
    css`
      .line {
        display: grid;
        grid-template-columns: 16px minmax(80px, 160px) 90px minmax(0, 1fr);
        gap: 0 10px;
        align-items: baseline;
      }
      .plain {
        padding: 3px 6px 3px 28px;
      }
      .time {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<ul>${this.phases.map((entry, index) => html`<li>${this.phase(entry, index)}</li>`)}</ul>`;
  }

  private phase(entry: TimelineEntry, index: number): TemplateResult {
    if (!entry.error && !entry.stderr) return html`<div class="plain">${lineOf(entry)}</div>`;
    const key = `phase-${index}`;
    return html`<rook-disclosure .key=${key} .open=${isOpen(this.open, key, false)}>
      <div slot="summary">${lineOf(entry)}</div>
      <rook-phase-details .entry=${entry}></rook-phase-details>
    </rook-disclosure>`;
  }
}

function lineOf({ phase, turn, ok, durationMs, exitCode, error, stderr }: TimelineEntry): TemplateResult {
  const name = turn === undefined ? phase : `${phase} ${turn}`;
  const exit = exitCode === null || exitCode === undefined || exitCode === 0 ? '' : `exit code ${exitCode}`;
  const reason = error?.split('\n', 1)[0]?.replace(/:$/, '') ?? exit;
  const said = reason || (stderr ? 'wrote to standard error' : '');
  return html`<div class="line">
    <span class=${ok ? 'pass' : 'fail'}>${icon(ok ? 'pass' : 'error')}</span>
    <span>${name}<span class="unseen">${ok ? ' succeeded' : ' failed'}</span></span>
    <span class="time">${durationMs === undefined ? '' : duration(durationMs)}</span>
    <span class="muted">${inlineText(said)}</span>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-trial-phases': RookTrialPhases;
  }
}
