import type { Paper } from '../terminal/paper';
import { visibleInOneLine } from '../terminal/visible-text';
import { sharedCauses } from './causes';
import type { RunRows } from './rows';
import { type SummaryInput, summary } from './summary';
import { verdictTable } from './table';

export interface VerdictPage extends SummaryInput {
  rows: RunRows;
  /** Which run this is, where that has not been said before. */
  title?: string;
}

/** A run as a person reads it: the table, what its failures share, then what it comes to. */
export function verdictPage(page: VerdictPage, paper: Paper): string {
  const table = verdictTable(page.rows, paper);
  const causes = sharedCauses(page.report.clusters, page.rows, paper);
  const title = page.title ? `${paper.paint('bold', visibleInOneLine(page.title))}\n` : '';
  return `${title}${table === '' ? '' : `\n${table}`}${causes}\n${summary(page, paper)}`;
}
