import type { GateReason, RedKind } from '../../schemas/gate';
import { formatRefusal, type Refusal } from '../../schemas/result';
import { kindOf } from '../workspace/check-shape';
import type { StoredRun } from '../workspace/runs';
import type { JsonRecord } from './json-text';

/** A document, and the file that it was read from, as messages name it. */
export interface NamedDocument {
  file: string;
  document: JsonRecord;
  /** Where it lies; absent in a self-test, whose documents lie nowhere. */
  path?: string;
}

/** Everything that is at hand of one run, nothing of it believed yet. */
export interface GateEvidence {
  /** What `rook run --json` (or `rook merge --json`) printed; absent for a run that is read from its folder. */
  run?: NamedDocument;
  /** What `rook report --json` printed. */
  report?: NamedDocument;
  /** Why there is no report to read. It counts only when the run completed: a pipeline fetches the report after that. */
  reportFault?: GateReason;
  /** The run's folder with its verdict files, when it can be reached. */
  stored?: StoredRun;
}

/** Why the gate stays closed: what was found, in the order in which a gate looks (seed 004). */
export function reason(
  kind: RedKind,
  message: string,
  more: { remedy?: string; scenario_id?: string; criterion_id?: string } = {},
): GateReason {
  return { kind, message, ...more };
}

/** A refusal as a reason: its place belongs to the message. */
export function reasonOf(kind: RedKind, error: Refusal): GateReason {
  return reason(kind, formatRefusal(error), error.remedy ? { remedy: error.remedy } : {});
}

/** `<field> is missing`, or what it is instead. */
export function wrong(field: string, value: unknown, wanted: string): string {
  return value === undefined
    ? `${field} is missing: it must be ${wanted}`
    : `${field} must be ${wanted}, found ${said(value)}`;
}

function said(value: unknown): string {
  return value === null
    ? 'null'
    : typeof value === 'boolean' || typeof value === 'number'
      ? String(value)
      : kindOf(value);
}
