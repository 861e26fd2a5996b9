import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { PanelState } from '../../schemas/panel';
import type { TimelineEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { choose, isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import { inlineText } from '../text/inline-text';
import { duration, wholeNumber } from '../text/numbers';
import { type TextSources, textsBelow, wholeTexts } from '../text/text-source';
import { below, foundAt, type QuoteTarget } from './quote-target';
import './rook-phase-details';
import { type Bar, type Cut, type Scale, timelineScale } from './timeline-scale';
import { timelineStyles } from './timeline-styles';

/** When each hook ran, for how long, to one scale, and how it ended. */
@customElement('rook-timeline')
export class RookTimeline extends LitElement {
  @property({ attribute: false }) entries: TimelineEntry[] = [];
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';
  /** Where the rest is of texts that were cut, by their path in the view. */
  @property({ attribute: false }) sources: TextSources = wholeTexts;
  /** What is to be highlighted. */
  @property({ attribute: false }) target: QuoteTarget | undefined;

  static override styles = [baseStyles, timelineStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('target') || !this.target) return;
    const index = below(this.target.place.path, ['timeline'])?.[0];
    const entry = typeof index === 'number' ? this.entries[index] : undefined;
    if (entry) choose(this, { [`phase:${index}:${entry.phase}`]: true });
  }

  override render(): TemplateResult {
    const { entries } = this;
    if (entries.length === 0) return html`<p class="muted">No hook invocation is on record.</p>`;
    const scale = timelineScale(entries);
    return html`
      <div class=${classMap({ rows: true, failed: entries.some((entry) => !entry.ok) })}>
        <ol>
          ${entries.map((entry, index) => this.row(entry, index, scale.bars[index], scale.cuts))}
        </ol>
        ${scale.bars.some((bar) => bar !== undefined) ? axisTemplate(scale) : html`<p class="note">No times are on record.</p>`}
      </div>
    `;
  }

  private row(entry: TimelineEntry, index: number, bar: Bar | undefined, cuts: Cut[]): TemplateResult {
    const line = lineTemplate(entry, bar, cuts);
    if (!hasDetails(entry)) return html`<li class="flat">${line}</li>`;
    const key = `phase:${index}:${entry.phase}`;
    const open = isOpen(this.open, key, !entry.ok);
    return html`<li>
      <rook-disclosure .key=${key} .open=${open}>
        <div slot="summary">${line}</div>
        ${
          open
            ? html`<rook-phase-details
                .entry=${entry}
                .host=${this.host}
                .sources=${textsBelow(this.sources, ['timeline', index])}
                .found=${foundAt(this.target, ['timeline', index, 'stderr'])}
              ></rook-phase-details>`
            : nothing
        }
      </rook-disclosure>
    </li>`;
  }
}

function axisTemplate({ shownMs, cuts }: Scale): TemplateResult {
  return html`
    <div class="flat line axis">
      <span></span>
      <span class="ends"><span>0</span><span>${duration(shownMs)}</span></span>
    </div>
    ${cuts.map(({ idleMs }) => html`<p class="note">${duration(idleMs)} of idle time are left out at the dashed line.</p>`)}
  `;
}

function lineTemplate(entry: TimelineEntry, bar: Bar | undefined, cuts: Cut[]): TemplateResult {
  const ms = entry.durationMs;
  return html`<div class="line">
    <span class="phase"
      >${inlineText(entry.phase)}${entry.turn === undefined ? nothing : html` <span class="muted">turn ${entry.turn}</span>`}</span
    >
    <span class="track">${barTemplate(entry.ok, bar, cuts)}</span>
    <span class="time" title=${ms === undefined ? nothing : `${wholeNumber(ms)} ms`}>${ms === undefined ? '' : duration(ms)}</span>
    <span class="end ${entry.ok ? 'muted' : 'bad'}">${inlineText(endOf(entry))}</span>
  </div>`;
}

/** Drawn with SVG attributes: the page's policy allows no style in markup. The words beside it say the same. */
function barTemplate(ok: boolean, bar: Bar | undefined, cuts: Cut[]): TemplateResult {
  return html`<svg aria-hidden="true" focusable="false">
    <line class="ground" x1="0" x2="100%" y1="50%" y2="50%"></line>
    ${cuts.map(({ at }) => svg`<line class="cut-line" x1="${at}%" x2="${at}%" y1="0" y2="100%"></line>`)}
    ${bar ? svg`<rect class=${ok ? 'good' : 'bad'} x="${bar.start}%" width="${bar.width}%" y="3" height="10" rx="1"></rect>` : nothing}
  </svg>`;
}

/** How the process ended, in a word or two. */
function endOf({ ok, exitCode, signal, error }: TimelineEntry): string {
  if (signal) return `ended by ${signal}`;
  if (typeof exitCode === 'number')
    return ok ? `exit ${exitCode}` : exitCode === 0 ? 'failed, exit 0' : `failed, exit ${exitCode}`;
  if (ok) return 'ok';
  return error ? 'failed' : 'did not succeed';
}

function hasDetails({ error, stderr, command }: TimelineEntry): boolean {
  return Boolean(error || stderr || command?.length);
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-timeline': RookTimeline;
  }
}
