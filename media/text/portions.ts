/** Longest text, in UTF-16 units and in lines, that is shown without being asked for. */
const shortLength = 1600;
const shortLines = 18;
/** What is shown of a longer one. */
const previewLength = 900;
const previewLines = 10;
/** First portion of a text that was opened; every further one is as long as all before it, up to the longest. */
export const firstPortion = 20_000;
export const longestPortion = 1_000_000;
/** As much is put into the page at once. */
export const sliceLength = 100_000;

/** Where the preview of a text ends; undefined when the text is short enough to be shown whole. */
export function previewEnd(text: string): number | undefined {
  const lineLimit = endOfLine(text, shortLines);
  if (text.length <= shortLength && lineLimit >= text.length) return undefined;
  return safeEnd(text, Math.min(previewLength, endOfLine(text, previewLines)));
}

/**
 * Where the portion that begins at `start` and ends near `wanted` ends: behind a line if one ends shortly before, never
 * inside a character.
 */
export function portionEnd(text: string, wanted: number, start = 0): number {
  if (wanted >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', wanted - 1) + 1;
  return lineEnd - start > (wanted - start) * 0.8 ? lineEnd : safeEnd(text, wanted);
}

/** A long text is laid out in blocks of about this length, so that only those on the screen cost anything. */
const blockLength = 4000;

/** Cuts a text into blocks, behind lines where there are any. The same text always has the same blocks. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < text.length; ) {
    const wanted = start + blockLength;
    const lineEnd = wanted >= text.length ? text.length : text.lastIndexOf('\n', wanted - 1) + 1;
    const end = lineEnd > start + blockLength / 2 ? lineEnd : safeEnd(text, wanted);
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

/** Offset behind the given number of lines. */
function endOfLine(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

/** Moves an offset off the middle of a surrogate pair or of a CRLF. */
function safeEnd(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  const pair = before >= 0xd800 && before <= 0xdbff;
  const lineBreak = before === 0x0d && text.charCodeAt(offset) === 0x0a;
  return pair || lineBreak ? offset - 1 : offset;
}
