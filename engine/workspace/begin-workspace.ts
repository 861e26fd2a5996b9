import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { ensureGitignore } from './gitignore';
import { rookFolder } from './layout';
import { findWorkspaceRoot, openWorkspace } from './workspace';
import { writeFileAtomically } from './write-file';

/** What is not there yet, and would be made so that an agent has a place. */
export interface Beginning {
  /** The workspace's root. */
  root: string;
  project: string;
  agent: string;
  /** The agent's folder, absolute. */
  agentDir: string;
}

/**
 * What has to be made before a first profile can be written in a folder: a workspace, a project, an agent, whichever is
 * missing, named after the folder. Undefined when there is an agent already, and when what is there cannot be read: then that is said.
 */
export async function missingBeginning(
  folder: string,
  named: { project?: string; agent?: string } = {},
): Promise<Beginning | undefined> {
  const found = await findWorkspaceRoot(folder);
  const root = found ?? folder;
  const own = slugOf(basename(root)) || 'agent';
  let [project, projectDir] = [named.project ?? own, join(root, rookFolder, 'projects', named.project ?? own)];
  if (found !== undefined) {
    const workspace = await openWorkspace(root);
    if (!workspace.ok || workspace.value.projects.some(({ agents }) => agents.length > 0)) return undefined;
    const there = workspace.value.projects.find(({ id }) => id === named.project) ?? workspace.value.projects[0];
    if (there) [project, projectDir] = [there.id, there.dir];
  }
  const agent = named.agent ?? own;
  return { root, project, agent, agentDir: join(projectDir, 'agents', agent) };
}

/** Makes it: the folders of an agent, and its `agent.yaml`. What is there stays as it is. */
export async function beginWorkspace({ root, agent, agentDir }: Beginning): Promise<void> {
  for (const name of ['profiles', 'scenarios', 'scripts']) await mkdir(join(agentDir, name), { recursive: true });
  await ensureGitignore(join(root, rookFolder));
  await writeFileAtomically(join(agentDir, 'agent.yaml'), stringify({ local_id: agent, name: agent }));
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
