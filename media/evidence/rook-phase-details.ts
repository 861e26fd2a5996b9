import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TimelineEntry } from '../../schemas/panel-view';
import { baseStyles } from '../frame/base-styles';
import '../text/rook-text';

/** What is on record of one hook invocation besides its times. */
@customElement('rook-phase-details')
export class RookPhaseDetails extends LitElement {
  @property({ attribute: false }) entry!: TimelineEntry;

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
    return html`<dl>
      ${part('Why it failed', 'reason', withoutRepetition(error, stderr))} ${part('Standard error', 'standard error', stderr)}
      ${part('Command', 'command', command?.map(quoted).join(' '))}
    </dl>`;
  }
}

function part(title: string, label: string, text: string | undefined): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<div>
    <dt>${title}</dt>
    <dd class="printed"><rook-text mono .text=${text} .label=${label}></rook-text></dd>
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
