import { type JudgeConfig, readJudgeConfig } from '../../engine/workspace/judge-config';
import { listRunIds, openRun, storedValue } from '../../engine/workspace/runs';
import { selectAgentIn } from '../../engine/workspace/select';
import { type AgentRef, type ProjectRef, type Workspace, yamlFiles } from '../../engine/workspace/workspace';
import type { Totals } from '../../schemas/report';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateWorkspace } from '../locate';
import { printWarning } from '../prose';
import { columns } from '../terminal/columns';
import type { Paper } from '../terminal/paper';
import { shownPath } from '../terminal/shown-path';
import { visibleInOneLine } from '../terminal/visible-text';

/** Runs that are listed, the newest first. */
const mostRuns = 20;
/** Of these, the ones that a person sees at a glance. */
const mostRunsShown = 5;

/**
 * `rook status`: the project, its agents, and the runs of the chosen agent. It is what one asks when something is not
 * chosen yet, so that is no failure here: all projects' agents are shown then.
 */
export async function status(globals: GlobalFlags): Promise<Result<Answer>> {
  const located = await locateWorkspace(globals);
  if (!located.ok) return located;
  const workspace = located.value;
  const wanted = globals.project ?? workspace.activeProjectId;
  const project = workspace.projects.find(({ id }) => id === wanted);
  if (globals.project !== undefined && !project) return unknownProject(workspace, globals.project);
  const { agent: agentFlag } = globals;
  const chosen = selectAgentIn(workspace, {
    ...(project && { project: project.id }),
    ...(agentFlag && { agent: agentFlag }),
  });
  if (!chosen.ok && agentFlag !== undefined) return chosen;
  if (!chosen.ok) printWarning(chosen.error);
  const agents: AgentStatus[] = [];
  for (const owner of project ? [project] : workspace.projects)
    for (const agent of owner.agents) agents.push(await agentStatus(agent, owner));
  const runs = chosen.ok ? await latestRuns(chosen.value) : undefined;
  const judge = await readJudgeConfig({ workspace, env: process.env });
  const asked = judge.ok && judge.value ? judgeName(judge.value) : undefined; // what is refused is never asked
  return ok({
    document: { project_id: project?.id ?? null, offline: true, agents, ...(runs && { runs }) },
    text: (paper) => statusText({ workspace, project, agents, runs, asked }, paper),
  });
}

function unknownProject(workspace: Workspace, id: string): { ok: false; error: { message: string } } {
  return refuse(`there is no project ${id}`, `The known ones are: ${workspace.projects.map((p) => p.id).join(', ')}.`);
}

interface AgentStatus {
  id: string;
  name: string;
  project_id: string;
  active: boolean;
  profiles: string[];
  active_profile_id: string | null;
  scenarios: number;
  features: number;
  runs: number;
  last_run_id: string | null;
}

async function agentStatus(agent: AgentRef, project: ProjectRef): Promise<AgentStatus> {
  const runIds = await listRunIds(agent.runsDir);
  return {
    id: agent.id,
    name: agent.name,
    project_id: project.id,
    active: agent.id === project.activeAgentId,
    profiles: agent.profileIds,
    active_profile_id: agent.activeProfileId ?? null,
    scenarios: (await yamlFiles(agent.scenariosDir)).length,
    features: (await yamlFiles(agent.featuresDir)).length,
    runs: runIds.length,
    last_run_id: runIds[0] ?? null,
  };
}

interface RunStatusLine {
  run_id: string;
  name: string | null;
  status: string | null;
  created: string | null;
  profile_id: string | null;
  headline: string | null;
  totals: Totals | null;
  dir: string;
}

async function latestRuns(agent: AgentRef): Promise<RunStatusLine[]> {
  const lines: RunStatusLine[] = [];
  for (const id of (await listRunIds(agent.runsDir)).slice(0, mostRuns)) {
    const run = await openRun(agent.runsDir, id);
    if (!run.ok) continue; // removed since the folder was listed
    const file = storedValue(run.value.file);
    const report = storedValue(run.value.report);
    lines.push({
      run_id: id,
      name: file?.name ?? null,
      status: file?.status ?? null,
      created: file?.created ?? null,
      profile_id: file?.pins?.profile_id ?? null,
      headline: report?.headline ?? null,
      totals: report?.totals ?? null,
      dir: run.value.layout.runDir,
    });
  }
  return lines;
}

/** The judge in a few words. Of a command only the program and what it runs: the rest may hold a secret. */
function judgeName({ provider, model, command }: JudgeConfig): string {
  const [program, script] = command ?? [];
  if (program !== undefined) return script === undefined || script.startsWith('-') ? program : `${program} ${script}`;
  if (provider === 'vscode') return 'of VS Code, from there';
  return model === undefined ? provider : `${provider} (${model})`;
}

interface StatusPage {
  workspace: Workspace;
  project: ProjectRef | undefined;
  agents: AgentStatus[];
  runs: RunStatusLine[] | undefined;
  /** The judge that is configured, in a few words. */
  asked: string | undefined;
}

function statusText({ workspace, project, agents, runs, asked }: StatusPage, paper: Paper): string {
  const agentRows = agents.map((agent) => [
    agent.active ? '*' : ' ',
    project ? agent.id : `${agent.project_id} / ${agent.id}`,
    `profile ${agent.active_profile_id ?? 'not chosen'}`,
    counted(agent.scenarios, 'scenario'),
    counted(agent.runs, 'run'),
  ]);
  const runRows = (runs ?? []).slice(0, mostRunsShown).map((run) => {
    const told = run.headline ?? `no report (${run.status ?? 'unknown'})`;
    return [run.run_id, visibleInOneLine(run.name ? `${run.name}: ${told}` : told)];
  });
  return [
    `Workspace  ${shownPath(workspace.root)}\n`,
    `Project    ${project ? `${project.id}  ${visibleInOneLine(project.name)}` : 'not chosen'}\n`,
    agentRows.length > 0 ? `\nAgents\n${columns(agentRows)}` : '\nThere are no agents.\n',
    runRows.length > 0 ? `\nLatest runs\n${columns(runRows, { width: paper.width })}` : '',
    `\nThis Rook works offline: nothing is sent anywhere but to your agent, by your hooks${asked === undefined ? '' : `, and to the judge model ${visibleInOneLine(asked)}`}.\n`,
  ].join('');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
