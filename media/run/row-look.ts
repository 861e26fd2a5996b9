import { type RowStatus, RowStatus as RowStatusSchema, type RunRow } from '../../schemas/panel-view';
import { type StatusLook, statusLook } from '../verdict/status';

/** What a row counts as: its status, but that an attack which reached its goal is more than a failure. */
export type RowKind = RowStatus | 'compromised';

/** The worst first; what is not decided yet last. */
export const rowKinds: readonly RowKind[] = [
  'compromised',
  'Fail',
  'Unable to Verify',
  'unjudged',
  'not_run',
  'unrunnable',
  'Pass',
  'running',
  'waiting',
];

export function kindOf({ status, compromised }: RunRow): RowKind {
  return compromised ? 'compromised' : status;
}

export function isRowKind(text: string): text is RowKind {
  return text === 'compromised' || RowStatusSchema.safeParse(text).success;
}

/** How a kind of row looks. Colour never stands alone. */
export function kindLook(kind: RowKind): Omit<StatusLook, 'words'> & { words: string } {
  switch (kind) {
    case 'Pass':
    case 'Fail':
    case 'Unable to Verify':
      return statusLook(kind);
    case 'compromised':
      return { tone: 'fail', icon: 'unlock', words: 'Compromised' };
    case 'unjudged':
      return { tone: 'muted', icon: 'circle-large-outline', words: 'Not judged' };
    case 'not_run':
      return { tone: 'muted', icon: 'circle-slash', words: 'Not run' };
    case 'unrunnable':
      return { tone: 'muted', icon: 'circle-slash', words: 'Cannot run' };
    case 'waiting':
      return { tone: 'muted', icon: 'watch', words: 'Waiting' };
    case 'running':
      return { tone: 'muted', icon: 'sync', words: 'Running' };
    default:
      return kind satisfies never;
  }
}

/** How a row looks: a verdict that cannot be read is said before anything else. */
export function rowLook(row: RunRow): StatusLook {
  return row.unreadable === undefined ? kindLook(kindOf(row)) : { tone: 'fail', icon: 'warning', words: 'Unreadable' };
}

/** How many rows there are of each kind that there is, in the order of `rowKinds`. */
export function countKinds(rows: readonly RunRow[]): [RowKind, number][] {
  const counts = new Map<RowKind, number>();
  for (const row of rows) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
  return rowKinds.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind) ?? 0] as [RowKind, number]] : []));
}
