import { html, type TemplateResult } from 'lit';
import { visibleText } from '../../engine/report/text/visible-characters';
import { markedPieces } from './inline-text';

/** A part of a text that someone looks for, in UTF-16 units. A new object is a new search, also for the same place. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

declare global {
  interface HTMLElementEventMap {
    /** What was looked for is in the page: the element that shows it. */
    'rook-found': CustomEvent<HTMLElement>;
  }
}

type Pieces = ReturnType<typeof markedPieces> | TemplateResult | string;

/**
 * The pieces of a text that begins at `offset` of a longer one, what was found in a mark.
 * @param plain concealed characters are written out, without an element for each
 */
export function foundPieces(text: string, offset: number, found: Found | undefined, plain: boolean): Pieces {
  const shown = (part: string): Pieces => (plain ? visibleText(part) : markedPieces(part));
  const [start, end] = [Math.max(0, (found?.start ?? 0) - offset), Math.min(text.length, (found?.end ?? 0) - offset)];
  if (!found || start >= end) return shown(text);
  return html`${shown(text.slice(0, start))}<mark tabindex="-1">${shown(text.slice(start, end))}</mark>${shown(text.slice(end))}`;
}
