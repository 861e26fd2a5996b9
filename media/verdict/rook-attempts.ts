import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ScenarioView } from '../../schemas/panel-view';
import type { VerdictStatus } from '../../schemas/verdict';
import { baseStyles } from '../frame/base-styles';
import { go } from '../frame/host';
import { icon } from '../frame/icon';
import { statusLook } from './status';

interface Attempt {
  attempt: number;
  /** Undefined when there is no verdict of it. */
  status: VerdictStatus | undefined;
}

/** A scenario that ran several times: how each attempt came out, which one is shown, and the way to the others. */
@customElement('rook-attempts')
export class RookAttempts extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;

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
        gap: 4px 6px;
      }
      [aria-current] {
        border-color: var(--vscode-focusBorder);
        font-weight: 600;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  override render(): TemplateResult {
    const { flaky } = this.view.verdict ?? {};
    const { attempt: shown = 1 } = this.view;
    return html`
      <ul aria-label="Attempts">
        ${attemptsOf(this.view).map((attempt) => this.attempt(attempt, attempt.attempt === shown))}
        ${flaky ? html`<li><span class="chip">flaky</span></li>` : nothing}
      </ul>
      <p class="muted">
        ${flaky ? 'The attempts disagree. ' : ''}Each criterion shows its worst grade of all attempts; transcript, tool
        calls and timeline are those of attempt ${shown}.
      </p>
    `;
  }

  private attempt({ attempt, status }: Attempt, shown: boolean): TemplateResult {
    const look = status && statusLook(status);
    return html`<li>
      <button class="plain" aria-current=${shown ? 'true' : nothing} @click=${() => this.show(attempt)}>
        <span class=${look?.tone ?? 'muted'}>${icon(look?.icon ?? 'circle-large-outline')}</span>Attempt ${attempt}:
        ${look?.words ?? 'no verdict'}
      </button>
    </li>`;
  }

  private show(attempt: number): void {
    const { runId, scenarioId } = this.view;
    go(this, { view: 'scenario', runId, scenarioId, ...(attempt > 1 && { attempt }) });
  }
}

/** Those that the verdict names, and those that have records only; one alone is none to choose from. */
export function attemptsOf({ verdict, files, attempt = 1 }: ScenarioView): Attempt[] {
  const known = new Map<number, VerdictStatus | undefined>([[1, undefined]]);
  for (const { path } of files ?? []) {
    const number = Number(/^attempts\/([1-9]\d{0,2})\//.exec(path)?.[1]);
    if (number) known.set(number, undefined);
  }
  if (attempt > 1) known.set(attempt, undefined);
  for (const one of verdict?.attempts ?? []) if (one.attempt >= 1) known.set(one.attempt, one.status);
  const all = [...known].map(([number, status]) => ({ attempt: number, status }));
  return all.length > 1 ? all.sort((one, other) => one.attempt - other.attempt) : [];
}
