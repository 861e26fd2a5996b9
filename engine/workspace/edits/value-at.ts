import type { DocumentPath } from '../../../schemas/criterion';
import { asRecord } from '../plain-value';

/** What stands at a path of a plain value; undefined when nothing does. */
export function valueAt(root: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
    const record = asRecord(value);
    return record && Object.hasOwn(record, step) ? record[String(step)] : undefined;
  }, root);
}

/**
 * A plain value with another one at a path; mappings that are missing on the way are made. The value itself stays as it is.
 * @param value undefined takes away what stands there: a key, or an entry of a list.
 */
export function withValueAt(root: unknown, path: DocumentPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root)) {
    const entries: unknown[] = root;
    const index = Number(step);
    if (rest.length === 0 && value === undefined) return entries.toSpliced(index, 1);
    return entries.toSpliced(index, 1, withValueAt(entries[index], rest, value));
  }
  const record = asRecord(root) ?? {};
  if (rest.length === 0 && value === undefined)
    return Object.fromEntries(Object.entries(record).filter(([key]) => key !== String(step)));
  return {
    ...record,
    [step]: withValueAt(Object.hasOwn(record, step) ? record[String(step)] : undefined, rest, value),
  };
}

/** A plain value in which the key at a path has another name. */
export function withKeyRenamed(root: unknown, path: DocumentPath, name: string): unknown {
  const owner = path.slice(0, -1);
  const key = String(path.at(-1));
  const entries = Object.entries(asRecord(valueAt(root, owner)) ?? {});
  return withValueAt(root, owner, Object.fromEntries(entries.map(([one, value]) => [one === key ? name : one, value])));
}
