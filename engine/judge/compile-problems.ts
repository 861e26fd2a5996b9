import { compilePath } from '../workspace/json-query';
import type { WrittenProblem } from './check';

/**
 * What is wrong with `pattern` and `flags` of a written criterion. Patterns and paths must compile before a run, so that a
 * typing error is never a verdict (behaviour §14). What is not there, or no text, is reported by the schema.
 */
export function flaggedPatternProblems(written: Record<string, unknown>): WrittenProblem[] {
  const flags = typeof written.flags === 'string' ? written.flags : '';
  return [
    ...compileProblem(
      written,
      'flags',
      () => flagsRemedy,
      (text) => new RegExp('', text),
    ),
    ...backspaceProblem(written, 'pattern'),
    ...compileProblem(written, 'pattern', patternRemedy, (text) => new RegExp(text, compilable(flags))),
  ];
}

/** The same for a pattern without flags, under the name `key`. */
export function patternProblems(written: Record<string, unknown>, key: string): WrittenProblem[] {
  return [
    ...backspaceProblem(written, key),
    ...compileProblem(written, key, patternRemedy, (text) => new RegExp(text)),
  ];
}

/** The same for a JSON path. */
export function pathProblems(written: Record<string, unknown>, key: string): WrittenProblem[] {
  return compileProblem(written, key, () => pathRemedy, compilePath);
}

/** Between double quotes, YAML makes a backspace of \b, which was meant as the edge of a word. */
function backspaceProblem(written: Record<string, unknown>, key: string): WrittenProblem[] {
  const text = written[key];
  if (typeof text !== 'string' || !text.includes('\b')) return [];
  return [
    {
      warning: 'backspace-in-pattern',
      message: `${key} holds a backspace, which is what \\b means between double quotes`,
      remedy: 'Write it in single quotes: there \\b is the edge of a word.',
      path: [key],
    },
  ];
}

const pathRemedy = 'Paths follow RFC 9535, for example $.order.items[0].id.';
const flagsRemedy = 'The flags of JavaScript are d, g, i, m, s, u, v and y.';

function patternRemedy(text: string): string {
  return text.startsWith('(?i)')
    ? 'Patterns are JavaScript regular expressions: remove (?i) and set flags: i.'
    : 'Patterns are JavaScript regular expressions.';
}

function compileProblem(
  written: Record<string, unknown>,
  key: string,
  remedyFor: (text: string) => string,
  compileText: (text: string) => unknown,
): WrittenProblem[] {
  const text = written[key];
  if (typeof text !== 'string') return [];
  try {
    compileText(text);
    return [];
  } catch (error) {
    return [{ message: `${key} does not compile: ${reasonOf(error)}`, remedy: remedyFor(text), path: [key] }];
  }
}

/** The flags, when they are flags: a pattern is not blamed for them. */
function compilable(flags: string): string {
  try {
    new RegExp('', flags);
    return flags;
  } catch {
    return ''; // reported at the flags
  }
}

/** What the compiler says, without the pattern that the reader has before their eyes. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}
