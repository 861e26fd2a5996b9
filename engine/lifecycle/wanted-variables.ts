import { findProfileFile } from '../workspace/agent-files';
import { type NeededVariable, neededVariables } from '../workspace/needed-variables';
import { readProfileText } from '../workspace/profile-file';
import { readTextIfPresent } from '../workspace/read-text';
import type { AgentRef, Workspace } from '../workspace/workspace';

/** A variable that profiles need; its purpose is what the first profile says that gives one. */
export interface WantedVariable extends NeededVariable {
  /** Ids of the profiles. */
  profiles: string[];
}

/** What the profiles of an agent need, those of the active one first; a profile that cannot be read needs nothing. */
export async function wantedBy(agent: AgentRef): Promise<Map<string, WantedVariable>> {
  const wanted = new Map<string, WantedVariable>();
  const isActive = (id: string): boolean => id === agent.activeProfileId;
  for (const id of [...agent.profileIds.filter(isActive), ...agent.profileIds.filter((id) => !isActive(id))]) {
    const file = await findProfileFile(agent, id);
    const text = file === undefined ? undefined : await readTextIfPresent(file);
    if (file === undefined || text === undefined) continue; // removed since the folder was listed
    const { profile } = readProfileText(text, file);
    for (const { variable, purpose } of profile ? neededVariables(profile) : []) {
      const known = wanted.get(variable) ?? { variable, profiles: [] };
      known.profiles.push(id);
      if (purpose) known.purpose ??= purpose;
      wanted.set(variable, known);
    }
  }
  return wanted;
}

/** What any profile of the workspace needs. */
export async function wantedIn(workspace: Workspace): Promise<Map<string, WantedVariable>> {
  const wanted = new Map<string, WantedVariable>();
  for (const { agents } of workspace.projects) {
    for (const agent of agents) {
      for (const [variable, { profiles, purpose }] of await wantedBy(agent)) {
        const known = wanted.get(variable) ?? { variable, profiles: [] };
        known.profiles.push(...profiles.filter((id) => !known.profiles.includes(id)));
        if (purpose) known.purpose ??= purpose;
        wanted.set(variable, known);
      }
    }
  }
  return wanted;
}
