import type { TextRange } from '../../schemas/problem';
import type { LooseNode } from './loose-yaml';

/** Collections that lie deeper within each other are no text of a person. */
const deepest = 200;

/** Where a text in quotes ends: the offset of its closing quote. Undefined when there is none before `limit`. */
export function closingQuote(text: string, at: number, limit: number): number | undefined {
  const quote = text[at];
  for (let next = at + 1; next < limit; next++) {
    if (quote === '"' && text[next] === '\\') next++;
    else if (text[next] === quote) {
      if (quote === "'" && text[next + 1] === "'") next++;
      else return next;
    }
  }
  return undefined;
}

/**
 * Reads a collection in braces or brackets, JSON among them, as far as it is written.
 * @param owner gets its keys or entries as children.
 * @param opaque gets its comments.
 * @returns the offset after it.
 */
export function scanFlow(
  text: string,
  at: number,
  limit: number,
  owner: LooseNode,
  opaque: TextRange[],
  depth = 0,
): number {
  const map = text[at] === '{';
  const flow = { start: at, end: limit, map, closed: false };
  owner.flow = flow;
  if (depth > deepest) return limit;
  let next = at + 1;
  for (;;) {
    next = skipSpace(text, next, limit, opaque);
    const sign = text[next];
    if (next >= limit) break;
    if (sign === ',') {
      next++;
    } else if (sign === '}' || sign === ']') {
      flow.closed = (sign === '}') === map;
      flow.end = flow.closed ? next + 1 : next;
      return flow.end;
    } else {
      next = entry(next);
    }
  }
  return limit;

  function entry(start: number): number {
    const node: LooseNode = { kind: map ? 'pair' : 'item', parent: owner, children: [], start, column: -1 };
    owner.children.push(node);
    let end = start;
    if (map) {
      const nested = text[start] === '{' || text[start] === '[';
      end = nested ? scanFlow(text, start, limit, node, opaque, depth + 1) : scalarEnd(text, start, limit);
      node.keyRange = { start, end };
      node.key = text.slice(start, end).replace(/^(["'])(.*)\1$/s, '$2');
      const colon = skipSpace(text, end, limit, opaque);
      if (text[colon] === ':' && colon < limit) {
        node.colon = colon;
        end = value(node, skipSpace(text, colon + 1, limit, opaque));
      }
    } else {
      end = value(node, start);
    }
    end = Math.max(end, start + 1);
    node.extent = { start, end: skipSpace(text, end, limit, opaque) };
    return end;
  }

  function value(node: LooseNode, start: number): number {
    const sign = text[start];
    if (start >= limit || sign === ',' || sign === '}' || sign === ']') return start;
    if (sign === '{' || sign === '[') return scanFlow(text, start, limit, node, opaque, depth + 1);
    const end = scalarEnd(text, start, limit);
    node.value = { start, end };
    return end;
  }
}

/** Where a key or a text ends. One in quotes that are not closed ends with its line. */
function scalarEnd(text: string, start: number, limit: number): number {
  const line = text.indexOf('\n', start);
  const end = line === -1 ? limit : Math.min(line, limit);
  if (text[start] === '"' || text[start] === "'") {
    const close = closingQuote(text, start, end);
    return close === undefined ? start + text.slice(start, end).trimEnd().length : close + 1;
  }
  let next = start;
  while (next < end && !/[,[\]{}]/.test(text[next] ?? '')) {
    if (text[next] === ':' && (next + 1 >= end || /[\s,[\]{}]/.test(text[next + 1] ?? ''))) break;
    if (text[next] === '#' && /[ \t]/.test(text[next - 1] ?? '')) break;
    next++;
  }
  return start + text.slice(start, next).trimEnd().length;
}

function skipSpace(text: string, at: number, limit: number, opaque: TextRange[]): number {
  let next = at;
  while (next < limit) {
    const sign = text[next] ?? '';
    if (sign === '#' && /\s/.test(text[next - 1] ?? ' ')) {
      const line = text.indexOf('\n', next);
      const end = line === -1 ? limit : Math.min(line, limit);
      if (opaque.at(-1)?.start !== next) opaque.push({ start: next, end });
      next = end;
    } else if (/\s/.test(sign)) next++;
    else break;
  }
  return next;
}
