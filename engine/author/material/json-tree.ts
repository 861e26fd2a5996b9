/** Keys and indexes down to a place in a JSON value. */
export type KeyPath = readonly (string | number)[];

/** The last key of a path, indexes left out; empty when there is none. */
export function lastName(path: KeyPath): string {
  for (let at = path.length - 1; at >= 0; at--) {
    const step = path[at];
    if (typeof step === 'string') return step;
  }
  return '';
}

/** `body.messages[0].content`. */
export function pathText(root: string, path: KeyPath): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : /^[\w$-]+$/.test(step) ? `${text}.${step}` : `${text}["${step}"]`,
    root,
  );
}

/** The value with another one at the path; lists and mappings on the way are copied. */
export function withValueAt(value: unknown, path: KeyPath, put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? withValueAt(item, rest, put) : item));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]) => [key, key === String(step) ? withValueAt(item, rest, put) : item]);
  if (!Object.hasOwn(value, step)) changed.push([String(step), withValueAt({}, rest, put)]);
  return Object.fromEntries(changed);
}

/** Every text, number, boolean and null of a JSON value with its path. */
export function* leavesOf(
  value: unknown,
  path: KeyPath = [],
): Generator<{ path: KeyPath; value: string | number | boolean | null }> {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    yield { path, value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leavesOf(item, [...path, index]);
  else if (typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key]);
}

/** The JSON value with `change` applied to each of its texts, keys left as they are. */
export function mapJsonTexts(
  value: unknown,
  change: (text: string, path: KeyPath) => string,
  path: KeyPath = [],
): unknown {
  if (typeof value === 'string') return change(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapJsonTexts(item, change, [...path, index]));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapJsonTexts(item, change, [...path, key])]),
  );
}
