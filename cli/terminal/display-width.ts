/** Printable ASCII: one column each, and by far the most common case. */
const plain = /^[\x20-\x7e]*$/;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const picture = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|^\p{Regional_Indicator}{2}|\ufe0f?\u20e3/u;

/** Code points that terminals draw two columns wide: CJK, Hangul, full-width forms (East Asian Width W and F). */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

let segmenter: Intl.Segmenter | undefined;

/** What a reader calls characters: a flag, a family or a letter with its accents is one. */
export function graphemesOf(text: string): string[] {
  if (plain.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Columns that text takes in a terminal. Controls are not expected: see visibleLine. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length;
  if (invisible.test(grapheme)) return 0;
  const code = grapheme.codePointAt(0) ?? 0;
  const wide = picture.test(grapheme) || wideRanges.some(([first, last]) => code >= first && code <= last);
  return wide ? 2 : 1;
}

/** The longest beginning of text that fits, and the rest. At least one grapheme is taken, so that loops end. */
export function splitAtWidth(text: string, width: number): [string, string] {
  if (plain.test(text)) return [text.slice(0, Math.max(width, 1)), text.slice(Math.max(width, 1))];
  let head = '';
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    const own = graphemeWidth(grapheme);
    if (used + own > width && head !== '') break;
    head += grapheme;
    used += own;
  }
  return [head, text.slice(head.length)];
}

/** Text cut to a width in columns; an ellipsis says that something is missing. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 1) return '…';
  return `${splitAtWidth(text, width - 1)[0].trimEnd()}…`;
}

/** Text filled up with blanks to a width in columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
