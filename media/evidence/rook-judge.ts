import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PanelAnswer } from '../../schemas/panel';
import { baseStyles } from '../frame/base-styles';
import { ask } from '../frame/host';
import { icon } from '../frame/icon';
import { isOpen, type OpenState } from '../frame/open-state';
import '../frame/rook-disclosure';
import '../json/rook-json';
import { inlineText } from '../text/inline-text';
import { counted, duration, wholeNumber } from '../text/numbers';
import '../text/rook-text';
import { type TextSources, textSources, textsBelow, wholeTexts } from '../text/text-source';
import { JudgeRecord, summed } from './judge-record';

/** How a judge model came to its grades: what it was asked about, what tools it used, what it answered, what that took. */
@customElement('rook-judge')
export class RookJudge extends LitElement {
  /** Its record, relative to the scenario's folder. */
  @property() file = '';
  /** When it changes, so did the file. */
  @property({ attribute: false }) size: number | undefined;
  @property({ attribute: false }) open: OpenState = {};
  @state() private answer: PanelAnswer | undefined;
  private turn = 0;

  static override styles = [
    baseStyles,
    css`
      :host {
        display: block;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        margin-bottom: 8px;
      }
      .facts dt,
      .facts dd {
        display: inline;
      }
      .facts dt {
        color: var(--rook-muted);
      }
      .summary {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 10px;
      }
      .summary b {
        font-weight: 600;
      }
      .details {
        display: grid;
        gap: 6px;
        padding: 4px 6px 12px 28px;
      }
      .box {
        padding: 6px 10px;
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 3px;
        background: var(--vscode-textCodeBlock-background);
      }
      .note {
        margin-bottom: 8px;
      }
      .note li {
        margin-top: 4px;
        padding-inline-start: 10px;
        border-inline-start: 2px solid var(--rook-line);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('file') || changed.has('size')) void this.load();
  }

  override render(): TemplateResult {
    const { answer, file } = this;
    if (!answer) return html`<p class="muted">Reading ${file}…</p>`;
    if (answer.kind === 'refused') return html`<p>${answer.message}. ${answer.remedy ?? ''}</p>`;
    const read = answer.kind === 'json' ? JudgeRecord.safeParse(answer.value) : undefined;
    if (!read?.success || answer.kind !== 'json')
      return html`<p class="muted">This record is not one of a judge that this version knows: see ${file} in the records.</p>`;
    const sources = textSources(answer.cuts, (path, start, end) => ({ ask: 'recordText', file, path, start, end }));
    return this.record(read.data, sources);
  }

  private record(record: JudgeRecord, sources: TextSources): TemplateResult {
    const tokens = [summed(record, (one) => one.input_tokens), summed(record, (one) => one.output_tokens)] as const;
    const time = summed(record, (one) => one.latency_ms);
    const facts: [string, string | undefined][] = [
      ['Model', record.model],
      ['Prompt', record.prompt_version],
      ['Criteria', record.criteria.join(', ') || undefined],
      ['Time', time === undefined ? undefined : duration(time)],
      [
        'Tokens',
        tokens[0] === undefined && tokens[1] === undefined
          ? undefined
          : `${figureWords(tokens[0])} in, ${figureWords(tokens[1])} out`,
      ],
    ];
    return html`
      <dl class="facts">
        ${facts.map(([name, value]) => (value === undefined ? nothing : html`<div><dt>${name}</dt> <dd>${inlineText(value)}</dd></div>`))}
      </dl>
      ${record.cached ? html`<p class="note muted">The answer came from the cache: the same question was asked before.</p>` : nothing}
      ${this.notes(record)}
      <ol aria-label="Tools that the judge used">
        ${record.tools.map((step, index) => this.tool(step, index, sources))}
      </ol>
      <ol aria-label="Answers of the judge">
        ${record.asked.map((asked, index) => this.asked(asked, index, record.asked.length, sources))}
      </ol>
    `;
  }

  private notes({ ungrounded, dropped }: JudgeRecord): TemplateResult {
    return html`
      ${
        ungrounded.length > 0
          ? html`<div class="note">
              <h3>Quotations that are not in the evidence</h3>
              <ul>
                ${ungrounded.map(
                  ({ criterion_id, evidence, why }) =>
                    html`<li>${inlineText(criterion_id)}: ${inlineText(evidence)}${why ? html` <span class="muted">${inlineText(why)}</span>` : nothing}</li>`,
                )}
              </ul>
            </div>`
          : nothing
      }
      ${dropped.length > 0 ? html`<p class="note">Graded without having been asked for: ${inlineText(dropped.join(', '))}</p>` : nothing}
    `;
  }

  private tool(step: JudgeRecord['tools'][number], index: number, sources: TextSources): TemplateResult {
    const key = `judge:tool:${index}`;
    const open = isOpen(this.open, key, false);
    const path = ['tools', index];
    const details = (): TemplateResult => html`<div class="details">
      <rook-json class="box" .value=${step.arguments} .sources=${textsBelow(sources, [...path, 'arguments'])} label="arguments"></rook-json>
      <p class="muted">Result</p>
      ${
        typeof step.result === 'string'
          ? html`<rook-text mono class="box" .text=${step.result} .source=${sources([...path, 'result'])} label="result"></rook-text>`
          : html`<rook-json class="box" .value=${step.result} .sources=${textsBelow(sources, [...path, 'result'])} label="result"></rook-json>`
      }
    </div>`;
    return html`<li>
      <rook-disclosure .key=${key} .open=${open}>
        <div slot="summary" class="summary">
          <span>Tool <code>${inlineText(step.tool)}</code></span>
          ${step.latency_ms === undefined ? nothing : html`<span class="muted">${duration(step.latency_ms)}</span>`}
        </div>
        ${open ? details() : nothing}
      </rook-disclosure>
    </li>`;
  }

  private asked(asked: JudgeRecord['asked'][number], index: number, of: number, sources: TextSources): TemplateResult {
    const key = `judge:asked:${index}`;
    const open = isOpen(this.open, key, asked.problem !== undefined);
    const path = ['asked', index, 'answer'];
    const used = [
      asked.latency_ms === undefined ? undefined : duration(asked.latency_ms),
      asked.input_tokens === undefined ? undefined : `${wholeNumber(asked.input_tokens)} in`,
      asked.output_tokens === undefined ? undefined : `${wholeNumber(asked.output_tokens)} out`,
    ].filter((one) => one !== undefined);
    return html`<li>
      <rook-disclosure .key=${key} .open=${open}>
        <div slot="summary" class="summary">
          <span>Answer ${index + 1}${of > 1 ? ` of ${counted(of, 'question')}` : ''}</span>
          <span class="muted">${used.join(', ')}</span>
          ${asked.problem === undefined ? nothing : html`<span><span class="unable">${icon('warning')}</span> not usable</span>`}
        </div>
        ${open ? answerDetails(asked, sources, path) : nothing}
      </rook-disclosure>
    </li>`;
  }

  private async load(): Promise<void> {
    const turn = ++this.turn;
    const answer = await ask(this, { ask: 'record', file: this.file });
    if (turn === this.turn) this.answer = answer;
  }
}

function answerDetails(
  { answer, problem }: JudgeRecord['asked'][number],
  sources: TextSources = wholeTexts,
  path: (string | number)[] = [],
): TemplateResult {
  const value = answer === undefined || sources(path) ? undefined : jsonOf(answer);
  return html`<div class="details">
    ${problem === undefined ? nothing : html`<p>${inlineText(problem)}</p>`}
    ${
      answer === undefined
        ? html`<p class="muted">No answer is on record.</p>`
        : value === undefined
          ? html`<rook-text mono class="box" .text=${answer} .source=${sources(path)} label="answer"></rook-text>`
          : html`<rook-json class="box" .value=${value} label="answer"></rook-json>`
    }
  </div>`;
}

/** A judge answers in JSON; what is not is shown as the text that it is. */
function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function figureWords(figure: number | undefined): string {
  return figure === undefined ? 'unknown' : wholeNumber(figure);
}
