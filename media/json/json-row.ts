import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../frame/icon';
import { type Found, foundPieces } from '../text/found-text';
import { counted, wholeNumber } from '../text/numbers';
import '../text/rook-text';
import type { TextSource } from '../text/text-source';
import { countOf, longestInline, type ValueRow } from './json-rows';

/** Rows that stand deeper are not moved further in: there would be no room left. */
const mostIndents = 16;

export interface RowLook {
  /** The one that Tab leads to. */
  active: boolean;
  /** What is highlighted in it. */
  found: { in: 'name' | 'value'; at: Found | undefined } | undefined;
  source: TextSource | undefined;
}

/** The space in front of a row of this level. */
export function indents(level: number): TemplateResult[] {
  return Array.from({ length: Math.min(level - 1, mostIndents) }, () => html`<span class="indent"></span>`);
}

/** One value of a tree: its name, and the value or what is in it. */
export function valueRow(row: ValueRow, { active, found, source }: RowLook): TemplateResult {
  const name = row.path.at(-1);
  const openText = row.open === true && typeof row.value === 'string' ? row.value : undefined;
  return html`<div
    role="treeitem"
    class="${row.open ? 'open' : ''} ${found ? 'found' : ''} ${found && !found.at ? 'whole' : ''}"
    data-key=${row.key}
    tabindex=${active ? '0' : '-1'}
    aria-level=${row.level}
    aria-posinset=${row.place}
    aria-setsize=${row.of}
    aria-expanded=${row.open === undefined ? nothing : row.open ? 'true' : 'false'}
  >
    ${indents(row.level)}
    <span class="twist">${row.open === undefined ? nothing : icon('chevron-right')}</span>
    <div class="body">
      ${name === undefined ? nothing : html`<bdi class="name">${nameOf(name, found)}</bdi>: `}${shownValue(row, found, source)}
      ${
        openText === undefined
          ? nothing
          : html`<rook-text
              mono
              .text=${openText}
              .source=${source}
              .found=${found?.in === 'value' ? found.at : undefined}
              label="text"
            ></rook-text>`
      }
    </div>
  </div>`;
}

function nameOf(name: string | number, found: RowLook['found']): ReturnType<typeof foundPieces> {
  if (typeof name === 'number') return String(name);
  return quoted(name, found?.in === 'name' ? found.at : undefined);
}

function shownValue(
  { value, open }: ValueRow,
  found: RowLook['found'],
  source: TextSource | undefined,
): TemplateResult {
  if (typeof value === 'string') {
    const length = source?.length ?? value.length;
    const size = html`<span class="size">${wholeNumber(length)} characters</span>`;
    if (open) return size;
    if (open === undefined) return html`<bdi>${quoted(value, found?.in === 'value' ? found.at : undefined)}</bdi>`;
    const begin = value.slice(0, longestInline).replace(/[\ud800-\udbff]$/, '');
    return html`<bdi>${foundPieces(`${JSON.stringify(begin).slice(0, -1)}…`, 0, undefined, false)}</bdi> ${size}`;
  }
  if (value === null || typeof value !== 'object') return html`<span>${String(value)}</span>`;
  const count = countOf(value);
  if (Array.isArray(value)) return count === 0 ? html`[]` : html`<span class="size">[${counted(count, 'item')}]</span>`;
  return count === 0 ? html`{}` : html`<span class="size">{${counted(count, 'key')}}</span>`;
}

/** As JSON spells it. What was found in it is marked where the spelling is that of the text. */
function quoted(text: string, found: Found | undefined): ReturnType<typeof foundPieces> {
  const spelt = JSON.stringify(text);
  const same = spelt.length === text.length + 2;
  return foundPieces(spelt, 0, found && same ? { start: found.start + 1, end: found.end + 1 } : undefined, false);
}
