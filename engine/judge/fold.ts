export interface FoldedHit {
  wanted: string;
  /** Where it stands in the text itself, and how long it is there. */
  index: number;
  length: number;
}

/**
 * Finds a string in a text without regard to case and with any run of white space standing for one space (behaviour §7).
 * @param wholeWords the string must not begin or end inside a longer word.
 */
export function findFolded(text: string, wanted: string, wholeWords: boolean): FoldedHit | undefined {
  const words = wanted.trim().split(/\s+/u).filter(Boolean).map(escapePattern);
  if (words.length === 0) return undefined;
  const body = words.join('\\s+');
  const pattern = wholeWords ? `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])` : body;
  // The pattern is literal words and white space: it is linear, so it needs no time limit.
  const found = new RegExp(pattern, 'iu').exec(text);
  return found ? { wanted, index: found.index, length: found[0].length } : undefined;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
