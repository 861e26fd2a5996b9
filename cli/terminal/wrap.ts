import { displayWidth, splitAtWidth, truncate } from './display-width';

/**
 * Breaks one line of text at its blanks; a word that is wider than the line is broken too.
 * @param most lines to keep; an ellipsis ends the last one when there was more.
 */
export function wrap(text: string, width: number, most = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').filter((word) => word !== '');
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
    } else if (line === '') {
      const [head, rest] = splitAtWidth(word, width);
      lines.push(head);
      if (rest !== '') words.unshift(rest);
    } else {
      lines.push(line);
      line = '';
      words.unshift(word);
    }
    if (lines.length >= most && (line !== '' || words.length > 0)) return ended(lines, most, width);
  }
  if (line !== '') lines.push(line);
  return lines;
}

function ended(lines: string[], most: number, width: number): string[] {
  const kept = lines.slice(0, most);
  const last = kept.pop() ?? '';
  return [...kept, displayWidth(last) < width ? `${last}…` : truncate(`${last}…`, width)];
}
