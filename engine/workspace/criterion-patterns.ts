import { compile } from 'json-p3';
import type { CheckName, DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';

/** Patterns and paths must compile before a run, so that a typing error is never a verdict (behaviour §14). */
export function patternProblems(check: CheckName, record: Record<string, unknown>, path: DocumentPath): Problem[] {
  const flags = typeof record.flags === 'string' ? record.flags : '';
  switch (check) {
    case 'regex':
    case 'file_matches':
      return [
        ...compileProblem(check, record, 'flags', path, (text) => new RegExp('', text)),
        ...compileProblem(check, record, 'pattern', path, (text) => new RegExp(text, compilable(flags))),
      ];
    case 'json_path':
      return [
        ...compileProblem(check, record, 'path', path, (text) => compile(text)),
        ...compileProblem(check, record, 'matches', path, (text) => new RegExp(text)),
      ];
    default:
      return [];
  }
}

function compileProblem(
  check: CheckName,
  record: Record<string, unknown>,
  name: string,
  path: DocumentPath,
  compileText: (text: string) => unknown,
): Problem[] {
  const text = record[name];
  if (typeof text !== 'string') return []; // its kind is reported by the schema
  try {
    compileText(text);
    return [];
  } catch (error) {
    return [
      {
        code: 'malformed-criterion',
        severity: 'error',
        message: `check ${check}: ${name} does not compile: ${reasonOf(error)}`,
        remedy: remedyFor(name, text),
        path: [...path, name],
      },
    ];
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

function remedyFor(name: string, text: string): string {
  if (name === 'path') return 'Paths follow RFC 9535, for example $.order.items[0].id.';
  if (name === 'flags') return 'The flags of JavaScript are d, g, i, m, s, u, v and y.';
  if (text.startsWith('(?i)')) return 'Patterns are JavaScript regular expressions: remove (?i) and set flags: i.';
  return 'Patterns are JavaScript regular expressions.';
}
