import { readFileSync } from 'node:fs';
import type { LocatedProblem } from '../../../schemas/problem';
import { literalSecretsIn } from './literal-secrets';

/** Larger scripts are bundles of other people's code: what looks like a credential there is none of the user's. */
const largestScript = 512 * 1024;

/** The literal credentials in a hook script on disk. A script that cannot be read has none: {@link literalProblemsIn}. */
export function literalProblems(file: string): LocatedProblem[] {
  try {
    return literalProblemsIn(readFileSync(file, 'utf8'), file);
  } catch {
    return []; // that it cannot be read is said where it is run
  }
}

/**
 * The literal credentials in the text of a hook script, saved or not, each with its place (behaviour §13).
 * @param file named in the problems; it is not read.
 */
export function literalProblemsIn(text: string, file: string): LocatedProblem[] {
  if (text.length > largestScript) return [];
  const lines = text.split('\n');
  return literalSecretsIn(text).map(({ line, column, what }) => {
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    return {
      code: 'literal-credential',
      severity: 'error',
      message: `the script holds a literal credential: ${what}`,
      remedy:
        'Read it from process.env, name the variable under env in the profile, and set its value with rook env set.',
      path: [],
      file,
      line,
      column,
      range: { start, end: start + 1 },
    };
  });
}
