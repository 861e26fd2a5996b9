/**
 * The JSON value that a text is or holds: itself, inside a JSON string, or in a fenced block. Of several blocks the first
 * one counts that says it is JSON, else the first without a language, as far as it can be parsed.
 */
export function jsonIn(text: string): { value: unknown } | undefined {
  const direct = parse(text.trim());
  if (direct) return typeof direct.value === 'string' ? (parseContainer(direct.value) ?? direct) : direct;
  const blocks = fencedBlocks(text);
  for (const language of ['json', '']) {
    for (const block of blocks) {
      const found = block.language === language ? parse(block.body) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/** More blocks than any answer has that means to be read. */
const mostBlocks = 1000;

/** The fenced blocks of a text, in their order. A fence that is never closed reaches to the end. Linear in the text's length. */
function fencedBlocks(text: string): { language: string; body: string }[] {
  const blocks: { language: string; lines: string[] }[] = [];
  let open: { fence: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (!open && blocks.length === mostBlocks) break;
    const fence = /^\s*(`{3,}|~{3,})/.exec(line);
    if (!open) {
      const info = fence && line.slice(fence[0].length);
      if (!fence || info === null || info.includes('`')) continue; // with a backtick it is code within a line
      open = { fence: fence[1] ?? '', lines: [] };
      blocks.push({ language: (info.trim().split(/\s/, 1)[0] ?? '').toLowerCase(), lines: open.lines });
    } else if (fence?.[1]?.startsWith(open.fence) && line.trim() === fence[1]) {
      open = undefined;
    } else if (line.endsWith(open.fence) && /[\]}]$/.test(line.slice(0, -open.fence.length).trimEnd())) {
      open.lines.push(line.slice(0, -open.fence.length)); // closed right behind the JSON
      open = undefined;
    } else open.lines.push(line);
  }
  return blocks.map(({ language, lines }) => ({ language, body: lines.join('\n') }));
}

/** A mapping or list: the text "1" stays a text, since it is not the number 1. */
function parseContainer(text: string): { value: unknown } | undefined {
  const inner = parse(text.trim());
  return inner?.value !== null && typeof inner?.value === 'object' ? inner : undefined;
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
