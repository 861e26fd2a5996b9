import { type Document, isNode, isScalar, LineCounter, parseAllDocuments } from 'yaml';
import type { DocumentPath } from '../../schemas/criterion';
import type { LocatedProblem, Problem, TextRange } from '../../schemas/problem';
import { deepestNesting, isTooDeep } from './plain-value';
import { lineInPlain, type PlainPlaces, readPlainYaml } from './plain-yaml';
import { Anchors, findPlace, firstLine, nodeRange, problemRange } from './yaml-path';
import { explainReferences } from './yaml-references';
import { conflictMarkers, explainErrors, inTermsOfJson, type SyntaxFinding } from './yaml-syntax';

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
  /** The line, 0-based, on which that range begins; costs little for most texts. */
  lineOf(path: DocumentPath, at?: 'key' | 'value'): number;
  /** Gives a problem its file, line and column. Values of many lines are marked at their key. */
  locate(problem: Problem): LocatedProblem;
}

/** More aliases than any hand-written file has; a file that expands to more is not read. */
const maxAliasCount = 1000;

/**
 * Parses YAML text, with exact ranges. What is plainly written is read at once, and parsed when a range is asked for.
 * @param file name used in messages; nothing is read from disk.
 */
export function parseYaml(text: string, file: string): YamlDocument {
  const places: PlainPlaces = new Map();
  const value = isJson(file) ? undefined : readPlainYaml(text, places);
  if (value === undefined) return parseYamlFully(text, file);
  let parsed: YamlDocument | undefined;
  const fully = (): YamlDocument => {
    parsed ??= parseYamlFully(text, file);
    return parsed;
  };
  return {
    file,
    text,
    value,
    syntaxProblems: [],
    rangeOf: (path, at) => fully().rangeOf(path, at),
    lineOf: (path, at = 'value') => lineInPlain(value, places, path, at),
    locate: (problem) => fully().locate(problem),
  };
}

/** The same, parsed at once. */
export function parseYamlFully(text: string, file: string): YamlDocument {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const lineCounter = new LineCounter();
  const parsed = parse(text, lineCounter);
  const root = isNode(parsed.document?.contents) ? parsed.document.contents : undefined;
  const anchors = new Anchors(parsed.document, text);
  const placed = (problem: Problem, range: TextRange): LocatedProblem => {
    const { line, col } = lineCounter.linePos(range.start);
    const column = line === 1 ? col - start : col; // editors do not show the byte order mark
    return { ...problem, file, range, line: Math.max(line, 1), column: Math.max(column, 1) };
  };
  const emptyRange = () => firstLine({ start, end: text.length }, text);
  const read = readValue(parsed, anchors, text);
  const findings = isJson(file) ? inTermsOfJson(read.findings, parsed.document, text) : read.findings;
  const value = findings.length > 0 ? undefined : read.value;
  const rangeOf = (path: DocumentPath, at: 'key' | 'value' = 'value'): TextRange => {
    if (!root) return emptyRange();
    const { key, value, complete } = findPlace(root, path, anchors);
    const node = (complete && at === 'key' ? key : undefined) ?? value ?? key ?? root;
    return nodeRange(node, text);
  };

  return {
    file,
    text,
    value,
    syntaxProblems: findings.map(({ range, ...finding }) => placed({ ...finding, severity: 'error', path: [] }, range)),
    rangeOf,
    lineOf: (path, at) => Math.max(lineCounter.linePos(rangeOf(path, at).start).line, 1) - 1,
    locate: (problem) =>
      placed(
        problem,
        root ? problemRange(findPlace(root, problem.path, anchors), problem.at ?? 'value', text) : emptyRange(),
      ),
  };
}

function isJson(file: string): boolean {
  return /\.json$/i.test(file);
}

interface Parsed {
  document?: Document.Parsed;
  findings: SyntaxFinding[];
}

function parse(text: string, lineCounter: LineCounter): Parsed {
  const conflicts = conflictMarkers(text);
  if (conflicts.length > 0) {
    // Two mixed versions make no sense to the parser, which then does not count the lines either.
    lineCounter.addNewLine(0);
    for (const end of text.matchAll(/\n/g)) lineCounter.addNewLine(end.index + 1);
    return { findings: conflicts };
  }
  const documents = parseAllDocuments(text, { lineCounter, merge: true, prettyErrors: false, logLevel: 'error' });
  const [document, ...others] = Array.isArray(documents) ? documents : [];
  if (!document) return { findings: [] };
  const second = others.find((other) => other.errors.length > 0 || hasContent(other));
  return {
    document,
    findings: [...explainErrors(document, text), ...(second ? [severalDocuments(second, text)] : [])],
  };
}

function hasContent(document: Document): boolean {
  return document.contents !== null && !(isScalar(document.contents) && document.contents.value === null);
}

function severalDocuments(second: Document.Parsed, text: string): SyntaxFinding {
  const marker = /^---/gm;
  marker.lastIndex = second.range[0];
  const start = marker.exec(text)?.index ?? second.range[0];
  return {
    code: 'yaml-several-documents',
    message: 'a second YAML document begins here; only the first one would be read',
    remedy: 'Move it into a file of its own, or remove the line ---.',
    range: firstLine({ start, end: text.length }, text),
  };
}

function readValue(
  { document, findings }: Parsed,
  anchors: Anchors,
  text: string,
): { value?: unknown; findings: SyntaxFinding[] } {
  if (!document || findings.length > 0) return { findings };
  const broken = explainReferences(document, anchors, text);
  if (broken.length > 0) return { findings: broken };
  try {
    const value: unknown = document.toJS({ maxAliasCount });
    if (!isTooDeep(value)) return { value, findings: [] };
    const message = `YAML cannot be read: it is nested more than ${deepestNesting} levels deep`;
    return { findings: [{ code: 'yaml-syntax', message, range: firstLine({ start: 0, end: text.length }, text) }] };
  } catch (error) {
    const aliases = anchors.aliases[0]; // what the parser says when they expand beyond the limit
    const range = aliases ? nodeRange(aliases, text) : firstLine({ start: 0, end: text.length }, text);
    const reason = error instanceof Error ? error.message : String(error);
    const message = /alias/i.test(reason) ? 'its aliases expand to too much data' : reason;
    return { findings: [{ code: 'yaml-syntax', message: `YAML cannot be read: ${message}`, range }] };
  }
}
