import { asRecord } from '../../workspace/plain-value';
import type { Path, PathStep } from '../draft';

/** A value in a reply that is no list and no object. */
export interface Leaf {
  path: Path;
  value: string | number | boolean | null;
}

/** Deeper than this no agent puts its answer. */
const deepest = 12;
/** Most leaves that are looked at: a reply may hold a whole search index. */
const mostLeaves = 5000;

/** The leaves of a value, in the order in which they stand. */
export function leavesOf(value: unknown): Leaf[] {
  const found: Leaf[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: readonly PathStep[], found: Leaf[]): void {
  if (found.length >= mostLeaves || path.length > deepest) return;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    found.push({ path, value });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...path, index], found);
    return;
  }
  for (const [key, item] of Object.entries(asRecord(value) ?? {})) collect(item, [...path, key], found);
}

/** The last name in a path: what the value is called. */
export function nameIn(path: Path): string {
  return path.findLast((part) => typeof part === 'string') ?? '';
}

/** A name without the ways to write one: `sessionId`, `session_id` and `Session-ID` are the same. */
export function normalisedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
