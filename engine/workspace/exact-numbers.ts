import type { DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';

/**
 * Whole numbers that are too large to be told apart from their neighbours, such as long ids: comparing them could pass
 * for another number, so they must be written as text, and looked for as text.
 */
export function inexactNumbers(value: unknown, path: DocumentPath): Problem[] {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return [];
    return [
      {
        code: 'inexact-number',
        severity: 'error',
        message: `${String(value)} is too large a whole number to be compared exactly`,
        remedy: 'Let the agent report it as text and put it in quotes, or compare it with a pattern.',
        path,
      },
    ];
  }
  if (value === null || typeof value !== 'object') return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => inexactNumbers(item, [...path, key]));
}
