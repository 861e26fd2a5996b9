import { useAgent as writePointer } from '../../engine/workspace/pointers';
import { selectAgent } from '../../engine/workspace/select';
import type { AgentRef, ProjectRef } from '../../engine/workspace/workspace';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateProject } from '../locate';
import { columns } from '../terminal/columns';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';

/** `rook agent list`: the agents of the active project. */
export async function listAgents(globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateProject(globals);
  if (!place.ok) return place;
  const { project } = place.value;
  const agents = project.agents.map((agent) => describe(agent, project));
  return ok({
    document: { project_id: project.id, agents },
    text: () =>
      agents.length === 0
        ? `Project ${project.id} has no agents in ${shownPath(project.dir)}.\n`
        : columns(
            agents.map(({ id, name, active, profiles }) => [
              active ? '*' : ' ',
              id,
              visibleInOneLine(name),
              profiles.length === 0 ? 'no profiles' : `profiles: ${profiles.join(', ')}`,
            ]),
            { indent: '' },
          ),
  });
}

/** `rook agent show [id]`. */
export async function showAgent(id: string | undefined, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateProject(globals);
  if (!place.ok) return place;
  const { project } = place.value;
  const agent = selectAgent(project, id ?? globals.agent);
  if (!agent.ok) return agent;
  const shown = describe(agent.value, project);
  return ok({
    document: { agent: shown },
    text: () =>
      [
        `${shown.id}  ${visibleInOneLine(shown.name)}${shown.active ? '  (active)' : ''}\n`,
        `${shownPath(shown.dir)}\n\n`,
        `Profiles  ${shown.profiles.join(', ') || 'none'}\n`,
        `Active    ${shown.active_profile_id ?? 'none'}\n`,
      ].join(''),
  });
}

/** `rook agent use <id>`: the active agent of the active project. */
export async function useAgent(id: string, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateProject(globals);
  if (!place.ok) return place;
  const { workspace, project } = place.value;
  const agent = selectAgent(project, id);
  if (!agent.ok) return agent;
  await writePointer(workspace, project, agent.value);
  return ok({
    document: { ok: true },
    text: () => `The active agent of project ${project.id} is now ${agent.value.id}.\n`,
  });
}

function describe(agent: AgentRef, project: ProjectRef) {
  return {
    id: agent.id,
    name: agent.name,
    project_id: project.id,
    dir: agent.agentDir,
    active: agent.id === project.activeAgentId,
    profiles: agent.profileIds,
    active_profile_id: agent.activeProfileId ?? null,
  };
}
