import { createHash } from 'node:crypto';

/**
 * A mark that occurs in none of the texts: whoever wrote them cannot close a fence that is made of it. It follows from
 * the texts, so that the same question is worded the same every time.
 */
export function fenceMark(texts: readonly string[]): string {
  for (let round = 0; ; round++) {
    const hash = createHash('sha256')
      .update(JSON.stringify([round, texts]))
      .digest('hex');
    const mark = `DATA-${hash.slice(0, 24)}`;
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}

/** A text between two lines that only we can write. @param title words of ours. */
export function fenced(mark: string, title: string, text: string): string {
  return `<<<${mark} ${title}\n${text}\n${mark}>>>`;
}
