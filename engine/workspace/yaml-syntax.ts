import { type Document, type Scalar, visit, type YAMLError } from 'yaml';
import type { TextRange } from '../../schemas/problem';
import { jsonMistake } from './json-mistakes';
import { mistakeOf } from './yaml-mistakes';
import { firstLine, nodeRange, wordAt } from './yaml-path';

/** What keeps a text from being YAML, in words that say what to do. */
export interface SyntaxFinding {
  code: 'yaml-syntax' | 'json-syntax' | 'yaml-several-documents' | 'merge-conflict' | 'duplicate-key';
  message: string;
  remedy?: string;
  range: TextRange;
}

/** The same in the words of JSON, for a file that its name says to be JSON: only its first mistake. */
export function inTermsOfJson(
  findings: SyntaxFinding[],
  document: Document | undefined,
  text: string,
): SyntaxFinding[] {
  const comment = findings.length === 0 && document ? commentIn(document, text) : undefined;
  if (comment) return [comment];
  const ofYaml = findings.filter(({ code }) => code === 'yaml-syntax' || code === 'yaml-several-documents');
  if (ofYaml.length === 0) return findings;
  const mistake = jsonMistake(text.replace(/^\uFEFF/, ' '));
  if (!mistake) return findings.map((one) => ({ ...one, message: one.message.replace(/^YAML/, 'JSON') }));
  const { message, remedy, start, end } = mistake;
  const range = firstLine({ start, end }, text);
  return [{ code: 'json-syntax', message: `JSON cannot be read: ${message}`, remedy, range }];
}

/** A comment that was read as the beginning of a key: what stands below it would be dropped. */
function commentIn(document: Document, text: string): SyntaxFinding | undefined {
  let found: Scalar | undefined;
  visit(document, {
    Scalar: (_, node) => {
      if (node.type !== 'PLAIN' || !/^\/[/*]/.test(node.source ?? '')) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  if (!found) return undefined;
  const range = firstLine(nodeRange(found, text), text);
  return { code: 'json-syntax', message: 'JSON cannot be read: JSON has no comments', remedy: 'Remove it.', range };
}

/** Each conflict that a merge has left, one finding per conflict: what stands between the markers is not parsed. */
export function conflictMarkers(text: string): SyntaxFinding[] {
  if (!/^<{7}( |\r?$)/m.test(text) || !/^>{7}( |\r?$)/m.test(text)) return [];
  return [...text.matchAll(/^<{7}(?: [^\r\n]*)?(?=\r?$)/gm)].map((marker) => ({
    code: 'merge-conflict',
    message: 'a merge conflict is not resolved: this place holds two versions',
    remedy: 'Keep one version, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.',
    range: { start: marker.index, end: marker.index + marker[0].length },
  }));
}

/**
 * The parser's errors, explained and placed where the mistake was made. One broken place makes the parser complain
 * about what follows, too: of each top-level entry only the first error is kept.
 */
export function explainErrors(document: Document.Parsed, text: string): SyntaxFinding[] {
  const { errors } = document;
  const keys = errors.some(({ code }) => code === 'DUPLICATE_KEY') ? scalarsOf(document) : undefined;
  const found = errors
    .filter((error, index) => errors[index - 1]?.pos[0] !== error.pos[0])
    .map((error) => explain(error, document, text, keys))
    .sort((a, b) => a.range.start - b.range.start);
  const kept: SyntaxFinding[] = [];
  let brokenUntil = -1;
  for (const finding of found) {
    if (finding.range.start < brokenUntil) continue;
    kept.push(finding);
    if (finding.code !== 'duplicate-key') brokenUntil = nextEntry(text, finding.range.start);
  }
  return kept;
}

/** Offset of the next line that begins, unindented, with something other than a comment. */
function nextEntry(text: string, from: number): number {
  const next = /\n(?=[^\s#])/g;
  next.lastIndex = from;
  const match = next.exec(text);
  return match ? match.index + 1 : text.length + 1;
}

function explain(
  error: YAMLError,
  document: Document.Parsed,
  text: string,
  scalars: ReadonlyMap<number, Scalar> | undefined,
): SyntaxFinding {
  if (error.code === 'DUPLICATE_KEY') {
    const key = scalars?.get(error.pos[0]);
    const range = key ? nodeRange(key, text) : wordAt(error.pos[0], text);
    const message = `the key ${text.slice(range.start, range.end)} is written twice`;
    return { code: 'duplicate-key', message, remedy: 'Remove one of the two.', range };
  }
  const { message, remedy, range } = mistakeOf(error, document, text);
  return {
    code: 'yaml-syntax',
    message: `YAML cannot be read: ${message}`,
    ...(remedy && { remedy }),
    range: range.end > range.start ? range : wordAt(range.start, text),
  };
}

/** The scalars of a document by the offset at which each begins. */
function scalarsOf(document: Document): ReadonlyMap<number, Scalar> {
  const found = new Map<number, Scalar>();
  visit(document, {
    Scalar: (_, node) => {
      const start = node.range?.[0];
      if (start !== undefined && !found.has(start)) found.set(start, node);
    },
  });
  return found;
}
