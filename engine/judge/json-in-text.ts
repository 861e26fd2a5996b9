/** The JSON value that a text is or holds: itself, inside a JSON string, or in the first fenced block. */
export function jsonIn(text: string): { value: unknown } | undefined {
  const direct = parse(text.trim());
  if (direct) return typeof direct.value === 'string' ? (parse(direct.value.trim()) ?? direct) : direct;
  const fence = /```(?:json|JSON)?[^\S\n]*\r?\n([\s\S]*?)\r?\n[^\S\n]*```/.exec(text);
  return fence?.[1] === undefined ? undefined : parse(fence[1]);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // not JSON
  }
}

/** Equality of JSON values, with their types: 1 is not "1"; key order does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, Reflect.get(b, key)))
  );
}

/** True when `part` is in `whole`: mappings need only the named keys, all else must be equal. */
export function containsJson(whole: unknown, part: unknown): boolean {
  if (part === null || typeof part !== 'object') return sameJson(whole, part);
  if (whole === null || typeof whole !== 'object') return false;
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((item, i) => containsJson(whole[i], item))
    );
  }
  if (Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && containsJson(Reflect.get(whole, key), value),
  );
}
