import { type Document, type Scalar, visit, type YAMLError } from 'yaml';
import type { TextRange } from '../../schemas/problem';
import { mistakeOf } from './yaml-mistakes';
import { nodeRange, wordAt } from './yaml-path';

/** What keeps a text from being YAML, in words that say what to do. */
export interface SyntaxFinding {
  code: 'yaml-syntax' | 'yaml-several-documents' | 'merge-conflict' | 'duplicate-key';
  message: string;
  remedy?: string;
  range: TextRange;
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
  const found = errors
    .filter((error, index) => errors[index - 1]?.pos[0] !== error.pos[0])
    .map((error) => explain(error, document, text))
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

function explain(error: YAMLError, document: Document.Parsed, text: string): SyntaxFinding {
  if (error.code === 'DUPLICATE_KEY') {
    const key = scalarAt(document, error.pos[0]);
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

function scalarAt(document: Document, offset: number): Scalar | undefined {
  let found: Scalar | undefined;
  visit(document, {
    Scalar: (_, node) => {
      if (node.range?.[0] !== offset) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}
