import { access } from 'node:fs/promises';
import { hookPhases } from '../../schemas/phase';
import { refuse } from '../../schemas/result';
import { findProfileFile } from '../workspace/agent-files';
import { asRecord } from '../workspace/plain-value';
import { readTextIfPresent } from '../workspace/read-text';
import { resolveScript } from '../workspace/script-path';
import type { AgentRef, Workspace } from '../workspace/workspace';
import { parseYaml } from '../workspace/yaml-document';
import { authoredFiles, readDraft } from './write-profile';

/** What is in the way of a profile of this id, as paths. */
export async function inTheWay(agent: AgentRef, id: string): Promise<string[]> {
  const { profile, script } = authoredFiles(agent, id);
  const found: string[] = [];
  for (const file of [profile, profile.replace(/yaml$/, 'yml'), script]) {
    const isThere = await access(file).then(
      () => true,
      () => false, // not there, or out of reach: then writing will say so
    );
    if (isThere) found.push(file);
  }
  return found;
}

/**
 * A refusal when the script that would be replaced is not this profile's own: another profile runs it, or no profile that
 * is known does. A script that Rook has written for this id is its own, also when its profile is gone.
 */
export async function foreignScript(
  workspace: Workspace,
  agent: AgentRef,
  id: string,
): Promise<ReturnType<typeof refuse> | undefined> {
  const { script } = authoredFiles(agent, id);
  const text = await readTextIfPresent(script);
  if (text === undefined) return undefined;
  const users: string[] = [];
  for (const one of agent.profileIds) if (await runs(workspace, agent, one, script)) users.push(one);
  const others = users.filter((one) => one !== id);
  if (others.length === 0 && (users.includes(id) || (await readDraft(agent, id, text)))) return undefined;
  const whose = others.length > 0 ? `profile ${others.join(' and ')} runs it` : `profile ${id} does not run it`;
  return refuse(`${script} is there already, and ${whose}`, 'Give another name, or move the script away.');
}

/** Whether a profile names a script, be it a profile with other errors. */
async function runs(workspace: Workspace, agent: AgentRef, id: string, script: string): Promise<boolean> {
  const file = await findProfileFile(agent, id);
  const text = file === undefined ? undefined : await readTextIfPresent(file);
  if (file === undefined || text === undefined) return false;
  const hooks = asRecord(asRecord(parseYaml(text, file).value)?.hooks) ?? {};
  return hookPhases.some((phase) => {
    const hook = hooks[phase];
    const path = typeof hook === 'string' ? hook : asRecord(hook)?.script;
    return typeof path === 'string' && resolveScript(path, agent.agentDir, workspace.root).resolved === script;
  });
}
