import { type ObservedCapabilities, observedOf } from '../../engine/lifecycle/observed-capabilities';
import { hookTimeoutMs } from '../../engine/lifecycle/run-hook';
import { loadProfile } from '../../engine/workspace/agent-files';
import { neededVariables } from '../../engine/workspace/needed-variables';
import { asRecord } from '../../engine/workspace/plain-value';
import { useProfile as writePointer } from '../../engine/workspace/pointers';
import { resolveScript } from '../../engine/workspace/script-path';
import { selectProfileId } from '../../engine/workspace/select';
import { hookPhases } from '../../schemas/phase';
import type { Profile } from '../../schemas/profile';
import { formatRefusal, ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { capabilityRows } from '../capability-rows';
import { haveValues } from '../env-variables';
import { type AgentPlace, locateAgent } from '../locate';
import { type ProfileOnDisk, readProfile } from '../profiles';
import { printWarning } from '../prose';
import { columns } from '../terminal/columns';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';

/** `rook profile list` (behaviour §13). A profile that cannot run is listed too, with the reason. */
export async function listProfiles(globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const profiles: ListedProfile[] = [];
  const files = await Promise.all(agent.profileIds.map((id) => readProfile(agent, id)));
  const needed = files.map(({ reading }) => variablesOf(reading.profile));
  const set = await haveValues(workspace, needed.flat());
  for (const [index, { id, name, problem }] of files.entries()) {
    profiles.push({
      id,
      name,
      active: id === agent.activeProfileId,
      verified: (await observed(place.value, id)) !== null,
      missing_env: (needed[index] ?? []).filter((variable) => !set.has(variable)),
      ...(problem && { problem: problem.message }),
    });
  }
  return ok({
    document: { profiles },
    text: () =>
      profiles.length === 0
        ? `Agent ${agent.id} has no profiles in ${shownPath(agent.profilesDir)}.\n`
        : columns(
            profiles.map(({ id, name, active, verified, missing_env, problem }) => [
              active ? '*' : ' ',
              id,
              visibleInOneLine(name),
              problem ?? (missing_env.length > 0 ? `needs ${missing_env.join(', ')}` : verified ? '' : 'not run yet'),
            ]),
            { indent: '' },
          ),
  });
}

function variablesOf(profile: Profile | undefined): string[] {
  return profile ? neededVariables(profile).map(({ variable }) => variable) : [];
}

interface ListedProfile {
  id: string;
  name: string;
  active: boolean;
  /** Whether its hooks, as they are now, have brought an answer. */
  verified: boolean;
  /** Variables that have no value yet. */
  missing_env: string[];
  /** What keeps it from running. */
  problem?: string;
}

/** `rook profile show [id]`: its hooks, where their scripts are, its variables, and what it declares (behaviour §13). */
export async function showProfile(id: string | undefined, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const chosen = selectProfileId(agent, id);
  if (!chosen.ok) return chosen;
  const file = await readProfile(agent, chosen.value);
  const { profile, legacy } = file.reading;
  if (!profile && !legacy && file.problem) return { ok: false, error: file.problem };
  const hooks = profile ? hooksOf(profile, agent.agentDir, workspace.root) : {};
  const set = await haveValues(workspace, variablesOf(profile));
  const env = (profile ? neededVariables(profile) : []).map(({ variable, purpose }) => ({
    variable,
    purpose: purpose ?? null,
    set: set.has(variable),
  }));
  const declared = profile?.capabilities ?? { multi_turn: false, calls: false, usage: false, attachments: false };
  const shown: ShownProfile = { hooks, env, declared, observed: await observed(place.value, chosen.value) };
  return ok({
    document: {
      profile: { ...asRecord(file.reading.document.value), id: file.id, name: file.name },
      path: file.path,
      ...shown,
      ...(file.problem && { problem: formatRefusal(file.problem) }),
    },
    text: () => profileText(file, shown),
  });
}

interface ShownHook {
  script: string;
  /** Absolute; null when the script is in neither place. */
  resolved: string | null;
  timeout_seconds: number;
  delay_seconds: number;
}

interface ShownProfile {
  hooks: Record<string, ShownHook>;
  env: { variable: string; purpose: string | null; set: boolean }[];
  declared: Profile['capabilities'];
  /** What its hooks, as they are now, were seen to return; null when they have not been run. */
  observed: ObservedCapabilities | null;
}

async function observed({ workspace, agent }: AgentPlace, id: string): Promise<ObservedCapabilities | null> {
  const loaded = await loadProfile(agent, id, workspace.root);
  return (loaded.ok ? await observedOf(agent.profilesDir, loaded.value) : undefined) ?? null;
}

function hooksOf(profile: Profile, agentDir: string, workspaceRoot: string): Record<string, ShownHook> {
  const hooks: Record<string, ShownHook> = {};
  for (const phase of hookPhases) {
    const hook = profile.hooks[phase];
    if (!hook) continue;
    hooks[phase] = {
      script: hook.script,
      resolved: resolveScript(hook.script, agentDir, workspaceRoot).resolved ?? null,
      timeout_seconds: hookTimeoutMs(hook) / 1000,
      delay_seconds: hook.delaySeconds ?? 0,
    };
  }
  return hooks;
}

function profileText(file: ProfileOnDisk, { hooks, env, declared, observed }: ShownProfile): string {
  const head = `${file.id}  ${visibleInOneLine(file.name)}\n${shownPath(file.path)}\n`;
  if (file.problem) {
    const remedy = file.problem.remedy ? `\n${file.problem.remedy}` : '';
    return `${head}\nIt cannot run: ${file.problem.message}.${remedy}\n`;
  }
  const hookRows = Object.entries(hooks).map(([phase, hook]) => [
    phase,
    hook.script,
    `at most ${hook.timeout_seconds} s${hook.delay_seconds > 0 ? `, ${hook.delay_seconds} s after the phase before` : ''}`,
  ]);
  const places = new Set(
    Object.values(hooks).map(({ script, resolved }) => (resolved ? shownPath(resolved) : `${script}: not found`)),
  );
  const envRows = env.map(({ variable, purpose, set }) => [
    variable,
    set ? 'set' : 'missing',
    visibleInOneLine(purpose ?? ''),
  ]);
  return [
    head,
    `\nHooks\n${columns(hookRows)}`,
    `\nScripts\n${columns([...places].map((place) => [place]))}`,
    envRows.length > 0 ? `\nVariables\n${columns(envRows)}` : '',
    `\nCapabilities\n${columns(capabilityRows(declared, observed))}`,
  ].join('');
}

/** `rook profile use <id>`. */
export async function useProfile(id: string, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const chosen = selectProfileId(agent, id);
  if (!chosen.ok) return chosen;
  const { problem } = await readProfile(agent, chosen.value);
  await writePointer(workspace, agent, chosen.value);
  if (problem) printWarning(problem);
  return ok({ document: { ok: true }, text: () => `Agent ${agent.id} now uses profile ${chosen.value}.\n` });
}
