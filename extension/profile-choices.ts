import { basename } from 'node:path';
import { type EnvironmentHost, effectiveEnvironment } from '../engine/lifecycle/effective-environment';
import { observedOf, readObserved } from '../engine/lifecycle/observed-capabilities';
import { loadProfileText } from '../engine/workspace/agent-files';
import { neededVariables } from '../engine/workspace/needed-variables';
import { readProfileText } from '../engine/workspace/profile-file';
import { messageOf, readTextIfPresent } from '../engine/workspace/read-text';
import { type AgentRef, yamlFiles } from '../engine/workspace/workspace';

/** How far a profile has come: seen to answer as it is now, seen before it was changed, or never. */
export type ProfileStanding = 'tried' | 'changed' | 'untried' | 'legacy' | 'broken';

/** A profile of an agent, as a list shows it. */
export interface ProfileChoice {
  id: string;
  name: string;
  file: string;
  isActive: boolean;
  standing: ProfileStanding;
  /** Variables without a value. */
  missing: string[];
  /** Why it cannot be used, when it is broken. */
  trouble?: string;
}

/** The profiles of an agent, in the order of their files. One that cannot be read is among them, with the reason. */
export async function profileChoices(agent: AgentRef, host: EnvironmentHost): Promise<ProfileChoice[]> {
  const files = await yamlFiles(agent.profilesDir);
  return Promise.all(
    files.map((file) =>
      choiceOf(agent, file, host).catch((error: unknown) => ({
        ...named(agent, file),
        standing: 'broken' as const,
        trouble: messageOf(error),
      })),
    ),
  );
}

function named(agent: AgentRef, file: string): Pick<ProfileChoice, 'id' | 'name' | 'file' | 'isActive' | 'missing'> {
  const id = basename(file).replace(/\.ya?ml$/, '');
  return { id, name: id, file, isActive: id === agent.activeProfileId, missing: [] };
}

async function choiceOf(agent: AgentRef, file: string, host: EnvironmentHost): Promise<ProfileChoice> {
  const choice = named(agent, file);
  const text = (await readTextIfPresent(file)) ?? '';
  const { profile, legacy, problems } = readProfileText(text, file);
  if (legacy) return { ...choice, standing: 'legacy' };
  const [problem] = problems.filter(({ severity }) => severity === 'error');
  if (!profile) return { ...choice, standing: 'broken', ...(problem && { trouble: problem.message }) };
  const variables = neededVariables(profile).map(({ variable }) => variable);
  const effective = await effectiveEnvironment(variables, host);
  const { name } = profile;
  // Values that cannot be looked up are not told to be missing: a run says what is wrong with them.
  const missing = effective.ok ? variables.filter((variable) => !effective.value.sources.has(variable)) : [];
  const loaded = await loadProfileText(text, file, agent, host.workspace.root);
  if (!loaded.ok) return { ...choice, name, missing, standing: 'broken', trouble: loaded.error.message };
  if (await observedOf(agent.profilesDir, loaded.value)) return { ...choice, name, missing, standing: 'tried' };
  const before = await readObserved(agent.profilesDir, choice.id);
  return { ...choice, name, missing, standing: before ? 'changed' : 'untried' };
}
