import { type EnvSource, effectiveEnvironment } from '../engine/lifecycle/effective-environment';
import { wantedIn } from '../engine/lifecycle/wanted-variables';
import { EnvStore } from '../engine/workspace/env-store';
import { neededVariables } from '../engine/workspace/needed-variables';
import { ok, type Result } from '../schemas/result';
import type { EnvironmentSecrets } from './environment-secrets';
import { environmentForHooks } from './hook-host';
import type { WorkspaceOutline } from './workspace-index';

/** A variable that a profile of a workspace needs, or that a value is kept for. */
export interface ShownVariable {
  variable: string;
  purpose?: string;
  /** Ids of the profiles that need it. */
  profiles: string[];
  /** Whether the active profile of an agent is among them. */
  active: boolean;
  /** Where its value comes from; absent when it has none. */
  source?: EnvSource;
  /** Where a value is kept that can be removed, be it one that another wins over. */
  kept: Exclude<EnvSource, 'process'>[];
}

/** The variables of a workspace: those that keep a run from starting first, then others without a value, then the rest. */
export async function variablesOf(
  { root, workspace, agents }: WorkspaceOutline,
  secrets: EnvironmentSecrets,
): Promise<Result<ShownVariable[]>> {
  const wanted = workspace ? await wantedIn(workspace) : new Map();
  const active = new Set(agents.flatMap(({ profile }) => (profile ? neededVariables(profile) : [])).map(nameOf));
  const env = environmentForHooks();
  const stored = await EnvStore.of(env, root).values();
  if (!stored.ok) return stored;
  const inSecrets = new Set(secrets.list(root));
  const names = [...new Set([...wanted.keys(), ...inSecrets, ...stored.value.keys()])];
  const effective = await effectiveEnvironment(names, { workspace: { root }, env, secrets: secrets.of(root) });
  if (!effective.ok) return effective;
  const shown = names.map((variable): ShownVariable => {
    const source = effective.value.sources.get(variable);
    const { purpose, profiles = [] } = wanted.get(variable) ?? {};
    return {
      variable,
      ...(purpose && { purpose }),
      profiles,
      active: active.has(variable),
      ...(source && { source }),
      kept: [
        ...(inSecrets.has(variable) || source === 'secret-storage' ? (['secret-storage'] as const) : []),
        ...(stored.value.has(variable) ? (['store'] as const) : []),
      ],
    };
  });
  return ok(shown.sort((a, b) => rank(a) - rank(b)));
}

function nameOf({ variable }: { variable: string }): string {
  return variable;
}

/** Sorting keeps the order of those of the same rank. */
function rank({ source, active }: ShownVariable): number {
  return source === undefined ? (active ? 0 : 1) : active ? 2 : 3;
}
