import { html, type TemplateResult } from 'lit';
import { glyphs } from './glyphs';

export type IconName = keyof typeof glyphs;

/** A codicon. It only repeats what words say beside it, so it has no name of its own and is not part of the text. */
export function icon(name: IconName): TemplateResult {
  return html`<span class="icon" aria-hidden="true" data-glyph=${glyphs[name]}></span>`;
}
