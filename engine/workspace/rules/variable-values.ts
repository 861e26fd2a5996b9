import { EnvFile } from '../../../schemas/env';
import { EnvStore } from '../env-store';
import { parseYaml } from '../yaml-document';
import type { Derivation } from './file-view';
import type { RuleContext } from './rule-context';

/** Names that have a value in a file of the environment store; the values themselves are not kept. */
const storedNames: Derivation<ReadonlySet<string> | undefined> = {
  of: (text, path) => {
    const file = EnvFile.safeParse(parseYaml(text, path).value);
    if (!file.success) return undefined;
    return new Set(Object.entries(file.data.values).flatMap(([name, value]) => (value === '' ? [] : [name])));
  },
};

/**
 * Tells whether a variable has a value for a workspace now: in the environment, the store, or elsewhere (behaviour §2). An
 * empty value counts as none. Undefined when the store cannot be read: then nobody can tell.
 */
export function variablesWithValue(
  { files, env, valuesElsewhere }: RuleContext,
  workspaceRoot: string,
): ((variable: string) => boolean) | undefined {
  const file = storeOf(env, workspaceRoot);
  if (file === undefined) return undefined;
  const stored = files.derive(file, storedNames);
  if (stored === undefined && files.isFile(file)) return undefined;
  const elsewhere = new Set(valuesElsewhere?.(workspaceRoot));
  return (variable) => Boolean(env[variable]) || stored?.has(variable) === true || elsewhere.has(variable);
}

/** Names of the variables that have a value for a workspace beside those of the environment: in the store, or elsewhere. */
export function storedVariables({ files, env, valuesElsewhere }: RuleContext, workspaceRoot: string): string[] {
  const file = storeOf(env, workspaceRoot);
  const stored = file === undefined ? undefined : files.derive(file, storedNames);
  return [...new Set([...(stored ?? []), ...(valuesElsewhere?.(workspaceRoot) ?? [])])].sort();
}

function storeOf(env: NodeJS.ProcessEnv, workspaceRoot: string): string | undefined {
  try {
    return EnvStore.of(env, workspaceRoot).file;
  } catch {
    return undefined; // the workspace itself is not on disk
  }
}
