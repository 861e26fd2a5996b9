import { clipped } from '../../judge/model/clipped';
import { code, fenced } from '../text/markdown';

/**
 * Whatever agents, hooks and authors wrote is code in these reports, inline or fenced, and our own words are plain. In code
 * nothing is markup, HTML, a link, a mention or a reference to an issue, for every reader of Markdown.
 */

/** More of one quotation would bury the others: the whole one is in verdict.yaml. */
const longestQuotation = 4000;
const longestInline = 300;

/** Text in a line or in the cell of a table. @param limit characters that are shown; paths and remedies are never cut. */
export function inline(text: string, limit = longestInline): string {
  return code(clipped(text, limit)).replaceAll('|', '\\|') || '–';
}

/** Text as a block of its own. */
export function quotation(text: string): string {
  return fenced(clipped(text, longestQuotation));
}

/** A table of rows of cells, which are Markdown already. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
