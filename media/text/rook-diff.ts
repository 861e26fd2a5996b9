import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type DiffFold, foldUnchanged } from '../../engine/report/text/diff-folds';
import { type DiffPiece, diffTexts, type TextDiff } from '../../engine/report/text/text-diff';
import { concealsMany, visibleText } from '../../engine/report/text/visible-characters';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { diffStyles } from './diff-styles';
import { inlineText, markedPieces } from './inline-text';
import { counted } from './numbers';
import './rook-text';

/** Changes beyond these come when they are asked for. */
const portion = 400;
/** With more concealed characters than this, they are written out without an element for each. */
const mostMarks = 200;

/** How one text became another: what is gone, what is new, and no more of the rest than it takes to find one's way. */
@customElement('rook-diff')
export class RookDiff extends LitElement {
  @property() base = '';
  @property() head = '';
  @property() baseLabel = 'before';
  @property() headLabel = 'after';
  /** Fixed-width, for what was printed or serialised. */
  @property({ type: Boolean, reflect: true }) mono = false;
  /** What the signs mean is said nearby. */
  @property({ type: Boolean }) quiet = false;
  @state() private opened: ReadonlySet<number> = new Set();
  @state() private wanted = portion;
  private diff: TextDiff = { kind: 'same' };
  private parts: (DiffPiece | DiffFold)[] = [];

  static override styles = [baseStyles, diffStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('base') && !changed.has('head')) return;
    this.diff = diffTexts(this.base, this.head);
    this.parts = 'pieces' in this.diff ? foldUnchanged(this.diff.pieces, this.diff.kind) : [];
    this.opened = new Set();
    this.wanted = portion;
  }

  override render(): TemplateResult {
    const { diff } = this;
    switch (diff.kind) {
      case 'same':
        return html`${note('check', 'Both are the same.')}${this.whole()}`;
      case 'lineEnds':
        return html`${note('info', 'They differ in their line ends only.')}${this.whole()}`;
      case 'tooDifferent':
        return this.sides();
      case 'words':
        return html`${this.legend()}
          <div class="text">${this.shownParts().map((part, index) => this.wordPart(part, index))}</div>
          ${this.more()}`;
      case 'lines':
        return html`${this.legend()}
          <div class="lines">${this.shownParts().map((part, index) => this.linePart(part, index))}</div>
          ${this.more()}`;
      default:
        return diff satisfies never;
    }
  }

  private legend(): TemplateResult | typeof nothing {
    if (this.quiet) return nothing;
    return html`<div class="legend">
      <span><span class="sign" aria-hidden="true">−</span>only in ${inlineText(this.baseLabel)}</span>
      <span><span class="sign" aria-hidden="true">+</span>only in ${inlineText(this.headLabel)}</span>
    </div>`;
  }

  private whole(): TemplateResult {
    return this.head === ''
      ? html`<p class="muted">Nothing stands in it.</p>`
      : html`<rook-text ?mono=${this.mono} .text=${this.head} label="text"></rook-text>`;
  }

  /** Too little is common for a diff to help: each is shown as it is. */
  private sides(): TemplateResult {
    const side = (label: string, text: string): TemplateResult => html`<div>
      <p class="label">${inlineText(label)}</p>
      ${
        text === ''
          ? html`<p class="muted">Nothing stands in it.</p>`
          : html`<rook-text ?mono=${this.mono} .text=${text} .label=${label}></rook-text>`
      }
    </div>`;
    const short = this.base === '' || this.head === '';
    return html`${short ? nothing : note('info', 'They have too little in common to be shown as changes.')}
      <div class="sides">${side(this.baseLabel, this.base)}${side(this.headLabel, this.head)}</div>`;
  }

  private shownParts(): (DiffPiece | DiffFold)[] {
    return this.parts.length > this.wanted ? this.parts.slice(0, this.wanted) : this.parts;
  }

  private wordPart(part: DiffPiece | DiffFold, index: number): TemplateResult {
    switch (part.kind) {
      case 'fold':
        return this.opened.has(index) ? html`${shownText(part.text)}` : this.foldButton(part, index);
      case 'same':
        return html`${shownText(part.text)}`;
      case 'removed':
        return html`<del>${this.opening('removed')}<span class="changed">${changedText(part.text)}</span>${closing}</del>`;
      case 'added':
        return html`<ins>${this.opening('added')}<span class="changed">${changedText(part.text)}</span>${closing}</ins>`;
      default:
        return part satisfies never;
    }
  }

  private linePart(part: DiffPiece | DiffFold, index: number): TemplateResult {
    const block = (text: string, what: string): TemplateResult =>
      text === ''
        ? html`<span class="block">${blank('empty line', '↵')}</span>`
        : html`<rook-text class="block" ?mono=${this.mono} .text=${text} .label=${what}></rook-text>`;
    switch (part.kind) {
      case 'fold':
        return this.opened.has(index)
          ? html`<div class="same"><span></span>${block(part.text, 'unchanged text')}</div>`
          : this.foldButton(part, index);
      case 'same':
        return html`<div class="same"><span></span>${block(part.text, 'unchanged text')}</div>`;
      case 'removed':
        return html`<del>${this.opening('removed')}${block(part.text, 'removed text')}${closing}</del>`;
      case 'added':
        return html`<ins>${this.opening('added')}${block(part.text, 'added text')}${closing}</ins>`;
      default:
        return part satisfies never;
    }
  }

  private opening(kind: 'removed' | 'added'): TemplateResult {
    return html`<span class="sign" aria-hidden="true">${kind === 'removed' ? '−' : '+'}</span><span class="unseen">${kind}: </span>`;
  }

  private foldButton({ count, unit }: DiffFold, index: number): TemplateResult {
    return html`<button class="link fold" aria-expanded="false" @click=${() => this.unfold(index)}>
      ${`Show ${counted(count, `unchanged ${unit}`)}`}
    </button>`;
  }

  private unfold(index: number): void {
    this.opened = new Set([...this.opened, index]);
  }

  private more(): TemplateResult | typeof nothing {
    const rest = this.parts.length - this.wanted;
    if (rest <= 0) return nothing;
    return html`<button
      class="link"
      @click=${() => {
        this.wanted += portion;
      }}
    >
      Show more (${counted(rest, 'stretch', 'stretches')} left)
    </button>`;
  }
}

const closing = html`<span class="unseen"> (end) </span>`;

function note(symbol: Parameters<typeof icon>[0], words: string): TemplateResult {
  return html`<p class="note">${icon(symbol)}<span>${words}</span></p>`;
}

function shownText(text: string): ReturnType<typeof markedPieces> | string {
  return concealsMany(text, mostMarks) ? visibleText(text) : markedPieces(text);
}

/** White space that came or went is named: nobody would see it. */
function changedText(text: string): TemplateResult | ReturnType<typeof shownText> {
  if (text.trim() !== '' || concealsMany(text, 0)) return shownText(text);
  const breaks = text.split('\n').length - 1;
  if (breaks > 0) return html`${blank(counted(breaks, 'line break'), '↵'.repeat(Math.min(breaks, 20)))}${text}`;
  return blank(
    text.includes('\t') ? 'tab' : counted(text.length, 'space'),
    text.replace(/\t/g, '→').replace(/\s/g, '·'),
  );
}

function blank(name: string, shown: string): TemplateResult {
  return html`<span class="mark" role="img" aria-label=${name} title=${name}>${shown}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-diff': RookDiff;
  }
}
