import { withoutMarks } from './marks';

/** The text without byte order mark, with `\n` at line ends, and with straight quotes where an editor has curled them. */
export function cleanText(text: string, warnings: string[]): string {
  const plain = withoutMarks(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')).replace(/[\u200B\u2060]/g, '');
  const spaced = plain.replaceAll('\u00A0', ' ');
  if (!isCurled(spaced)) return spaced;
  warnings.push('Its quotes were curled by an editor (“ ”): they were taken for straight ones.');
  return spaced
    .replace(/[“”„‟]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/(^|\s)[–—](?=[a-zA-Z-])/g, '$1--');
}

/** Whether curled quotes stand where syntax needs straight ones, and not in somebody's words between straight ones. */
function isCurled(text: string): boolean {
  const quotes = text.match(/[“”‘’]/g)?.length ?? 0;
  return quotes > 1 && /(^|[\s=:{[,(])[“‘’”](?=\S)/.test(text) && !/(["'])(?:(?!\1)[^\n])*[“‘][^\n]*?\1/.test(text);
}
