/** Rows that are rendered beyond those in sight, on either side. */
const beyond = 16;
/** The window moves in steps of so many rows, so that not every pixel of scrolling renders. */
const step = 6;

/** So few are all rendered, wherever they are: the browser finds words in them then. */
const few = 80;

/** Rows from `first` up to, not including, `end`. */
export interface RowWindow {
  first: number;
  end: number;
}

/**
 * Which rows are rendered.
 * @param top where the first row is, in pixels below the top of what is in sight.
 * @param height of what is in sight, in pixels.
 */
export function windowOf(top: number, height: number, rowHeight: number, count: number): RowWindow {
  if (count <= few) return { first: 0, end: count };
  const seen = rowHeight > 0 ? Math.floor(-top / rowHeight) : 0;
  const many = rowHeight > 0 ? Math.ceil(height / rowHeight) : 0;
  const base = Math.floor(seen / step) * step;
  const first = Math.max(0, Math.min(base - beyond, count - 1));
  return { first, end: Math.max(0, Math.min(count, base + many + step + beyond)) };
}

/** What is rendered in turn: rows, and room for those that are not. `also` is a row that is rendered wherever it is. */
export function piecesOf(
  count: number,
  { first, end }: RowWindow,
  also: number,
): ({ row: number } | { gap: number })[] {
  const rows = new Set<number>();
  for (let row = first; row < end; row++) rows.add(row);
  if (also >= 0 && also < count) rows.add(also);
  const pieces: ({ row: number } | { gap: number })[] = [];
  let next = 0;
  for (const row of [...rows].sort((a, b) => a - b)) {
    if (row > next) pieces.push({ gap: row - next });
    pieces.push({ row });
    next = row + 1;
  }
  if (next < count) pieces.push({ gap: count - next });
  return pieces;
}
