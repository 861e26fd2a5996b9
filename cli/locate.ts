import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { selectAgentIn, selectProject } from '../engine/workspace/select';
import {
  type AgentRef,
  openWorkspace,
  type ProjectRef,
  type TellProblem,
  type Workspace,
} from '../engine/workspace/workspace';
import { ok, type Result, refuse } from '../schemas/result';
import type { GlobalFlags } from './answer';

/**
 * The workspace of the current folder, or of `-C` (behaviour §12).
 * @param tell given, a broken file of it does not keep the others from being read.
 */
export async function locateWorkspace(flags: GlobalFlags, tell?: TellProblem): Promise<Result<Workspace>> {
  if (flags.C === undefined) return openWorkspace(process.cwd(), tell);
  const folder = resolve(flags.C);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false, // absent or out of reach: either way not a folder to work in
  );
  if (!isFolder) return refuse(`-C: there is no folder ${folder}`, 'Name a folder that exists.');
  return openWorkspace(folder, tell);
}

export interface ProjectPlace {
  workspace: Workspace;
  project: ProjectRef;
}

/** The project to work with: named by --project, pointed to, or the only one. */
export async function locateProject(flags: GlobalFlags): Promise<Result<ProjectPlace>> {
  const workspace = await locateWorkspace(flags);
  if (!workspace.ok) return workspace;
  const project = selectProject(workspace.value, flags.project);
  return project.ok ? ok({ workspace: workspace.value, project: project.value }) : project;
}

export interface AgentPlace {
  workspace: Workspace;
  agent: AgentRef;
}

/** The agent to work with: named by --agent, pointed to, or the only one. */
export async function locateAgent(flags: GlobalFlags): Promise<Result<AgentPlace>> {
  const workspace = await locateWorkspace(flags);
  if (!workspace.ok) return workspace;
  const { project, agent } = flags;
  const found = selectAgentIn(workspace.value, { ...(project && { project }), ...(agent && { agent }) });
  return found.ok ? ok({ workspace: workspace.value, agent: found.value }) : found;
}
