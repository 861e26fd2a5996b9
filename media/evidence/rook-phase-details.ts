import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelState } from '../../schemas/panel';
import type { TimelineEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import { send } from '../frame/host';
import { icon } from '../frame/icon';
import type { Found } from '../text/found-text';
import { inlineText } from '../text/inline-text';
import '../text/rook-text';
import { type TextSource, type TextSources, wholeTexts } from '../text/text-source';

/** What is on record of one hook invocation besides its times. */
@customElement('rook-phase-details')
export class RookPhaseDetails extends LitElement {
  @property({ attribute: false }) entry!: TimelineEntry;
  @property({ attribute: false }) host: PanelState['host'] = 'browser';
  /** Where the rest is of texts that were cut, by their path in the entry. */
  @property({ attribute: false }) sources: TextSources = wholeTexts;
  /** What is to be highlighted in standard error. */
  @property({ attribute: false }) found: Found | undefined;

  static override styles = [
    baseStyles,
    css`
      dl {
        display: grid;
        gap: 8px;
        padding: 4px 6px 12px 28px;
      }
      dt {
        margin-bottom: 2px;
        color: var(--rook-muted);
        font-size: var(--rook-label-size);
      }
      button {
        margin: -4px 0 12px 20px;
      }
      .printed {
        padding: 6px 10px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        background: var(--vscode-textCodeBlock-background);
      }
    `,
  ];

  override render(): TemplateResult {
    const { error, stderr, command } = this.entry;
    const { sources } = this;
    const reason = withoutRepetition(error, stderr);
    return html`<dl>
      ${part('Why it failed', 'reason', reason, reason === error ? sources(['error']) : undefined)}
      ${part('Standard error', 'standard error', stderr, sources(['stderr']), this.found)}
      ${part('Command', 'command', command?.map(quoted).join(' '))}
    </dl>
    ${this.script()}`;
  }

  private script(): TemplateResult | typeof nothing {
    const { host, entry } = this;
    if (host !== 'editor' || !entry.command?.length) return nothing;
    return html`<button class="plain" @click=${() => send(this, { type: 'openScript', phase: entry.phase })}>
      ${icon('go-to-file')}Open script<span class="unseen"> of ${inlineText(entry.phase)}</span>
    </button>`;
  }
}

function part(
  title: string,
  label: string,
  text: string | undefined,
  source?: TextSource,
  found?: Found,
): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<div>
    <dt>${title}</dt>
    <dd class="printed"><rook-text mono .text=${text} .source=${source} .found=${found} .label=${label}></rook-text></dd>
  </div>`;
}

/** The engine's reason quotes standard error, which stands whole below it: then only what it adds. */
function withoutRepetition(error: string | undefined, stderr: string | undefined): string | undefined {
  const quote = stderr?.trim();
  if (!error || !quote || !error.trimEnd().endsWith(quote)) return error;
  return error.trimEnd().slice(0, -quote.length).trimEnd().replace(/:$/, '.');
}

/** Quoted where a shell would need it, so that the line can be tried in a terminal. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : `'${argument.replace(/'/g, `'\\''`)}'`;
}
