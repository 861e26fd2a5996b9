import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
} from 'yaml';
import type { DocumentPath } from '../../schemas/criterion';
import type { LocatedProblem, Problem, TextRange } from '../../schemas/problem';

/** A parsed YAML (or JSON) text that can say where each of its values stands. */
export interface YamlDocument {
  file: string;
  text: string;
  /** The plain value, aliases and merge keys resolved; undefined when the text is empty or broken beyond use. */
  value: unknown;
  /** What keeps the text from being read at all. */
  syntaxProblems: LocatedProblem[];
  /** The range of what stands at `path`: the nearest existing ancestor when the path does not exist. */
  rangeOf(path: DocumentPath, at?: 'key' | 'value'): TextRange;
  /** Gives a problem its file, line and column. */
  locate(problem: Problem): LocatedProblem;
}

/**
 * Parses YAML text once, with exact ranges.
 * @param file name used in messages; nothing is read from disk.
 */
export function parseYaml(text: string, file: string): YamlDocument {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, merge: true, prettyErrors: false });
  const list = Array.isArray(documents) ? documents : [];
  const first = list[0];
  const root = isNode(first?.contents) ? first.contents : undefined;

  const rangeOf = (path: DocumentPath, at: 'key' | 'value' = 'value'): TextRange => findRange(root, path, at, text);
  const withPlace = (problem: Problem, range: TextRange): LocatedProblem => {
    const { line, col } = lineCounter.linePos(range.start);
    return { ...problem, file, range, line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  const syntaxProblems = (first?.errors ?? []).map((error) =>
    withPlace(
      { code: 'yaml-syntax', severity: 'error', message: `YAML cannot be read: ${error.message}`, path: [] },
      { start: error.pos[0], end: Math.max(error.pos[1], error.pos[0] + 1) },
    ),
  );
  const second = list[1];
  if (second) {
    const start = second.range[0];
    syntaxProblems.push(
      withPlace(
        {
          code: 'yaml-several-documents',
          severity: 'error',
          message: 'the file holds more than one YAML document; only the first would be read',
          remedy: 'Move each document into a file of its own.',
          path: [],
        },
        { start, end: Math.max(second.range[1], start + 1) },
      ),
    );
  }

  let value: unknown;
  if (syntaxProblems.length === 0 && first) {
    try {
      value = first.toJS({ maxAliasCount: 1000 });
    } catch (error) {
      syntaxProblems.push(
        withPlace(
          {
            code: 'yaml-syntax',
            severity: 'error',
            message: `YAML cannot be read: ${error instanceof Error ? error.message : String(error)}`,
            path: [],
          },
          rangeOf([]),
        ),
      );
    }
  }
  return {
    file,
    text,
    value,
    syntaxProblems,
    rangeOf,
    locate: (problem) => withPlace(problem, rangeOf(problem.path, problem.at)),
  };
}

function findRange(root: Node | undefined, path: DocumentPath, at: 'key' | 'value', text: string): TextRange {
  if (!root) return { start: 0, end: Math.min(text.length, 1) };
  let node: Node = root;
  let range = nodeRange(root);
  for (const [index, step] of path.entries()) {
    const last = index === path.length - 1;
    const next = child(resolve(node, root), step, root);
    if (!next) return range;
    if (next.key && (!next.value || (last && at === 'key'))) return nodeRange(next.key);
    if (!next.value) return range;
    node = next.value;
    range = nodeRange(node);
  }
  return range;
}

/** The node behind an alias; the node itself otherwise. */
function resolve(node: Node, root: Node): Node {
  if (!isAlias(node)) return node;
  let found: Node | undefined;
  const seek = (candidate: unknown): void => {
    if (found || !isNode(candidate)) return;
    if (!isAlias(candidate) && 'anchor' in candidate && candidate.anchor === node.source) found = candidate;
    else if (isMap(candidate) || isSeq(candidate))
      for (const item of candidate.items) isPair(item) ? seek(item.value) : seek(item);
  };
  seek(root);
  return found ?? node;
}

function child(node: Node, step: string | number, root: Node): { key?: Node; value?: Node } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const own = node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(step));
  if (own) return pairNodes(own);
  for (const pair of node.items) {
    if (!isScalar(pair.key) || pair.key.source !== '<<' || !isNode(pair.value)) continue;
    const sources = isSeq(pair.value) ? pair.value.items.filter(isNode) : [pair.value];
    for (const source of sources) {
      const merged = child(resolve(source, root), step, root);
      if (merged) return merged;
    }
  }
  return undefined;
}

function pairNodes(pair: Pair): { key?: Node; value?: Node } {
  return { ...(isNode(pair.key) && { key: pair.key }), ...(isNode(pair.value) && { value: pair.value }) };
}

function nodeRange(node: Node): TextRange {
  const range = node.range;
  return range ? { start: range[0], end: Math.max(range[1], range[0]) } : { start: 0, end: 0 };
}
