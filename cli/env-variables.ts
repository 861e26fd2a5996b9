import { effectiveEnvironment } from '../engine/lifecycle/effective-environment';
import type { Workspace } from '../engine/workspace/workspace';
import { printWarning } from './prose';

/**
 * Those of some variables that have a value, in the process environment or in the store. For commands that only tell: a
 * store that cannot be read is a warning to them.
 */
export async function haveValues(workspace: Workspace, variables: readonly string[]): Promise<ReadonlySet<string>> {
  const effective = await effectiveEnvironment(variables, { workspace, env: process.env });
  if (effective.ok) return new Set(effective.value.sources.keys());
  printWarning(effective.error);
  return new Set(variables.filter((variable) => Object.hasOwn(process.env, variable) && process.env[variable]));
}

/** A value as it may be shown: nothing of it, or the last four characters of one that is long enough to spare them. */
export function maskedValue(value: string): string {
  const characters = [...value];
  return characters.length < 24 ? '********' : `********${characters.slice(-4).join('')}`;
}
