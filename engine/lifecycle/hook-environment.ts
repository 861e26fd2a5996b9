import type { HookPhase } from '../../schemas/phase';
import type { Profile } from '../../schemas/profile';
import { ok, type Refusal, type Result } from '../../schemas/result';
import { neededVariables, reference } from '../workspace/needed-variables';

/** Rook's own credentials and those of a hosted account: no hook gets them unless its profile declares them (behaviour §2, §3). */
const ownCredentials = ['LT_USERNAME', 'LT_ACCESS_KEY', 'ROOK_JUDGE_API_KEY'];

export interface HookContext {
  /** A phase, or `check` for a check of the user's own. */
  phase: HookPhase | 'check';
  workspace: string;
  project: string;
  agent: string;
  runId: string;
  runStateDir: string;
  stateDir: string;
  scenarioId?: string;
  session?: string;
  attempt?: number;
  turn?: number;
  conversation?: string;
  attachments?: string[];
}

/**
 * The environment of one hook: the process's own, the profile's `env` values, `hook_env`, then ROOK_*, which always win.
 * @param base the environment that hooks start from, see resolveEnvironment.
 */
export function hookEnvironment(
  profile: Profile,
  base: Record<string, string>,
  context: HookContext,
): Record<string, string> {
  const declared = new Set(profile.env.map((entry) => entry.variable));
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (name.startsWith('ROOK_') && !declared.has(name)) continue;
    if (ownCredentials.includes(name) && !declared.has(name)) continue;
    env[name] = value;
  }
  for (const [name, value] of Object.entries(profile.hookEnv)) env[name] = expand(value, base);
  for (const [name, value] of Object.entries(contextVariables(context))) {
    if (value === undefined)
      delete env[name]; // a phase without a turn has none, whatever hook_env says
    else env[name] = String(value);
  }
  return env;
}

/** Rook's own variables; undefined are those that this phase does not have. */
function contextVariables(context: HookContext): Record<string, string | number | undefined> {
  return {
    ROOK_HOOK: context.phase,
    ROOK_WORKSPACE: context.workspace,
    ROOK_PROJECT: context.project,
    ROOK_AGENT: context.agent,
    ROOK_RUN_ID: context.runId,
    ROOK_RUN_STATE_DIR: context.runStateDir,
    ROOK_STATE_DIR: context.stateDir,
    ROOK_SCENARIO_ID: context.scenarioId,
    ROOK_SESSION: context.session,
    ROOK_ATTEMPT: context.attempt,
    ROOK_TURN: context.phase === 'execute' ? context.turn : undefined,
    ROOK_CONVERSATION: context.conversation,
    ROOK_ATTACHMENTS: context.attachments?.length ? JSON.stringify(context.attachments) : undefined,
  };
}

function expand(value: string, base: Record<string, string>): string {
  return value.replace(reference, (_, name: string) => base[name] ?? '');
}

/**
 * The environment that hooks start from, or a refusal that lists every missing variable with its purpose.
 * An empty value counts as missing, and so does an unset reference in hook_env (behaviour §2, §13, §14).
 */
export function resolveEnvironment(profile: Profile, processEnv: NodeJS.ProcessEnv): Result<Record<string, string>> {
  // No prototype: a variable may be called `constructor`.
  const base = Object.create(null) as Record<string, string>; // there is nothing in it yet
  for (const [name, value] of Object.entries(processEnv)) if (value !== undefined) base[name] = value;
  const missing = neededVariables(profile).filter(({ variable }) => !base[variable]);
  return missing.length === 0 ? ok(base) : { ok: false, error: missingRefusal(profile, missing) };
}

function missingRefusal(profile: Profile, missing: ReturnType<typeof neededVariables>): Refusal {
  const one = missing.length === 1;
  const lines = missing.map(({ variable, purpose }) => `  ${variable}${purpose ? `: ${purpose}` : ''}`);
  const commands = missing.map(({ variable }) => `rook env set ${variable}`).join(', ');
  return {
    message: `profile ${profile.id} needs ${one ? 'an environment variable that has' : 'environment variables that have'} no value:\n${lines.join('\n')}`,
    remedy: `Set ${one ? 'it' : 'them'} with ${commands}, or in the environment that Rook is started from, then run again. Nothing was run.`,
    missing: missing.map(({ variable }) => variable),
  };
}

/** The process environment without Rook's own credentials, for programs that no profile declares. */
export function withoutCredentials(
  processEnv: NodeJS.ProcessEnv,
  hidden: readonly string[] = [],
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(processEnv))
    if (value !== undefined && !ownCredentials.includes(name) && !hidden.includes(name)) env[name] = value;
  return env;
}

/** An environment without some variables, but for those that the profile declares or refers to. */
export function withoutUndeclared(
  base: Record<string, string>,
  profile: Profile,
  variables: readonly string[],
): Record<string, string> {
  const declared = secretsOf(profile, base);
  return Object.fromEntries(
    Object.entries(base).filter(([name]) => !variables.includes(name) || Object.hasOwn(declared, name)),
  );
}

/** The values that must not show up anywhere: those of the variables that the profile declares or refers to, by name. */
export function secretsOf(profile: Profile, base: Record<string, string>): Record<string, string> {
  return Object.fromEntries(neededVariables(profile).map(({ variable }) => [variable, base[variable] ?? '']));
}
