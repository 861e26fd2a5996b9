import type { CriterionVerdict, Verdict } from '../../schemas/verdict';
import { displayWidth, padTo } from '../terminal/display-width';
import type { Paper } from '../terminal/paper';
import { visibleInOneLine, visibleLines } from '../terminal/visible-text';
import { wrap } from '../terminal/wrap';
import type { RunRow } from './rows';
import { criterionStyle } from './status-words';

/** Criteria of one scenario that are shown; the rest is counted and stands in verdict.yaml. */
const mostCriteria = 8;
/** Lines of a diagnosis: the first says what failed, the last ones of standard error say why. */
const mostDiagnosisLines = 8;
/** Screen lines for one line of it: the cause often stands at the end of a long one. */
const mostLinesOfALine = 4;
const labelWidth = 10;

/** What stands beneath a row: why it is not a Pass, from the records. Nothing for a Pass. @param indent in columns. */
export function detailLines(row: RunRow, indent: number, paper: Paper): string[] {
  const block = new DetailBlock(indent, paper);
  if (row.kind === 'verdict') verdictDetails(row.verdict, block);
  else block.field('why', row.why, 3);
  return block.lines;
}

function verdictDetails(verdict: Verdict, block: DetailBlock): void {
  if (verdict.status === 'Pass') return;
  for (const quote of verdict.compromised ? (verdict.attack_evidence ?? []).slice(0, 2) : []) {
    block.field('attack', quote, 2);
  }
  if (verdict.diagnosis !== undefined) block.diagnosis(verdict.diagnosis);
  const open = verdict.criteria.filter(({ status }) => status !== 'Pass');
  const worstFirst = [
    ...open.filter(({ status }) => status === 'Fail'),
    ...open.filter(({ status }) => status !== 'Fail'),
  ];
  for (const criterion of worstFirst.slice(0, mostCriteria)) criterionDetails(criterion, verdict, block);
  if (open.length > mostCriteria) block.text(`… and ${open.length - mostCriteria} more, in verdict.yaml`);
  if (verdict.remedy) block.field('remedy', verdict.remedy);
}

function criterionDetails(criterion: CriterionVerdict, verdict: Verdict, block: DetailBlock): void {
  const attempt = typeof criterion.attempt === 'number' ? ` (attempt ${criterion.attempt})` : '';
  block.criterion(criterion, attempt);
  if (criterion.expected !== criterion.criterion) block.field('expected', criterion.expected, 2);
  block.field('achieved', criterion.achieved, 2);
  if (criterion.evidence !== '' && criterion.evidence !== criterion.achieved)
    block.field('evidence', criterion.evidence, 2);
  if (criterion.remedy && criterion.remedy !== verdict.remedy) block.field('remedy', criterion.remedy);
}

/** Lines that share an indent and a column of labels. */
class DetailBlock {
  readonly lines: string[] = [];
  private readonly margin: string;

  constructor(
    indent: number,
    private readonly paper: Paper,
  ) {
    this.margin = ' '.repeat(indent);
  }

  text(text: string): void {
    this.lines.push(this.margin + this.paper.paint('dim', text));
  }

  /** Id and statement of a criterion. */
  criterion(criterion: CriterionVerdict, attempt: string): void {
    const { criterion_id: id, status } = criterion;
    const label = padTo(visibleInOneLine(id), labelWidth);
    const room = this.room() + labelWidth - displayWidth(label);
    const statement = wrap(visibleInOneLine(criterion.criterion) + attempt, room, 2);
    this.labelled(this.paper.paint(criterionStyle(status), label), statement);
  }

  /** One value in words, at most `most` lines of it; what is to be done is never cut. */
  field(label: string, value: string, most = Number.POSITIVE_INFINITY): void {
    this.labelled(this.label(label), wrap(visibleInOneLine(value), this.room(), most));
  }

  /** What a failed hook said: line breaks are kept, the middle is left out. */
  diagnosis(text: string): void {
    const lines = visibleLines(text).flatMap((line) => wrap(line, this.room(), mostLinesOfALine));
    const [first = '', ...rest] = lines;
    const room = mostDiagnosisLines - 1;
    const cut = rest.length > room ? [`… ${rest.length - room} lines …`, ...rest.slice(-room)] : rest;
    this.labelled(this.label('diagnosis'), [first, ...cut]);
  }

  private labelled(label: string, [first = '', ...more]: string[]): void {
    const hanging = ' '.repeat(labelWidth);
    this.lines.push(`${this.margin}${label} ${first}`, ...more.map((line) => `${this.margin}${hanging} ${line}`));
  }

  private label(text: string): string {
    return this.paper.paint('dim', padTo(text, labelWidth));
  }

  private room(): number {
    return Math.max(20, this.paper.width - this.margin.length - labelWidth - 1);
  }
}
