import type { DocumentPath } from '../../schemas/criterion';
import type { Problem } from '../../schemas/problem';
import { CallExpectationFile, Expectation, Redteam, ScenarioFile } from '../../schemas/scenario';
import { checkNames, parameterNames } from '../judge/known-checks';
import { misspeltKeys, type OtherNames } from './misspelt-keys';
import { misspeltName } from './nearest-name';
import { asRecord } from './plain-value';

/** Keys of every criterion, which are of no check. */
export const common = ['id', 'statement', 'check'];

/** What elsewhere is the name of a call's arguments. */
const otherNamesOfArguments: OtherNames = { args: 'arguments', params: 'arguments', parameters: 'arguments' };

/**
 * Keys that were meant to change what a criterion says, and would be dropped: a misspelt parameter (`abesnt: true` turns
 * the verdict round), and one that another check has. Other unknown keys are data (behaviour §1).
 */
export function strayParameters(record: Record<string, unknown>, check: string, path: DocumentPath): Problem[] {
  const own = parameterNames(check);
  const stray: Problem[] = [];
  const inspect = (written: Record<string, unknown>, known: string[], base: string[]): void => {
    for (const key of unknownKeys(written, known)) {
      const name = [...base, key].join('.');
      const remedy = remedyFor(key, known, base.length === 0 ? own : new Map<string, string[]>(), check);
      if (remedy) stray.push(problemAt([...path, ...base, key], `check ${check} has no parameter ${name}`, remedy));
    }
  };
  inspect(record, [...own.keys()], []);
  for (const [name, inner] of own) if (inner.length > 0) inspect(asRecord(record[name]) ?? {}, inner, [name]);
  // A criterion whose check is not read is one for a judge.
  const missing = common.filter((key) => key !== 'id' && !(key in record));
  for (const key of unknownKeys(record, [...own.keys()])) {
    const meant = misspeltName(key, missing);
    if (meant) stray.unshift(problemAt([...path, key], `a criterion has no ${key}`, `Did you mean ${meant}?`));
  }
  return stray;
}

/**
 * Keys of a scenario and its parts that must have been meant as one of those that decide: `forbiden` would forbid nothing,
 * `expcet: not_called` would be read as called.
 */
export function strayKeys(raw: Record<string, unknown> | undefined): Problem[] {
  const expectation = asRecord(raw?.expectation);
  const listed = (list: unknown, path: DocumentPath): Problem[] =>
    Array.isArray(list)
      ? list.flatMap((entry, index) =>
          misspeltKeys(entry, CallExpectationFile.shape, [...path, index], 'an expected call', otherNamesOfArguments),
        )
      : [];
  return [
    ...misspeltKeys(raw, ScenarioFile.shape, [], 'a scenario', { timeout: 'timeout_seconds' }),
    ...misspeltKeys(expectation, Expectation.shape, ['expectation'], 'expectation'),
    ...misspeltKeys(raw?.redteam, Redteam.shape, ['redteam'], 'redteam'),
    ...listed(raw?.calls, ['calls']),
    ...listed(expectation?.calls, ['expectation', 'calls']),
    ...listed(expectation?.mcp, ['expectation', 'mcp']),
  ];
}

/** Keys that have a value and are not known. */
function unknownKeys(written: Record<string, unknown>, known: string[]): string[] {
  return Object.keys(written).filter(
    (key) => !known.includes(key) && !common.includes(key) && written[key] !== null && written[key] !== undefined,
  );
}

/** What to do about a key, when it must have been meant as a parameter. */
function remedyFor(
  key: string,
  known: string[],
  own: ReadonlyMap<string, string[]>,
  check: string,
): string | undefined {
  const meant = misspeltName(key, known) ?? known.find((name) => name === otherNamesOfArguments[key]);
  if (meant) return `Did you mean ${meant}?`;
  const within = [...own].find(([, inner]) => inner.includes(key))?.[0];
  if (within) return `Write it under ${within}.`;
  const owners = checkNames.filter((name) => parameterNames(name).has(key));
  if (owners.length === 0) return undefined;
  const takes = known.length > 0 ? `takes ${list(known)}` : 'takes no parameters: name the check that is meant';
  return `${key} is a parameter of ${list(owners)}; ${check} ${takes}.`;
}

function problemAt(path: DocumentPath, message: string, remedy: string): Problem {
  return { code: 'malformed-criterion', severity: 'error', message, remedy, path, at: 'key' };
}

function list(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
