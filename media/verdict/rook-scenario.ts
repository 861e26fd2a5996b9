import '@vscode-elements/elements/dist/vscode-badge/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PanelState } from '../../schemas/panel';
import type { QuotePlace, ScenarioView } from '../../schemas/panel-view';
import { observedCalls } from '../evidence/observed-calls';
import { foundAt, type QuoteTarget, quoteTarget, sectionWords } from '../evidence/quote-target';
import '../evidence/rook-judge';
import '../evidence/rook-records';
import '../evidence/rook-timeline';
import '../evidence/rook-tool-calls';
import '../evidence/rook-transcript';
import { baseStyles } from '../frame/base-styles';
import type { OpenState } from '../frame/open-state';
import { counted } from '../text/numbers';
import '../text/rook-text';
import { viewTexts } from '../text/text-source';
import './rook-compromise';
import './rook-criteria';
import './rook-header';
import './rook-section-bar';

interface Section {
  id: string;
  title: string;
  count?: number | undefined;
  body: TemplateResult;
}

/** One scenario: the verdict first, then what it rests on. */
@customElement('rook-scenario')
export class RookScenario extends LitElement {
  @property({ attribute: false }) view!: ScenarioView;
  @property({ attribute: false }) open: OpenState = {};
  @property({ attribute: false }) host: PanelState['host'] = 'browser';
  @state() private headerSeen = true;
  /** The quotation that is highlighted. */
  @state() private target: QuoteTarget | undefined;
  /** What was found, in words for those who cannot see it. */
  @state() private announcement = '';
  /** The button that led to the quotation, and whether that is still to be shown. */
  private quoted: { from: HTMLElement; pending: boolean } | undefined;
  private readonly watcher = new IntersectionObserver((entries) => {
    this.headerSeen = entries.at(-1)?.isIntersecting ?? true;
  });

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      rook-section-bar {
        position: sticky;
        top: 0;
        z-index: 1;
        margin: 20px -20px 0;
      }
      section {
        padding-top: 24px;
        scroll-margin-top: 20px;
      }
      h2 {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-bottom: 10px;
        font-size: 1.15em;
        font-weight: 600;
      }
    `,
  ];

  override firstUpdated(): void {
    const header = this.renderRoot.querySelector('rook-header');
    if (header) this.watcher.observe(header);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher.disconnect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('rook-quote', (event) => this.seek(event.detail));
    this.addEventListener('rook-found', (event) => this.arrive(event.detail));
    this.addEventListener('keydown', (event) => this.leave(event));
  }

  override render(): TemplateResult {
    const { view } = this;
    const sections = this.sections();
    return html`
      ${view.verdict?.compromised ? html`<rook-compromise .view=${view}></rook-compromise>` : nothing}
      <rook-header .view=${view} .host=${this.host}></rook-header>
      <rook-section-bar
        .sections=${sections.map(({ id, title }) => ({ id, title }))}
        .view=${view}
        .showStatus=${!this.headerSeen}
        @rook-go=${(event: CustomEvent<string>) => this.go(event.detail)}
      ></rook-section-bar>
      ${repeat(
        sections,
        ({ id }) => id,
        ({ id, title, count, body }) => html`
          <section aria-labelledby="${id}-heading">
            <h2 id="${id}-heading" tabindex="-1">
              ${title}${count === undefined ? nothing : html`<vscode-badge variant="counter">${count}</vscode-badge>`}
            </h2>
            ${body}
          </section>
        `,
      )}
      <div class="unseen" role="status">${this.announcement}</div>
    `;
  }

  private sections(): Section[] {
    const { view, open, host, target } = this;
    const calls = observedCalls(view.hooks);
    const goal = view.goal ?? view.request?.goal;
    const sources = viewTexts(view);
    const judge = judgeRecord(view);
    return [
      ...(goal === undefined
        ? []
        : [
            {
              id: 'goal',
              title: 'Goal',
              body: html`<rook-text
                  .text=${goal}
                  .source=${sources(['goal'])}
                  .found=${foundAt(target, ['goal'])}
                  label="goal"
                ></rook-text>
                ${this.setup()}`,
            },
          ]),
      {
        id: 'criteria',
        title: 'Criteria',
        count: view.verdict?.criteria.length,
        body: html`<rook-criteria .view=${view} .open=${open} .host=${host}></rook-criteria>`,
      },
      {
        id: 'transcript',
        title: 'Transcript',
        body: html`<rook-transcript .view=${view} .target=${target}></rook-transcript>`,
      },
      {
        id: 'tool-calls',
        title: 'Tool calls',
        count: calls.kind === 'observed' ? calls.calls.length : undefined,
        body: html`<rook-tool-calls .observed=${calls} .open=${open} .sources=${sources} .target=${target}></rook-tool-calls>`,
      },
      {
        id: 'timeline',
        title: 'Timeline',
        body: html`<rook-timeline
          .entries=${view.timeline}
          .open=${open}
          .host=${host}
          .sources=${sources}
          .target=${target}
        ></rook-timeline>`,
      },
      ...(judge === undefined
        ? []
        : [
            {
              id: 'judge',
              title: 'Judge',
              body: html`<rook-judge .file=${judge.path} .size=${judge.size} .open=${open}></rook-judge>`,
            },
          ]),
      {
        id: 'records',
        title: 'Records',
        body: html`<rook-records .view=${view} .open=${open} .host=${host}></rook-records>`,
      },
    ];
  }

  private setup(): TemplateResult | typeof nothing {
    const count = this.view.request?.setup_messages?.length ?? 0;
    return count === 0
      ? nothing
      : html`<p class="muted">Sent after ${counted(count, 'set-up message')}: see the transcript.</p>`;
  }

  /** Highlights a quotation where it stands; the part that shows it tells when it is there. */
  private seek({ place, from }: { place: QuotePlace; from: HTMLElement }): void {
    this.target = quoteTarget(place);
    this.quoted = { from, pending: true };
    this.announcement = '';
  }

  private arrive(mark: HTMLElement): void {
    const { quoted, target } = this;
    if (!quoted?.pending || !target) return;
    quoted.pending = false;
    mark.scrollIntoView({ block: 'center' });
    mark.focus({ preventScroll: true });
    const { others } = target.place;
    const more = others > 0 ? ` It stands in ${counted(others, 'more place')}.` : '';
    this.announcement = `Highlighted in the ${sectionWords(target.place)}.${more} Escape leads back.`;
  }

  /** Escape leads from the quotation back to the criterion that quotes it. */
  private leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.quoted || this.quoted.pending) return;
    const { from } = this.quoted;
    this.quoted = undefined;
    [this.target, this.announcement] = [undefined, ''];
    from.scrollIntoView({ block: 'center' });
    from.focus({ preventScroll: true });
  }

  private go(id: string): void {
    const heading = this.renderRoot.querySelector<HTMLElement>(`#${id}-heading`);
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }
}

/** The record of the judge's work on the attempt that is shown. */
function judgeRecord({ files, attempt = 1 }: ScenarioView): { path: string; size: number } | undefined {
  const path = `${attempt > 1 ? `attempts/${attempt}/` : ''}evidence/judge-working.json`;
  return files?.find((file) => file.path === path);
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-scenario': RookScenario;
  }
}
