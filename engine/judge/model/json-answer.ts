import { sameJson } from '../json-in-text';

/** Longer answers are not looked through. */
const longestAnswer = 256 * 1024;
/** An answer with more places where an object could begin is no answer. */
const mostBeginnings = 200;

/**
 * The one JSON object that a model's text is, or holds between prose or in a fenced block.
 * @param fits tells the objects that are an answer from those that are something else.
 * @returns what is wrong, in words, when there is none, or several that differ: then nobody can tell which is meant.
 */
export function objectIn(
  text: string,
  fits: (value: Record<string, unknown>) => boolean,
): { value: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { problem: 'the answer was empty' };
  if (text.length > longestAnswer) return { problem: `the answer was longer than ${longestAnswer} characters` };
  const whole = parse(text.trim().replace(/^\uFEFF/, ''));
  const unwrapped = typeof whole === 'string' ? parse(whole) : whole;
  if (isMapping(unwrapped))
    return fits(unwrapped) ? { value: unwrapped } : { problem: 'the answer was JSON of another shape' };
  const { objects, rest } = objectsIn(text);
  const found = objects.filter(fits);
  const [first] = found;
  if (!first) return { problem: 'the answer held no JSON object of the shape that was asked for' };
  if (found.some((other) => !sameJson(first, other)))
    return { problem: 'the answer held several JSON objects that contradict each other' };
  // The rest may be an answer that was cut off; what is whole may then be something that it only quotes.
  if (rest.includes('{') && /["']criteria["']/.test(rest))
    return { problem: 'the answer held part of another JSON object' };
  return { value: first };
}

/** The outermost JSON objects in a text, in order, and what of the text lies outside them. */
export function objectsIn(text: string): { objects: Record<string, unknown>[]; rest: string } {
  const objects: Record<string, unknown>[] = [];
  let rest = '';
  let from = 0;
  let copied = 0;
  for (let tries = 0; tries < mostBeginnings; tries++) {
    const start = text.indexOf('{', from);
    if (start < 0) return { objects, rest: rest + text.slice(copied) };
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parse(text.slice(start, end));
    from = start + 1;
    if (!isMapping(value) || end === undefined) continue;
    objects.push(value);
    rest += text.slice(copied, start);
    from = end;
    copied = end;
  }
  return { objects: [], rest: text }; // too many beginnings: what was found might not be all
}

/** Where the object that begins at `start` ends; undefined when it does not. Braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
