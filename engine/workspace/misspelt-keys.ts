import type { DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { misspeltName } from './nearest-name';
import { asRecord } from './plain-value';

/** What a key is called here that other tools, or the rest of a file, call otherwise. */
export type OtherNames = Readonly<Record<string, string>>;

/**
 * Keys of a mapping that must have been meant as one of a shape that is not there: `concurency` would limit nothing. Other
 * unknown keys are data (behaviour §1).
 * @param owner what has the keys, as the messages name it.
 * @param otherNames names that are no misspelling, and yet have no other meaning here.
 */
export function misspeltKeys(
  written: unknown,
  shape: object,
  path: DocumentPath,
  owner: string,
  otherNames: OtherNames = {},
): Problem[] {
  const record = asRecord(written) ?? {};
  const known = Object.keys(shape);
  const absent = known.filter((key) => !(key in record));
  return Object.keys(record).flatMap((key): Problem[] => {
    if (known.includes(key)) return [];
    const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
    const meant = other !== undefined && absent.includes(other) ? other : misspeltName(key, absent);
    if (meant === undefined) return [];
    return [
      {
        code: 'unknown-field',
        severity: 'error',
        message: `${owner} has no ${key}`,
        remedy: `Did you mean ${meant}?`,
        path: [...path, key],
        at: 'key',
      },
    ];
  });
}

/** The problems of `more` at places of which nothing is said yet. */
export function atOtherPlaces(problems: readonly Problem[], more: readonly Problem[]): Problem[] {
  const told = new Set(problems.map(({ path }) => path.join('\n')));
  return more.filter(({ path }) => !told.has(path.join('\n')));
}
