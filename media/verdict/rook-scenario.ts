import '@vscode-elements/elements/dist/vscode-badge/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PanelState } from '../../schemas/panel';
import type { ScenarioView } from '../../schemas/panel-view';
import { observedCalls } from '../evidence/observed-calls';
import '../evidence/rook-records';
import '../evidence/rook-timeline';
import '../evidence/rook-tool-calls';
import '../evidence/rook-transcript';
import { baseStyles } from '../frame/base-styles';
import type { OpenState } from '../frame/open-state';
import { counted } from '../text/numbers';
import '../text/rook-text';
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

  override render(): TemplateResult {
    const { view } = this;
    const sections = this.sections();
    return html`
      ${view.verdict?.compromised ? html`<rook-compromise .verdict=${view.verdict}></rook-compromise>` : nothing}
      <rook-header .view=${view}></rook-header>
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
    `;
  }

  private sections(): Section[] {
    const { view, open } = this;
    const calls = observedCalls(view.hooks);
    const goal = view.goal ?? view.request?.goal;
    return [
      ...(goal === undefined
        ? []
        : [
            {
              id: 'goal',
              title: 'Goal',
              body: html`<rook-text .text=${goal} label="goal"></rook-text>${this.setup()}`,
            },
          ]),
      {
        id: 'criteria',
        title: 'Criteria',
        count: view.verdict?.criteria.length,
        body: html`<rook-criteria .view=${view} .open=${open}></rook-criteria>`,
      },
      {
        id: 'transcript',
        title: 'Transcript',
        body: html`<rook-transcript .view=${view}></rook-transcript>`,
      },
      {
        id: 'tool-calls',
        title: 'Tool calls',
        count: calls.kind === 'observed' ? calls.calls.length : undefined,
        body: html`<rook-tool-calls .observed=${calls} .open=${open}></rook-tool-calls>`,
      },
      {
        id: 'timeline',
        title: 'Timeline',
        body: html`<rook-timeline .entries=${view.timeline} .open=${open}></rook-timeline>`,
      },
      { id: 'records', title: 'Records', body: html`<rook-records .view=${view}></rook-records>` },
    ];
  }

  private setup(): TemplateResult | typeof nothing {
    const count = this.view.request?.setup_messages?.length ?? 0;
    return count === 0
      ? nothing
      : html`<p class="muted">Sent after ${counted(count, 'set-up message')}: see the transcript.</p>`;
  }

  private go(id: string): void {
    const heading = this.renderRoot.querySelector<HTMLElement>(`#${id}-heading`);
    heading?.closest('section')?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-scenario': RookScenario;
  }
}
