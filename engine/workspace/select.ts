import { join } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import type { AgentRef, ProjectRef, Workspace } from './workspace';

/** Ids that a command was given; each overrides the pointer on disk for this call. */
export interface Overrides {
  project?: string;
  agent?: string;
  profile?: string;
}

/** What to make when there is no project, agent or profile at all. */
export const toBegin = {
  project: (rookDir: string): string =>
    `Make the folder ${join(rookDir, 'projects', '<project>', 'agents', '<agent>')}, with profiles/ and scenarios/ in it.`,
  agent: (projectDir: string): string =>
    `Make the folder ${join(projectDir, 'agents', '<agent>')}, with profiles/ and scenarios/ in it.`,
  profile: (profilesDir: string): string =>
    `Have one written from a cURL command, a command line or a URL: rook profile add. Or write ${join(profilesDir, 'local.yaml')}: id: local and, under hooks, execute: scripts/<name>.mjs.`,
};

/** The project to work with: named, pointed to, or the only one. Else says which exist and how to choose (behaviour §1). */
export function selectProject(workspace: Workspace, override?: string): Result<ProjectRef> {
  const wanted = override ?? workspace.activeProjectId;
  return select(
    'project',
    workspace.projects,
    wanted,
    override !== undefined,
    'rook project use <id>',
    workspace.rookDir,
  );
}

/** The agent to work with, likewise. */
export function selectAgent(project: ProjectRef, override?: string): Result<AgentRef> {
  const wanted = override ?? project.activeAgentId;
  return select('agent', project.agents, wanted, override !== undefined, 'rook agent use <id>', project.dir);
}

/** The project, then the agent. */
export function selectAgentIn(workspace: Workspace, overrides: Overrides): Result<AgentRef> {
  // A named agent that only one project has needs no project pointer.
  if (overrides.agent !== undefined && overrides.project === undefined && workspace.activeProjectId === undefined) {
    const owners = workspace.projects.filter((project) => project.agents.some((agent) => agent.id === overrides.agent));
    if (owners.length === 1 && owners[0]) return selectAgent(owners[0], overrides.agent);
  }
  const project = selectProject(workspace, overrides.project);
  return project.ok ? selectAgent(project.value, overrides.agent) : project;
}

/** The id of the profile to run with, likewise. The profile itself is read by loadProfile. */
export function selectProfileId(agent: AgentRef, override?: string): Result<string> {
  const profiles = agent.profileIds.map((id) => ({ id }));
  const wanted = override ?? agent.activeProfileId;
  const found = select('profile', profiles, wanted, override !== undefined, 'rook profile use <id>', agent.profilesDir);
  return found.ok ? ok(found.value.id) : found;
}

function select<T extends { id: string }>(
  kind: 'project' | 'agent' | 'profile',
  list: T[],
  wanted: string | undefined,
  named: boolean,
  command: string,
  dir: string,
): Result<T> {
  const known = list.map((item) => item.id).join(', ');
  if (list.length === 0) return refuse(`there is no ${kind} in ${dir}`, toBegin[kind](dir));
  if (wanted === undefined) {
    return refuse(
      `there are several ${kind}s and none is active: ${known}`,
      `Choose one with ${command}, or name it for this call with --${kind} <id>.`,
    );
  }
  const found = list.find((item) => item.id === wanted);
  if (found) return ok(found);
  return named
    ? refuse(`there is no ${kind} ${wanted}`, `The known ones are: ${known}.`)
    : refuse(`the active ${kind} is ${wanted}, which does not exist`, `Choose one of ${known} with ${command}.`);
}
