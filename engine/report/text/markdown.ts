import { visibleText } from './visible-characters';

/** A fenced block whose fence no line of the text can close. Concealed characters are made visible. */
export function fenced(text: string): string {
  const shown = visibleText(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** Text inside a line of Markdown: nothing in it is markup or a mention. */
export function escaped(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()<>#+!|~&]/g, '\\$&')
    .replace(/@/g, '&#64;');
}

/** Text as inline code; nothing when the text is blank, for which there is no code. */
export function code(text: string): string {
  const shown = visibleText(text).replace(/\s+/g, ' ').trim();
  if (shown === '') return '';
  const longest = longestRun(shown);
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${shown} ${ticks}` : `${ticks}${shown}${ticks}`;
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
