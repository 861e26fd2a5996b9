import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { ensureGitignore } from './gitignore';
import { readTextIfPresent } from './read-text';
import type { AgentRef, ProjectRef, Workspace } from './workspace';
import { writeFileAtomically } from './write-file';

/** Makes a project the active one, in settings.json; its other keys and their order stay. */
export async function useProject(workspace: Workspace, project: ProjectRef): Promise<void> {
  const file = join(workspace.rookDir, 'settings.json');
  const settings = parseDocument((await readTextIfPresent(file)) || '{}').toJS() as Record<string, unknown>; // checked by readWorkspace
  await write(workspace, file, `${JSON.stringify({ ...settings, active_project_id: project.id }, null, 2)}\n`);
}

/** Makes an agent the active one of its project. */
export async function useAgent(workspace: Workspace, project: ProjectRef, agent: AgentRef): Promise<void> {
  await write(workspace, join(project.dir, 'active'), `${agent.id}\n`);
}

/** Makes a profile the active one of its agent. */
export async function useProfile(workspace: Workspace, agent: AgentRef, profileId: string): Promise<void> {
  await write(workspace, agent.activeProfileFile, `${profileId}\n`);
}

async function write(workspace: Workspace, file: string, content: string): Promise<void> {
  await ensureGitignore(workspace.rookDir);
  await writeFileAtomically(file, content);
}
