import { type Paint, paintFor } from './paint';

/** What text is laid out for: how many columns there are, and how to colour. */
export interface Paper {
  width: number;
  paint: Paint;
}

/** Columns of a pipe or a file, where nobody says how many there are. */
const defaultWidth = 100;
const narrowest = 40;
/** Lines longer than this are hard to read, however wide the window is. */
const widest = 120;

/** The paper that a stream is. COLUMNS counts when the stream itself does not know. */
export function paperOf(stream: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv): Paper {
  const columns = stream.columns || Number(env.COLUMNS) || defaultWidth;
  return { width: Math.min(Math.max(columns, narrowest), widest), paint: paintFor(stream, env) };
}
