import { html, type TemplateResult } from 'lit';
import { type Mark, visiblePieces } from '../../engine/report/text/visible-characters';

/** A short text from a file or an agent, as text: isolated from the direction of its surroundings, nothing hidden. */
export function inlineText(text: string): TemplateResult {
  return html`<bdi>${markedPieces(text)}</bdi>`;
}

/** The pieces of a text, each concealed character as a labelled mark. */
export function markedPieces(text: string): (string | TemplateResult)[] {
  return visiblePieces(text).map((piece) => (typeof piece === 'string' ? piece : markTemplate(piece)));
}

function markTemplate({ shown, name, count }: Mark): TemplateResult {
  const label = count > 1 ? `${name}, ${count} times` : name;
  return html`<span class="mark" role="img" aria-label=${label} title=${label}>${shown}${count > 1 ? `×${count}` : ''}</span>`;
}
