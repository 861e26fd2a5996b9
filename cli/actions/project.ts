import { useProject as writePointer } from '../../engine/workspace/pointers';
import { selectProject } from '../../engine/workspace/select';
import type { ProjectRef, Workspace } from '../../engine/workspace/workspace';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateWorkspace } from '../locate';
import { columns } from '../terminal/columns';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';

/** `rook project list`. */
export async function listProjects(globals: GlobalFlags): Promise<Result<Answer>> {
  const workspace = await locateWorkspace(globals);
  if (!workspace.ok) return workspace;
  const { projects, root } = workspace.value;
  const listed = projects.map((project) => describe(project, workspace.value));
  return ok({
    document: { projects: listed },
    text: () =>
      listed.length === 0
        ? `There are no projects in ${shownPath(root)}.\n`
        : columns(
            listed.map(({ id, name, active, agents }) => [
              active ? '*' : ' ',
              id,
              visibleInOneLine(name),
              agents.length === 0 ? 'no agents' : `agents: ${agents.join(', ')}`,
            ]),
            { indent: '' },
          ),
  });
}

/** `rook project show [id]`. */
export async function showProject(id: string | undefined, globals: GlobalFlags): Promise<Result<Answer>> {
  const workspace = await locateWorkspace(globals);
  if (!workspace.ok) return workspace;
  const project = selectProject(workspace.value, id ?? globals.project);
  if (!project.ok) return project;
  const shown = describe(project.value, workspace.value);
  return ok({
    document: { project: shown },
    text: () =>
      [
        `${shown.id}  ${visibleInOneLine(shown.name)}${shown.active ? '  (active)' : ''}\n`,
        `${shownPath(shown.dir)}\n\n`,
        `Agents  ${shown.agents.join(', ') || 'none'}\n`,
        `Active  ${shown.active_agent_id ?? 'none'}\n`,
      ].join(''),
  });
}

/** `rook project use <id>`. */
export async function useProject(id: string, globals: GlobalFlags): Promise<Result<Answer>> {
  const workspace = await locateWorkspace(globals);
  if (!workspace.ok) return workspace;
  const project = selectProject(workspace.value, id);
  if (!project.ok) return project;
  await writePointer(workspace.value, project.value);
  return ok({ document: { ok: true }, text: () => `The active project is now ${project.value.id}.\n` });
}

function describe(project: ProjectRef, workspace: Workspace) {
  return {
    id: project.id,
    name: project.name,
    dir: project.dir,
    active: project.id === workspace.activeProjectId,
    agents: project.agents.map((agent) => agent.id),
    active_agent_id: project.activeAgentId ?? null,
  };
}
