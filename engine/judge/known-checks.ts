import * as z from 'zod';
import type { Criterion } from '../../schemas/criterion';
import type { Check } from './check';
import { checks } from './check-registry';

export { findFolded } from './fold';
export { argumentsOfCalled } from './observed-calls';

export type CheckName = keyof typeof checks;
export type CheckParameters<K extends CheckName> = z.infer<(typeof checks)[K]['parameters']>;

// The keys of a const object are exactly CheckName; Object.keys widens them.
export const checkNames = Object.keys(checks) as CheckName[];

/** The check of that name, when there is one. */
export function findCheck(name: string): Check | undefined {
  return isCheckName(name) ? checks[name] : undefined;
}

/** The parameters of a criterion, when it is decided by the named check. */
export function parametersOf<K extends CheckName>(criterion: Criterion, name: K): CheckParameters<K> | undefined {
  // The reader has parsed them by the schema of this very check.
  return criterion.check === name ? (criterion.parameters as CheckParameters<K>) : undefined;
}

/** What a check takes: its parameters by name, each with the names within it when it is a mapping of fixed ones. */
export function parameterNames(check: string): ReadonlyMap<string, string[]> {
  const known = namesByCheck.get(check);
  if (known) return known;
  const parameters = findCheck(check)?.parameters;
  const names = new Map(Object.entries(shapeOf(parameters)).map(([name, one]) => [name, Object.keys(shapeOf(one))]));
  if (parameters) namesByCheck.set(check, names);
  return names;
}

/** Asked for each criterion of a file; what a check takes never changes. */
const namesByCheck = new Map<string, ReadonlyMap<string, string[]>>();

function shapeOf(schema: unknown): Record<string, unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function isCheckName(name: string): name is CheckName {
  return Object.hasOwn(checks, name);
}
