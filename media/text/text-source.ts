import type { PanelRequest } from '../../schemas/panel';
import type { CutText, ScenarioView } from '../../schemas/panel-view';

export type TextPath = CutText['path'];

/** Where the rest of a text is that was cut to fit into a message. */
export interface TextSource {
  /** Of the whole text, in UTF-16 units. */
  readonly length: number;
  /** The request for a portion of it. */
  readonly request: (start: number, end: number) => PanelRequest;
}

/** The sources of the texts in a value; undefined for a text that came whole. */
export type TextSources = (path: TextPath) => TextSource | undefined;

/** Nothing was cut. */
export const wholeTexts: TextSources = () => undefined;

const ofViews = new WeakMap<object, TextSources>();

/** The sources of a view's texts, the same for the same view. */
export function viewTexts(view: Pick<ScenarioView, 'cuts'>): TextSources {
  const known = ofViews.get(view);
  if (known) return known;
  const made = textSources(view.cuts, (path, start, end) => ({ ask: 'viewText', path, start, end }));
  ofViews.set(view, made);
  return made;
}

/** The sources of texts that were cut, each the same object whenever it is asked for. */
export function textSources(
  cuts: readonly CutText[] | undefined,
  request: (path: TextPath, start: number, end: number) => PanelRequest,
): TextSources {
  if (!cuts?.length) return wholeTexts;
  const known = new Map(
    cuts.map(({ path, length }): [string, TextSource] => [
      JSON.stringify(path),
      { length, request: (start, end) => request(path, start, end) },
    ]),
  );
  return (path) => known.get(JSON.stringify(path));
}

/** The same sources, asked by paths that begin further in. */
export function textsBelow(sources: TextSources, base: TextPath): TextSources {
  return sources === wholeTexts ? wholeTexts : (path) => sources([...base, ...path]);
}
