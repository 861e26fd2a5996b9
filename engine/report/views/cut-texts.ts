import type { CutText } from '../../../schemas/panel-view';

/** A text longer than this is cut, in UTF-16 units. */
const longest = 100_000;
/** What is left of one that is cut. */
const kept = 20_000;
/** Texts of one message, together; once they are more, those that follow are cut earlier, too. */
const budget = 4_000_000;
/** What is left of a text when the budget is spent. */
const keptAfter = 1_000;

/**
 * A value whose long texts are cut, so that it fits into a message: an agent may answer with 30 MB. Nothing else changes.
 * @returns where texts were cut, with their whole length; the rest is read with `textAt`.
 */
export function cutTexts<T>(value: T): { value: T; cuts: CutText[] } {
  const cuts: CutText[] = [];
  let spent = 0;
  const cut = (inner: unknown, path: CutText['path']): unknown => {
    if (typeof inner === 'string') {
      const limit = spent > budget ? keptAfter : longest;
      const end = inner.length > limit ? safeEnd(inner, Math.min(kept, limit)) : inner.length;
      spent += end;
      if (end === inner.length) return inner;
      cuts.push({ path, length: inner.length });
      return inner.slice(0, end);
    }
    if (Array.isArray(inner)) return inner.map((one, index) => cut(one, [...path, index]));
    if (inner === null || typeof inner !== 'object') return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, cut(one, [...path, key])]));
  };
  return { value: cut(value, []) as T, cuts }; // the same shape: only texts became shorter
}

/** A portion of the text that stands at a path of a value; undefined when there is no text. */
export function textAt(
  value: unknown,
  path: CutText['path'],
  start: number,
  end: number,
): { text: string; length: number } | undefined {
  let inner = value;
  for (const step of path) {
    if (inner === null || typeof inner !== 'object' || !Object.hasOwn(inner, step)) return undefined;
    inner = (inner as Record<string | number, unknown>)[step]; // an object or array that has it
  }
  if (typeof inner !== 'string') return undefined;
  return { text: inner.slice(start, end < inner.length ? safeEnd(inner, end) : undefined), length: inner.length };
}

/** Moves an offset off the middle of a surrogate pair. */
function safeEnd(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  return before >= 0xd800 && before <= 0xdbff ? offset - 1 : offset;
}
