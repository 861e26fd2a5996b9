import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import type { TranscriptEntry } from '../../schemas/record';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { inlineText } from '../text/inline-text';
import { wholeNumber } from '../text/numbers';
import '../text/rook-text';
import { type TextPath, viewTexts } from '../text/text-source';
import { below, foundAt, type QuoteTarget } from './quote-target';

/** Messages shown at first, and added each time more are asked for. */
const portion = 60;

/** What was said, in order, complete. */
@customElement('rook-transcript')
export class RookTranscript extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  /** What is to be highlighted. */
  @property({ attribute: false }) target: QuoteTarget | undefined;
  @state() private limit = portion;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      ol {
        display: grid;
        gap: 8px;
      }
      li {
        display: grid;
        grid-template-columns: 20px minmax(0, 1fr);
        gap: 2px 6px;
        padding: 8px 10px;
        border: 1px solid var(--rook-line);
        border-radius: 4px;
      }
      li.agent {
        background: var(--rook-quiet-background);
      }
      .who {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 8px;
      }
      h3 {
        font-weight: 600;
      }
      .icon {
        margin-top: 2px;
      }
      rook-text {
        grid-column: 2;
      }
      .note {
        margin-top: 8px;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('target') || !this.target) return;
    const index = below(this.target.place.path, ['response', 'transcript'])?.[0];
    if (typeof index === 'number' && index >= this.limit) this.limit = Math.ceil((index + 1) / portion) * portion;
  }

  override render(): TemplateResult {
    const { response, missing } = this.view;
    if (!response) {
      const why = missing.some((entry) => entry.startsWith('response.json: cannot'))
        ? 'The record of the answer cannot be read.'
        : 'No answer is on record.';
      return html`<p class="muted">${why}</p>`;
    }
    const entries = entriesOf(response.transcript, response.output);
    const last = entries.findLastIndex((entry) => entry.role === 'agent');
    return html`
      ${entries.length === 0 ? html`<p class="muted">Nothing was said.</p>` : nothing}
      <ol>
        ${entries.slice(0, this.limit).map((entry, index) => this.entry(entry, index === last && entries.length > 2))}
      </ol>
      ${
        entries.length > this.limit
          ? html`<button class="link" @click=${this.showMore}>
              Show more messages (${wholeNumber(this.limit)} of ${wholeNumber(entries.length)})
            </button>`
          : nothing
      }
      ${response.status === 'completed' ? nothing : this.ending(response.status, response.error)}
    `;
  }

  private entry(entry: Entry, final: boolean): TemplateResult {
    const agent = entry.role === 'agent';
    const who = agent ? 'Agent' : 'User';
    const turn = entry.turn === undefined ? '' : `, turn ${entry.turn}`;
    return html`<li class=${entry.role}>
      ${icon(agent ? 'robot' : entry.simulated ? 'beaker' : 'account')}
      <div class="who">
        <h3>${who}</h3>
        ${entry.turn === undefined ? nothing : html`<span class="muted">turn ${entry.turn}</span>`}
        ${entry.simulated ? html`<span class="chip" title="Written by the simulated user, not by the scenario">simulated</span>` : nothing}
        ${final ? html`<span class="muted">final answer</span>` : nothing}
      </div>
      <rook-text
        .text=${entry.content}
        .source=${viewTexts(this.view)(entry.path)}
        .found=${foundAt(this.target, entry.path)}
        label="message of the ${who.toLowerCase()}${turn}"
      ></rook-text>
    </li>`;
  }

  /** A conversation that did not end well says so at its end; the whole diagnosis stands above. */
  private ending(status: string, error: string | undefined): TemplateResult {
    return html`<div class="note">
      <p>The conversation ended as ${inlineText(status)}.</p>
      ${error && error !== this.view.verdict?.diagnosis ? html`<rook-text mono .text=${error} .source=${viewTexts(this.view)(['response', 'error'])} label="error"></rook-text>` : nothing}
    </div>`;
  }

  private showMore(): void {
    this.limit += portion;
  }
}

/** What was said, and where it stands in the view. */
interface Entry extends Pick<TranscriptEntry, 'role' | 'content' | 'turn' | 'simulated'> {
  path: TextPath;
}

/** An old or cut record may hold the answer without a transcript. */
function entriesOf(transcript: TranscriptEntry[], output: string | undefined): Entry[] {
  return transcript.length === 0 && output
    ? [{ role: 'agent', content: output, path: ['response', 'output'] }]
    : transcript.map((entry, index) => ({ ...entry, path: ['response', 'transcript', index, 'content'] }));
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-transcript': RookTranscript;
  }
}
