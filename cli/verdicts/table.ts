import { displayWidth, padTo, truncate } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';
import { detailLines } from './details';
import type { RunRows } from './rows';
import { type StatusWords, statusWords } from './status-words';

const margin = 2;
const gap = 2;
const widestId = 24;
const narrowestTitle = 16;
/** Statuses up to this width share a column ("Fail, compromised"); longer ones begin further left when they must. */
const shortStatus = 17;

/**
 * The verdict table: sign, id, title, status, and beneath each row that is not a Pass the criteria that say why.
 * Titles give way when the terminal is narrow; ids and statuses do not.
 */
export function verdictTable(rows: RunRows, paper: Paper): string {
  const cells = rows.map((row) => ({
    row,
    id: truncate(visibleInOneLine(row.id), widestId),
    title: visibleInOneLine(row.title),
    status: statusWords(row),
  }));
  const idWidth = Math.max(0, ...cells.map(({ id }) => displayWidth(id)));
  const before = margin + 2 + idWidth + gap;
  const roomFor = (status: number): number => Math.max(narrowestTitle, paper.width - before - gap - status);
  const column = Math.min(roomFor(shortStatus), Math.max(0, ...cells.map(({ title }) => displayWidth(title))));
  const lines: string[] = [];
  let apart = false;
  let lastWhy: string | undefined;
  for (const { row, id, title, status } of cells) {
    const why = row.kind === 'verdict' ? undefined : row.why;
    // After a stop many rows have one reason: it is said once.
    const details = why !== undefined && why === lastWhy ? [] : detailLines(row, before, paper);
    lastWhy = why;
    // A row with something beneath it stands apart; plain ones follow each other closely.
    if (lines.length > 0 && (apart || details.length > 0)) lines.push('');
    apart = details.length > 0;
    const width = Math.min(column, roomFor(displayWidth(status.words)));
    lines.push(rowLine(padTo(id, idWidth), padTo(truncate(title, width), width), status, paper), ...details);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function rowLine(id: string, title: string, status: StatusWords, { paint }: Paper): string {
  const space = ' '.repeat(gap);
  return `${' '.repeat(margin)}${paint(status.style, status.sign)} ${paint('bold', id)}${space}${title}${space}${paint(status.style, status.words)}`;
}
