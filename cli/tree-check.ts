import { join } from 'node:path';
import { readScenarios } from '../engine/workspace/agent-files';
import { checkShape } from '../engine/workspace/check-shape';
import type { ProfileReading } from '../engine/workspace/profile-file';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { resolveScript, scriptNotFound } from '../engine/workspace/script-path';
import { selectProject } from '../engine/workspace/select';
import { type AgentRef, type ProjectRef, type Workspace, yamlFiles } from '../engine/workspace/workspace';
import { parseYaml } from '../engine/workspace/yaml-document';
import { hookPhases } from '../schemas/phase';
import type { LocatedProblem } from '../schemas/problem';
import { ok, type Result, refuse } from '../schemas/result';
import { FeatureFile } from '../schemas/workspace';
import { readProfile } from './profiles';

export interface CheckedTree {
  counts: { projects: number; agents: number; profiles: number; features: number; scenarios: number };
  problems: LocatedProblem[];
}

/** Reads every file of a workspace, or of the named project or agent, and collects what is wrong. Writes nothing. */
export async function checkTree(
  workspace: Workspace,
  only: { project?: string; agent?: string },
): Promise<Result<CheckedTree>> {
  let projects = workspace.projects;
  if (only.project !== undefined) {
    const project = selectProject(workspace, only.project);
    if (!project.ok) return project;
    projects = [project.value];
  }
  const agents = projects.flatMap((project) => project.agents).filter(({ id }) => !only.agent || id === only.agent);
  if (only.agent !== undefined && agents.length === 0) {
    const known = projects.flatMap((project) => project.agents.map(({ id }) => id));
    return refuse(`there is no agent ${only.agent}`, `The known ones are: ${known.join(', ')}.`);
  }
  const tree: CheckedTree = {
    counts: { projects: projects.length, agents: agents.length, profiles: 0, features: 0, scenarios: 0 },
    problems: pointerProblems(workspace, projects),
  };
  for (const agent of agents) await checkAgent(agent, workspace.root, tree);
  return ok(tree);
}

async function checkAgent(agent: AgentRef, workspaceRoot: string, tree: CheckedTree): Promise<void> {
  for (const id of agent.profileIds) {
    const { reading } = await readProfile(agent, id);
    tree.counts.profiles++;
    tree.problems.push(...reading.problems, ...missingScripts(reading, agent, workspaceRoot));
  }
  for (const file of await yamlFiles(agent.featuresDir)) {
    const document = parseYaml((await readTextIfPresent(file)) ?? '', file);
    tree.counts.features++;
    tree.problems.push(...document.syntaxProblems);
    if (document.syntaxProblems.length === 0)
      tree.problems.push(...checkShape(FeatureFile, document.value).problems.map(document.locate));
  }
  const entries = await readScenarios(agent);
  tree.counts.scenarios += entries.length;
  tree.problems.push(...entries.flatMap((entry) => entry.problems));
}

function missingScripts(
  { document, profile }: ProfileReading,
  agent: AgentRef,
  workspaceRoot: string,
): LocatedProblem[] {
  return hookPhases.flatMap((phase) => {
    const hook = profile?.hooks[phase];
    if (!hook) return [];
    const { resolved, tried } = resolveScript(hook.script, agent.agentDir, workspaceRoot);
    if (resolved !== undefined) return [];
    return document.locate({
      code: 'script-not-found',
      severity: 'error',
      message: `hooks.${phase}: ${scriptNotFound(hook.script, tried)}`,
      remedy: "Write the script, or mend its path: it is relative to the agent's folder or to the workspace.",
      path: ['hooks', phase],
    });
  });
}

/** Pointers that name something that does not exist (behaviour §1). */
function pointerProblems(workspace: Workspace, projects: ProjectRef[]): LocatedProblem[] {
  const projectIds = workspace.projects.map(({ id }) => id);
  return [
    ...danglingPointer('project', workspace.activeProjectId, projectIds, join(workspace.rookDir, 'settings.json')),
    ...projects.flatMap(({ activeAgentId, agents, dir }) => [
      ...danglingPointer(
        'agent',
        activeAgentId,
        agents.map(({ id }) => id),
        join(dir, 'active'),
      ),
      ...agents.flatMap(({ activeProfileId, profileIds, activeProfileFile }) =>
        danglingPointer('profile', activeProfileId, profileIds, activeProfileFile),
      ),
    ]),
  ];
}

function danglingPointer(kind: string, active: string | undefined, known: string[], file: string): LocatedProblem[] {
  if (active === undefined || known.includes(active)) return [];
  return [
    {
      code: 'dangling-pointer',
      severity: 'error',
      message: `the active ${kind} is ${active}, which does not exist`,
      remedy: known.length > 0 ? `Choose one of ${known.join(', ')} with rook ${kind} use <id>.` : `Add a ${kind}.`,
      path: [],
      file,
      line: 1,
      column: 1,
      range: { start: 0, end: 0 },
    },
  ];
}
