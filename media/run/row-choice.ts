import type { RunRow } from '../../schemas/panel-view';
import type { KeptTexts } from '../frame/kept-texts';
import { isRowKind, kindOf, type RowKind, rowKinds } from './row-look';

export const sortColumns = ['plan', 'status', 'scenario', 'feature', 'kind', 'criteria', 'latency', 'tokens'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Which rows the reader wants to see, and in which order. */
export interface RowChoice {
  search: string;
  status: RowKind | undefined;
  class: string | undefined;
  feature: string | undefined;
  sort: SortColumn;
  descending: boolean;
}

const prefix = 'run:';

/** The choice as the panel keeps it. @param sort unless the reader chose another */
export function choiceOf(kept: KeptTexts, sort: SortColumn): RowChoice {
  const of = (key: string): string | undefined => kept[prefix + key] || undefined;
  const [column, direction] = (of('sort') ?? '').split(' ');
  const status = of('status');
  return {
    search: of('search') ?? '',
    status: status !== undefined && isRowKind(status) ? status : undefined,
    class: of('class'),
    feature: of('feature'),
    sort: sortColumns.find((name) => name === column) ?? sort,
    descending: direction === 'desc',
  };
}

export function keptSort(sort: SortColumn, descending: boolean): KeptTexts {
  return { [`${prefix}sort`]: `${sort} ${descending ? 'desc' : 'asc'}` };
}

export function keptFilter(filter: Partial<Record<'search' | 'status' | 'class' | 'feature', string>>): KeptTexts {
  return Object.fromEntries(Object.entries(filter).map(([key, text]) => [prefix + key, text]));
}

export const noFilter = keptFilter({ search: '', status: '', class: '', feature: '' });

export function isFiltered({ search, status, class: kind, feature }: RowChoice): boolean {
  return search.trim() !== '' || status !== undefined || kind !== undefined || feature !== undefined;
}

/** The rows that were chosen, in the chosen order; equal ones stay in the order of the plan. */
export function chosenRows(rows: readonly RunRow[], choice: RowChoice): RunRow[] {
  const words = choice.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(
    (row) =>
      (choice.status === undefined || kindOf(row) === choice.status) &&
      (choice.class === undefined || row.class === choice.class) &&
      (choice.feature === undefined || row.featureId === choice.feature) &&
      (words.length === 0 || holds(row, words)),
  );
  if (choice.sort === 'plan') return choice.descending ? found.reverse() : found;
  const keyed = found.map((row) => ({ row, key: keyOf(row, choice.sort) }));
  keyed.sort((a, b) => compare(a.key, b.key, choice.descending));
  return keyed.map(({ row }) => row);
}

function holds({ scenarioId, title, featureId, class: kind, category, why }: RunRow, words: string[]): boolean {
  const text =
    `${scenarioId}\n${title}\n${featureId ?? ''}\n${kind ?? ''}\n${category ?? ''}\n${why ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function keyOf(row: RunRow, column: SortColumn): string | number | undefined {
  switch (column) {
    case 'plan':
      return undefined;
    case 'status':
      return rowKinds.indexOf(kindOf(row));
    case 'scenario':
      return row.title;
    case 'feature':
      return row.featureId;
    case 'kind':
      return row.class && `${row.class} ${row.category ?? ''}`;
    case 'criteria': {
      const { passed = 0, failed = 0, unverifiable = 0 } = row;
      const all = passed + failed + unverifiable;
      return all === 0 ? undefined : passed / all;
    }
    case 'latency':
      return row.latencyMs;
    case 'tokens':
      return row.tokensIn === undefined ? undefined : row.tokensIn + (row.tokensOut ?? 0);
    default:
      return column satisfies never;
  }
}

const { compare: inWords } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What was not measured comes last, whichever way the others are sorted. */
function compare(a: string | number | undefined, b: string | number | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : inWords(String(a), String(b));
  return descending ? -order : order;
}
