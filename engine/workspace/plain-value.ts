/** The value as a mapping; undefined when it is anything else. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The first of the values that is a text and not empty. */
export function firstText(...values: unknown[]): string | undefined {
  for (const value of values) if (typeof value === 'string' && value !== '') return value;
  return undefined;
}

/** Values are checked, compared and written by functions that call themselves for each level: deeper ones would exhaust the stack. */
export const deepestNesting = 500;

/** True when lists and mappings lie within each other deeper than that. Walks level by level, without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []));
  }
  return false;
}
