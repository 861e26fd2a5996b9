import type { Profile } from '../../schemas/profile';

/** `${NAME}` in a value of hook_env. */
export const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** An environment variable that must have a value before a run. */
export interface NeededVariable {
  variable: string;
  /** What the value is for, or what refers to it. */
  purpose?: string;
}

/** The variables that a profile declares under `env`, then those that `hook_env` refers to, each once (behaviour §2, §14). */
export function neededVariables(profile: Profile): NeededVariable[] {
  const needed = new Map<string, NeededVariable>();
  for (const { variable, purpose } of profile.env) {
    if (!needed.get(variable)?.purpose) needed.set(variable, { variable, ...(purpose && { purpose }) });
  }
  for (const [name, value] of Object.entries(profile.hookEnv)) {
    for (const [, variable] of value.matchAll(reference)) {
      if (variable !== undefined && !needed.has(variable))
        needed.set(variable, { variable, purpose: `used by hook_env.${name}` });
    }
  }
  return [...needed.values()];
}
