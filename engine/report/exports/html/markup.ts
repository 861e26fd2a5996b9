import { concealsMany, visiblePieces, visibleText } from '../../text/visible-characters';

/** HTML that is finished: it is put into other HTML as it is. Everything else is text. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Content = Markup | string | number | undefined | false | readonly Content[];

/** A text with more concealed characters than this has no element for each: it is hostile, or binary. */
const mostMarks = 500;

/**
 * HTML whose values are text: in an element they are escaped, with concealed characters as marks and the direction of each
 * kept to itself; in an attribute they are escaped. Nothing that an agent wrote can be markup, whoever writes the template.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    const inTag = text.lastIndexOf('<') > text.lastIndexOf('>');
    text += inTag ? attributeOf(value) : contentOf(value);
    text += parts[index + 1] ?? '';
  }
  return new Markup(text);
}

function contentOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? '' : `<bdi>${shown(value)}</bdi>`;
  return value.map(contentOf).join('');
}

function attributeOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(attributeOf).join('');
  return escaped(visibleText(String(value)));
}

/** Text of an element: escaped, and what a reader would not see is shown by its name. */
export function shown(text: string): string {
  if (concealsMany(text, mostMarks)) return escaped(visibleText(text));
  return visiblePieces(text)
    .map((piece) =>
      typeof piece === 'string'
        ? escaped(piece)
        : `<span class="mark" title="${escaped(piece.name)}">${escaped(piece.shown)}</span>${
            piece.count > 1 ? `<span class="times"> ×${piece.count}</span>` : ''
          }`,
    )
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
