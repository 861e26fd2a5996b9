import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { FromPanel, ScenarioView, TrialView } from '../../schemas/panel';
import '../trial/rook-trial';
import '../verdict/rook-scenario';
import { trialWords } from '../trial/trial-words';
import { statusOf } from '../verdict/status';
import { baseStyles } from './base-styles';
import type { Incoming, PanelHost } from './host';
import type { OpenState } from './open-state';
import { readingKeeper } from './reading-keeper';
import './rook-notice';
import './rook-waiting';

/** What the panel shows: nothing yet, a scenario, a trial of a profile, or why it cannot show one. */
type Shown =
  | { kind: 'waiting' }
  | { kind: 'scenario'; view: ScenarioView; key: string }
  | { kind: 'trial'; view: TrialView }
  | { kind: 'failed'; message: string; remedy: string | undefined };

/** The app: takes messages in, gives messages out, and keeps what the reader opened. */
@customElement('rook-panel')
export class RookPanel extends LitElement {
  @state() private shown: Shown = { kind: 'waiting' };
  @state() private open: OpenState = {};
  /** What changed since the last message, for those who cannot see it. */
  @state() private announcement = '';
  private host: PanelHost | undefined;
  private readonly keeper = readingKeeper(() => this.keep());

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
        max-width: 1040px;
        min-height: 100vh;
        margin: 0 auto;
        padding: 0 20px 48px;
        /* Nothing that an agent writes makes the page wider; clip, unlike hidden, lets the bar stick. */
        overflow-x: clip;
      }
    `,
  ];

  /** Starts to listen and says so: the extension sends nothing before. */
  connect(host: PanelHost): void {
    this.host = host;
    host.onMessage((message) => this.receive(message));
    this.addEventListener('rook-send', (event) => this.sendToHost(event.detail));
    this.addEventListener('rook-open', (event) => {
      this.open = { ...this.open, ...event.detail };
      this.keeper.soon();
    });
    this.keeper.start();
    host.send({ type: 'ready' });
  }

  override render(): TemplateResult {
    return html`<main>${this.content()}</main><div class="unseen" role="status">${this.announcement}</div>`;
  }

  private content(): TemplateResult {
    const { shown } = this;
    switch (shown.kind) {
      case 'waiting':
        return html`<rook-waiting></rook-waiting>`;
      case 'failed':
        return html`<rook-notice .message=${shown.message} .remedy=${shown.remedy}></rook-notice>`;
      case 'scenario':
        // Another scenario is another page: nothing of the old one may linger in it.
        return html`${keyed(shown.key, html`<rook-scenario .view=${shown.view} .open=${this.open}></rook-scenario>`)}`;
      case 'trial':
        return html`<rook-trial .view=${shown.view} .open=${this.open}></rook-trial>`;
      default:
        return shown satisfies never;
    }
  }

  private receive(message: Incoming): void {
    switch (message.type) {
      case 'scenario':
        this.show(message.view);
        return;
      case 'trial':
        this.showTrial(message.view);
        return;
      case 'failed':
        this.shown = { kind: 'failed', message: message.message, remedy: message.remedy };
        return;
      case 'unreadable':
        this.shown = {
          kind: 'failed',
          message: `The panel cannot read what the extension sent (${message.why}).`,
          remedy: 'Reload the window: the panel and the extension may be of different versions.',
        };
        return;
      default:
        message satisfies never;
    }
  }

  private show(view: ScenarioView): void {
    const key = `${view.runId}/${view.scenarioId}`;
    const before = this.shown;
    if (before.kind === 'scenario' && before.key === key) {
      if (before.view.verdict?.status !== view.verdict?.status) {
        this.announcement = `${view.scenarioId}: ${statusOf(view).words}`;
      }
    } else {
      const reading = this.host?.recall(key);
      this.open = reading?.open ?? {};
      this.keeper.restore(this.updateComplete, before.kind === 'waiting' ? (reading?.scroll ?? 0) : 0);
    }
    this.shown = { kind: 'scenario', view, key };
    this.keeper.soon();
  }

  private showTrial(view: TrialView): void {
    const before = this.shown;
    // Who cannot see it hears that it is over.
    if (before.kind === 'trial' && before.view.running && !view.running) this.announcement = trialWords(view).words;
    this.shown = { kind: 'trial', view };
  }

  private keep(): void {
    if (this.shown.kind !== 'scenario') return;
    const { key, view } = this.shown;
    this.host?.remember(key, view, { open: { ...this.open }, scroll: Math.round(window.scrollY) });
  }

  private sendToHost(message: FromPanel): void {
    this.host?.send(message);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-panel': RookPanel;
  }
}
