import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { baseStyles } from '../frame/base-styles';
import { icon } from '../frame/icon';
import { foundStyles } from '../text/found-styles';
import type { Found } from '../text/found-text';
import { wholeNumber } from '../text/numbers';
import { type TextPath, type TextSources, wholeTexts } from '../text/text-source';
import '../verdict/rook-copy';
import { indents, type RowLook, valueRow } from './json-row';
import {
  childOf,
  childPortion,
  isSmall,
  type JsonRow,
  keyOf,
  opens,
  pathText,
  revealing,
  rowsOf,
  type TreeState,
  type ValueRow,
} from './json-rows';
import type { JsonMatch } from './json-search';
import { jsonStyles } from './json-styles';
import './rook-json-search';
import { treeStep } from './tree-keys';

/** A part of the value to be shown: what stands at a path, or a part of the text there. */
export interface Reveal {
  readonly path: TextPath;
  readonly found: Found | undefined;
}

/** More rows are not opened at once. */
const mostOpened = 2000;

/**
 * Any value of JSON as a tree: what is in it comes when it is opened, a hundred at a time, and long texts in portions.
 */
@customElement('rook-json')
export class RookJson extends LitElement {
  @property({ attribute: false }) value: unknown;
  /** Where the rest is of texts that were cut, by their path in the value. */
  @property({ attribute: false }) sources: TextSources = wholeTexts;
  /** What the value is, for the name of the tree. */
  @property() label = 'value';
  /** Something to show in it. A new object is a new search. */
  @property({ attribute: false }) reveal: Reveal | undefined;
  @state() private tree: TreeState = { open: new Map(), limits: new Map(), openAtFirst: true };
  @state() private active = '';
  @state() private match: JsonMatch | undefined;
  private rows: JsonRow[] = [];
  private sought: 'reveal' | 'match' | 'focus' | undefined;
  private small = true;

  static override styles = [baseStyles, jsonStyles, foundStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) {
      this.small = isSmall(this.value);
      this.tree = { ...this.tree, openAtFirst: this.small };
    }
    if (changed.has('reveal') && this.reveal) {
      this.tree = revealing(this.tree, this.value, this.reveal.path);
      this.active = keyOf(this.reveal.path);
      this.match = undefined;
      this.sought = 'reveal';
    }
    this.rows = rowsOf(this.value, this.tree, this.sources);
    if (!this.rows.some(({ key }) => key === this.active)) this.active = this.rows[0]?.key ?? '';
  }

  override render(): TemplateResult {
    return html`
      ${this.small ? nothing : this.tools()}
      <div class="tree" role="tree" aria-label=${this.label} @click=${this.choose} @keydown=${this.press} @rook-found=${this.reached}>
        ${repeat(
          this.rows,
          ({ key }) => key,
          (row) => this.row(row),
        )}
      </div>
    `;
  }

  override updated(): void {
    const { sought } = this;
    if (!sought) return;
    this.sought = undefined;
    const row = this.renderRoot.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    if (!row) return;
    if (sought === 'focus') row.focus();
    else if (sought === 'match') row.scrollIntoView({ block: 'nearest' });
    // A part of a long text is told of by the element that shows the text.
    else if (!row.querySelector('rook-text') || !this.reveal?.found)
      this.dispatchEvent(
        new CustomEvent('rook-found', { detail: row.querySelector('mark') ?? row, bubbles: true, composed: true }),
      );
  }

  private tools(): TemplateResult {
    return html`<div class="tools">
      <rook-json-search
        .value=${this.value}
        .partly=${this.sources !== wholeTexts}
        .label=${this.label}
        @rook-match=${(event: CustomEvent<JsonMatch | undefined>) => this.show(event.detail)}
      ></rook-json-search>
      <span class="icons">
        <button class="plain" title="Open one level more" aria-label="Open one level more" @click=${this.openLevel}>${icon('expand-all')}</button>
        <button class="plain" title="Close all" aria-label="Close all" @click=${this.closeAll}>${icon('collapse-all')}</button>
      </span>
      <rook-copy plain label="Copy value" .make=${() => this.valueText()}></rook-copy>
      <rook-copy plain label="Copy path" .make=${() => pathText(this.activeRow()?.path ?? [])}></rook-copy>
    </div>`;
  }

  private row(row: JsonRow): TemplateResult {
    const active = row.key === this.active;
    if (row.kind === 'value')
      return valueRow(row, { active, found: this.foundIn(row), source: this.sources(row.path) });
    const { shown, total } = row;
    return html`<div role="treeitem" data-key=${row.key} tabindex=${active ? '0' : '-1'} aria-level=${row.level}>
      ${indents(row.level)}<span class="twist"></span>
      <span class="body more"
        >Show ${wholeNumber(Math.min(childPortion, total - shown))} more (${wholeNumber(shown)} of ${wholeNumber(total)})</span
      >
    </div>`;
  }

  private foundIn({ key }: ValueRow): RowLook['found'] {
    const { match, reveal } = this;
    if (match) return keyOf(match.path) === key ? { in: match.in, at: matchedPart(match) } : undefined;
    return reveal && keyOf(reveal.path) === key ? { in: 'value', at: reveal.found } : undefined;
  }

  private show(match: JsonMatch | undefined): void {
    this.match = match;
    if (!match) return;
    const around = match.in === 'name' ? match.path.slice(0, -1) : match.path;
    this.tree = revealing(this.tree, this.value, around);
    if (match.in === 'name') this.tree = revealing(this.tree, this.value, match.path);
    this.active = keyOf(match.path);
    this.sought = 'match';
  }

  /** A match of the search in a long text is this tree's own affair. */
  private reached(event: CustomEvent<HTMLElement>): void {
    if (!this.match) return;
    event.stopPropagation();
    event.detail.scrollIntoView({ block: 'nearest' });
  }

  private choose(event: Event): void {
    // Buttons of a text inside a row are their own.
    const path = event.composedPath();
    if (path.some((at) => at instanceof HTMLElement && (at.localName === 'rook-text' || at.localName === 'button')))
      return;
    const row = path.find((at) => at instanceof HTMLElement && at.role === 'treeitem');
    if (!(row instanceof HTMLElement)) return;
    this.active = row.dataset.key ?? this.active;
    // Who marks a text to copy it does not want it closed.
    if (!getSelection()?.toString()) this.toggle();
    this.sought = 'focus';
  }

  private press(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.role !== 'treeitem') return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && !getSelection()?.toString()) {
      this.dispatchEvent(
        new CustomEvent('rook-send', {
          detail: { type: 'copy', text: this.valueText() },
          bubbles: true,
          composed: true,
        }),
      );
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(event.key, this.rows, this.active);
    if (!step) return;
    event.preventDefault();
    if (step.go !== undefined) this.active = step.go;
    if (step.toggle) this.toggle();
    if (step.openSiblings) this.openSiblings();
    this.sought = 'focus';
    this.requestUpdate();
  }

  private activeRow(): JsonRow | undefined {
    return this.rows.find(({ key }) => key === this.active);
  }

  private toggle(): void {
    const row = this.activeRow();
    if (row?.kind === 'more') {
      const limits = new Map(this.tree.limits).set(keyOf(row.path), row.shown + childPortion);
      // The first of those that came takes the place of the button.
      const parent = row.path.reduce<unknown>((inner, step) => childOf(inner, step), this.value);
      const name = Array.isArray(parent) ? row.shown : Object.keys(parent ?? {})[row.shown];
      this.tree = { ...this.tree, limits };
      if (name !== undefined) this.active = keyOf([...row.path, name]);
    } else if (row?.open !== undefined) this.set([row], !row.open);
  }

  private set(rows: ValueRow[], opened: boolean): void {
    const open = new Map(this.tree.open);
    for (const { key } of rows) open.set(key, opened);
    this.tree = { ...this.tree, open };
  }

  private openSiblings(): void {
    const row = this.activeRow();
    if (row?.kind !== 'value') return;
    const around = keyOf(row.path.slice(0, -1));
    this.set(
      this.rows.filter(isClosed).filter(({ path }) => keyOf(path.slice(0, -1)) === around),
      true,
    );
  }

  /** Whatever is closed now, texts apart. */
  private openLevel(): void {
    const closed = this.rows.filter(isClosed).filter(({ value }) => typeof value !== 'string');
    this.set(closed.slice(0, mostOpened), true);
  }

  private closeAll(): void {
    this.tree = { open: new Map(), limits: new Map(), openAtFirst: false };
    this.match = undefined;
  }

  /** The value of the row that is chosen, else the whole, as text. */
  private valueText(): string {
    const row = this.activeRow();
    const path = row?.path ?? [];
    const value = path.reduce<unknown>((inner, step) => childOf(inner, step), this.value);
    if (typeof value !== 'string') return JSON.stringify(value, null, 2) ?? '';
    return opens(value, path, this.sources) && this.sources(path)
      ? `${value}\n… cut here: the whole is in the record.`
      : value;
  }
}

function isClosed(row: JsonRow): row is ValueRow {
  return row.kind === 'value' && row.open === false;
}

function matchedPart({ start, end }: JsonMatch): Found | undefined {
  return start === undefined || end === undefined ? undefined : { start, end };
}

declare global {
  interface HTMLElementTagNameMap {
    'rook-json': RookJson;
  }
}
