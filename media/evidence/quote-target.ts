import type { QuotePlace } from '../../schemas/panel-view';
import type { Found } from '../text/found-text';
import type { TextPath } from '../text/text-source';

/** A quotation that is to be shown where it stands. A new object is a new search. */
export interface QuoteTarget {
  readonly place: QuotePlace;
  /** Undefined when a value as a whole is meant. */
  readonly found: Found | undefined;
}

export type QuotedSection = 'goal' | 'transcript' | 'tool-calls' | 'timeline';

declare global {
  interface HTMLElementEventMap {
    /** The reader wants to see what is quoted; the element is where he comes from. */
    'rook-quote': CustomEvent<{ place: QuotePlace; from: HTMLElement }>;
  }
}

export function quoteTarget(place: QuotePlace): QuoteTarget {
  const { start, end } = place;
  return { place, found: start === undefined || end === undefined ? undefined : { start, end } };
}

/** The section of the page that shows the place. */
export function sectionOf({ path }: QuotePlace): QuotedSection {
  switch (path[0]) {
    case 'hooks':
      return 'tool-calls';
    case 'timeline':
      return 'timeline';
    case 'goal':
      return 'goal';
    default:
      return 'transcript';
  }
}

/** How a reader calls the section. */
export function sectionWords(place: QuotePlace): string {
  const section = sectionOf(place);
  return section === 'tool-calls' ? 'tool calls' : section;
}

/** What is to be highlighted in the text that stands at a path; undefined when the quotation is elsewhere. */
export function foundAt(target: QuoteTarget | undefined, path: TextPath): Found | undefined {
  return target && below(target.place.path, path)?.length === 0 ? target.found : undefined;
}

/** The rest of a path that leads through another one; undefined when it does not. */
export function below(path: TextPath, base: TextPath): TextPath | undefined {
  return base.every((step, index) => path[index] === step) ? path.slice(base.length) : undefined;
}
