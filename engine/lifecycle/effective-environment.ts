import type { Profile } from '../../schemas/profile';
import { ok, type Result, refuse } from '../../schemas/result';
import { EnvStore } from '../workspace/env-store';
import { neededVariables } from '../workspace/needed-variables';
import { messageOf } from '../workspace/read-text';
import { resolveEnvironment } from './hook-environment';

/** Where a value comes from, the first that has one wins: the process environment, the editor's secret storage, the store. */
export type EnvSource = 'process' | 'secret-storage' | 'store';

/** What an editor keeps in its secret storage for a workspace; there is none outside of one. */
export interface SecretValues {
  get(variable: string): PromiseLike<string | undefined>;
}

/** Where values of environment variables may come from. */
export interface EnvironmentHost {
  workspace: { root: string };
  env: NodeJS.ProcessEnv;
  secrets?: SecretValues;
}

export interface EffectiveEnvironment {
  /** The process environment, and the values that it did not have. */
  env: NodeJS.ProcessEnv;
  /** Of the variables that were asked about, those that have a value. */
  sources: ReadonlyMap<string, EnvSource>;
}

/**
 * The process environment, with values of these variables filled in where it has none or an empty one: from the editor's
 * secret storage, else from the workspace's store (behaviour §2, §13). Values of other variables stay where they are kept,
 * so that hooks get what their profile asks for and no more. What cannot be read is refused, when it is needed.
 */
export async function effectiveEnvironment(
  variables: readonly string[],
  { env, secrets, workspace }: EnvironmentHost,
): Promise<Result<EffectiveEnvironment>> {
  // No prototype: a variable may be called `constructor`.
  const filled = Object.assign(Object.create(null) as NodeJS.ProcessEnv, env); // made of nothing but what is assigned
  const sources = new Map<string, EnvSource>();
  let missing: string[] = [];
  for (const variable of new Set(variables)) {
    if (filled[variable]) sources.set(variable, 'process');
    else missing.push(variable);
  }
  if (secrets && missing.length > 0) {
    try {
      for (const variable of missing) {
        const value = await secrets.get(variable);
        if (!value) continue;
        filled[variable] = value;
        sources.set(variable, 'secret-storage');
      }
    } catch (error) {
      return refuse(
        `the secret storage of the editor cannot be read: ${messageOf(error)}`,
        `Set ${missing.join(', ')} with rook env set, or in the environment of the editor.`,
      );
    }
    missing = missing.filter((variable) => !sources.has(variable));
  }
  if (missing.length === 0) return ok({ env: filled, sources });
  const stored = await EnvStore.of(env, workspace.root).values();
  if (!stored.ok) return stored;
  for (const variable of missing) {
    const value = stored.value.get(variable);
    if (!value) continue;
    filled[variable] = value;
    sources.set(variable, 'store');
  }
  return ok({ env: filled, sources });
}

/** The environment that the hooks of a profile start from, or a refusal that lists every variable without a value. */
export async function profileEnvironment(
  profile: Profile,
  host: EnvironmentHost,
): Promise<Result<Record<string, string>>> {
  const names = neededVariables(profile).map(({ variable }) => variable);
  const effective = await effectiveEnvironment(names, host);
  return effective.ok ? resolveEnvironment(profile, effective.value.env) : effective;
}
