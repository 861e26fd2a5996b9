import { displayWidth, padTo, truncate } from './display-width';

/**
 * A plain list in columns as wide as their widest cell, two blanks apart; the last one is not filled up.
 * @param options.width cuts the last column so that no line is wider.
 */
export function columns(rows: string[][], options: { indent?: string; width?: number } = {}): string {
  const { indent = '  ', width } = options;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  const before = indent.length + widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const last = widths.length - 1;
  const fit = (cell: string, index: number): string =>
    index === last && width !== undefined
      ? truncate(cell, Math.max(10, width - before))
      : padTo(cell, widths[index] ?? 0);
  return rows.map((row) => `${`${indent}${row.map(fit).join('  ')}`.trimEnd()}\n`).join('');
}
