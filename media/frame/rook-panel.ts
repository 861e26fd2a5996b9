import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { FromPanel, PanelRoute, ToPanel } from '../../schemas/panel';
import type { TrialView } from '../../schemas/panel-view';
import '../compare/rook-compare';
import '../run/rook-run';
import '../trends/rook-trends';
import '../trial/rook-trial';
import '../verdict/rook-scenario';
import { announcementOf } from './announcement';
import { Asking } from './asking';
import { baseStyles } from './base-styles';
import type { Connection, Incoming, PanelHost, Reading } from './host';
import type { KeptTexts } from './kept-texts';
import type { OpenState } from './open-state';
import { readingKeeper } from './reading-keeper';
import './rook-connection';
import './rook-empty';
import './rook-nav';
import './rook-notice';
import './rook-waiting';
import { routeKey } from './routes';

/** A message that fills the page, for a place in the panel. */
type Placed = Extract<ToPanel, { type: 'run' | 'scenario' | 'compare' | 'trends' }>;

/** What the panel shows: nothing yet, that there is no run, a place, a trial of a profile, or why it cannot show one. */
type Shown =
  | { kind: 'waiting' }
  | { kind: 'empty'; agentName: string }
  | { kind: 'place'; message: Placed }
  | { kind: 'trial'; view: TrialView }
  | { kind: 'failed'; route: PanelRoute | undefined; message: string; remedy: string | undefined };

/** The app: takes messages in, gives messages out, and keeps what the reader opened. */
@customElement('rook-panel')
export class RookPanel extends LitElement {
  @state() private shown: Shown = { kind: 'waiting' };
  @state() private open: OpenState = {};
  @state() private texts: KeptTexts = {};
  /** What changed since the last message, for those who cannot see it. */
  @state() private announcement = '';
  /** Places that were left by going on, the last one last. */
  @state() private trail: PanelRoute[] = [];
  /** How the reader left the places that he went on from. */
  private readonly left = new Map<string, Reading>();
  private returning = false;
  /** A newer run than the one that is shown. */
  @state() private newer: string | undefined;
  @state() private connection: Connection = 'there';
  private host: PanelHost | undefined;
  private asking: Asking | undefined;
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

  /** Starts to listen and says so: the host sends nothing before. */
  connect(host: PanelHost): void {
    this.host = host;
    this.asking = new Asking((message) => host.send(message));
    host.onMessage((message) => this.receive(message));
    host.onConnection?.((state) => {
      this.connection = state;
    });
    this.addEventListener('rook-send', (event) => this.sendToHost(event.detail));
    this.addEventListener('rook-ask', (event) => this.asking?.ask(event.detail));
    this.addEventListener('rook-back', () => this.back());
    this.addEventListener('rook-open', (event) => {
      this.open = { ...this.open, ...event.detail };
      this.keeper.soon();
    });
    this.addEventListener('rook-keep', (event) => {
      this.texts = { ...this.texts, ...event.detail };
      this.keeper.soon();
    });
    this.keeper.start();
    host.send({ type: 'ready' });
  }

  override render(): TemplateResult {
    return html`${this.nav()}<main>${this.content()}</main>
      <rook-connection .state=${this.connection}></rook-connection>
      <div class="unseen" role="status">${this.announcement}</div>`;
  }

  private nav(): TemplateResult | typeof nothing {
    const { shown } = this;
    const route = shown.kind === 'place' ? shown.message.route : shown.kind === 'failed' ? shown.route : undefined;
    if (!route) return nothing;
    const host = this.host?.kind ?? 'browser';
    // A browser has a way back of its own.
    const back = host === 'editor' && this.trail.length > 0;
    return html`<rook-nav .route=${route} .host=${host} .newer=${this.newer} ?back=${back}></rook-nav>`;
  }

  private content(): TemplateResult {
    const { shown } = this;
    switch (shown.kind) {
      case 'waiting':
        return html`<rook-waiting .host=${this.host?.kind ?? 'browser'}></rook-waiting>`;
      case 'empty':
        return html`<rook-empty .agentName=${shown.agentName}></rook-empty>`;
      case 'failed':
        return html`<rook-notice .message=${shown.message} .remedy=${shown.remedy}></rook-notice>`;
      case 'place':
        // Another place is another page: nothing of the old one may linger in it.
        return html`${keyed(routeKey(shown.message.route), this.page(shown.message))}`;
      case 'trial':
        return html`<rook-trial .view=${shown.view} .open=${this.open}></rook-trial>`;
      default:
        return shown satisfies never;
    }
  }

  private page(message: Placed): TemplateResult {
    const { open } = this;
    const host = this.host?.kind ?? 'browser';
    switch (message.type) {
      case 'run':
        return html`<rook-run .view=${message.view} .open=${open} .texts=${this.texts} .host=${host}></rook-run>`;
      case 'scenario':
        return html`<rook-scenario .view=${message.view} .open=${open} .host=${host}></rook-scenario>`;
      case 'compare':
        return html`<rook-compare .view=${message.view} .open=${open}></rook-compare>`;
      case 'trends':
        return html`<rook-trends .view=${message.view} .open=${open}></rook-trends>`;
      default:
        return message satisfies never;
    }
  }

  private receive(message: Incoming): void {
    switch (message.type) {
      case 'run':
      case 'scenario':
      case 'compare':
      case 'trends':
        this.show(message);
        return;
      case 'trial':
        this.showTrial(message.view);
        return;
      case 'answer':
        this.asking?.take(message.id, message.answer);
        return;
      case 'newer':
        this.newer = message.runId;
        if (message.runId !== undefined) this.announcement = 'There is a newer run.';
        return;
      case 'empty':
        this.shown = { kind: 'empty', agentName: message.agentName };
        return;
      case 'failed':
        this.shown = { kind: 'failed', route: message.route, message: message.message, remedy: message.remedy };
        return;
      case 'unreadable':
        this.shown = {
          kind: 'failed',
          route: undefined,
          message: `The panel cannot read what ${this.host?.kind === 'browser' ? 'rook ui' : 'the extension'} sent (${message.why}).`,
          remedy:
            this.host?.kind === 'browser'
              ? 'Load the page anew: it may be of another version than rook ui.'
              : 'Reload the window: the panel and the extension may be of different versions.',
        };
        return;
      default:
        message satisfies never;
    }
  }

  private show(message: Placed): void {
    const before = this.shown;
    const same = before.kind === 'place' && routeKey(before.message.route) === routeKey(message.route);
    if (same) this.announcement = announcementOf(before.message, message) ?? this.announcement;
    else {
      // Whether a browser went on or back, its host alone knows: what it recalls says so.
      const browser = this.host?.kind === 'browser';
      const left = browser ? undefined : this.left.get(routeKey(message.route));
      const reading = left ?? this.host?.recall(message.route);
      this.open = reading?.open ?? {};
      this.texts = reading?.texts ?? {};
      this.newer = undefined;
      const back = before.kind === 'waiting' || this.returning || browser;
      this.keeper.restore(this.updateComplete, back ? (reading?.scroll ?? 0) : 0);
      this.returning = false;
    }
    this.shown = { kind: 'place', message };
    this.keeper.soon();
  }

  private showTrial(view: TrialView): void {
    const before = this.shown;
    // Who cannot see it hears that it is over.
    if (before.kind === 'trial') this.announcement = announcementOf(before, { type: 'trial', view }) ?? '';
    this.shown = { kind: 'trial', view };
  }

  private keep(): void {
    if (this.shown.kind !== 'place') return;
    this.host?.remember(this.shown.message.route, this.reading);
  }

  private get reading(): Reading {
    return { open: { ...this.open }, texts: { ...this.texts }, scroll: Math.round(window.scrollY) };
  }

  private sendToHost(message: FromPanel): void {
    if (message.type === 'go' && this.shown.kind === 'place') {
      this.keep();
      this.left.set(routeKey(this.shown.message.route), this.reading);
      this.returning = false;
      if (routeKey(this.shown.message.route) !== routeKey(message.route))
        this.trail = [...this.trail, this.shown.message.route];
    }
    this.host?.send(message);
  }

  private back(): void {
    const route = this.trail.at(-1);
    this.trail = this.trail.slice(0, -1);
    this.returning = route !== undefined;
    if (route) this.host?.send({ type: 'go', route });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-panel': RookPanel;
  }
}
