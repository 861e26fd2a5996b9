import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, readTextIfPresent } from '../engine/workspace/read-text';
import { type RookFile, rookFileAt } from '../engine/workspace/rook-file';
import { checkFile } from '../engine/workspace/rules/check-file';
import { readRookText } from '../engine/workspace/rules/rook-reading';
import type { RuleContext } from '../engine/workspace/rules/rule-context';
import { SavedFiles } from '../engine/workspace/rules/saved-files';
import { selectProject, toBegin } from '../engine/workspace/select';
import { type AgentRef, type ProjectRef, type Workspace, yamlFiles } from '../engine/workspace/workspace';
import type { LocatedProblem } from '../schemas/problem';
import { ok, type Place, type Refusal, type Result, refuse } from '../schemas/result';
import { checkPipelines } from './ci-check';

/** A problem, and where the text that it marks ends; 1-based, absent when nothing is marked. */
export interface FoundProblem extends LocatedProblem {
  end?: { line: number; column: number };
}

export interface CheckedTree {
  counts: { projects: number; agents: number; profiles: number; features: number; scenarios: number };
  problems: FoundProblem[];
  /** Every file that was looked at. */
  files: string[];
}

/** What of a workspace is checked. */
export interface CheckedPart {
  project?: string;
  agent?: string;
  /** Codes that are not told. */
  disabled?: ReadonlySet<string>;
}

/**
 * Checks every file of a workspace, or of the named project or agent, by the rules that an editor shows, too. Writes
 * nothing and starts nothing.
 */
export async function checkTree(workspace: Workspace, part: CheckedPart): Promise<Result<CheckedTree>> {
  let projects = workspace.projects;
  if (part.project !== undefined) {
    const project = selectProject(workspace, part.project);
    if (!project.ok) return project;
    projects = [project.value];
  }
  const agents = projects.flatMap((project) => project.agents).filter(({ id }) => !part.agent || id === part.agent);
  if (part.agent !== undefined && agents.length === 0) {
    const known = projects.flatMap((project) => project.agents.map(({ id }) => id));
    return refuse(`there is no agent ${part.agent}`, `The known ones are: ${known.join(', ')}.`);
  }
  // A bundle of its own: nothing else needs its parsers.
  const { analyseHookScript: analyse } = await import('../engine/workspace/hook-contract/entry');
  const check = new TreeCheck({
    files: new SavedFiles(),
    env: process.env,
    analyse,
    disabled: part.disabled ?? new Set(),
  });
  const { root, rookDir } = workspace;
  for (const file of [join(rookDir, 'settings.json'), join(rookDir, 'mcp.json'), join(root, '.mcp.json')])
    await check.at(file);
  await check.at(join(root, '.orkeon', 'hooks.json'));
  check.tell(misplaced(workspace, projects));
  for (const { dir } of projects) for (const name of ['project.yaml', 'active']) await check.at(join(dir, name));
  const counts = { projects: projects.length, agents: agents.length, profiles: 0, features: 0, scenarios: 0 };
  for (const agent of agents) {
    const { profiles, features, scenarios } = await checkAgent(agent, root, check);
    counts.profiles += profiles;
    counts.features += features;
    counts.scenarios += scenarios;
  }
  for (const { file, text, problems } of await checkPipelines(workspace)) {
    check.files.add(file);
    check.tell(problems.map((problem) => withEnd(problem, text)));
  }
  return ok({ counts, problems: check.problems, files: [...check.files] });
}

async function checkAgent(
  agent: AgentRef,
  workspaceRoot: string,
  check: TreeCheck,
): Promise<{ profiles: number; features: number; scenarios: number }> {
  await check.at(agent.agentFile);
  await check.at(agent.activeProfileFile);
  if (agent.profileIds.length === 0) {
    const message = `agent ${agent.id} has no profile, so nothing says how it is reached and nothing can run`;
    check.tell([
      problemIn({ file: agent.agentFile }, 'no-profile', 'warning', {
        message,
        remedy: toBegin.profile(agent.profilesDir),
      }),
    ]);
  }
  const profiles = await yamlFiles(agent.profilesDir);
  const scripts = new Set<string>();
  for (const file of profiles) for (const script of await check.at(file)) scripts.add(script);
  for (const path of scripts) await check.file({ kind: 'script', path, workspaceRoot });
  const features = await yamlFiles(agent.featuresDir);
  for (const file of features) await check.at(file);
  const scenarios = await yamlFiles(agent.scenariosDir);
  for (const file of scenarios) await check.at(file);
  return { profiles: profiles.length, features: features.length, scenarios: scenarios.length };
}

/** Checks files one after the other, each once. */
class TreeCheck {
  readonly problems: FoundProblem[] = [];
  readonly files = new Set<string>();

  constructor(private readonly context: RuleContext) {}

  tell(problems: readonly FoundProblem[]): void {
    this.problems.push(...problems.filter(({ code }) => !this.context.disabled?.has(code)));
  }

  /** Checks the file at a path, if there is one. @returns the scripts that it names. */
  async at(path: string): Promise<string[]> {
    const file = rookFileAt(path);
    return file ? this.file(file) : [];
  }

  async file(file: RookFile): Promise<string[]> {
    if (this.files.has(file.path)) return [];
    let text: string | undefined;
    try {
      text = await readTextIfPresent(file.path);
    } catch (error) {
      this.unreadable(file.path, messageOf(error));
      return [];
    }
    if (text === undefined) {
      // A link that leads nowhere is there, and cannot be read.
      if (lstatSync(file.path, { throwIfNoEntry: false })) this.unreadable(file.path, 'it leads nowhere');
      return [];
    }
    this.files.add(file.path);
    const { problems, scripts } = checkFile(file, readRookText(file, text), this.context);
    const own = problems.filter(({ code }) => code !== 'hook-script'); // told in the script itself
    this.tell(own.map((problem) => withEnd(problem, text)));
    return scripts;
  }

  private unreadable(file: string, why: string): void {
    const told = { message: `the file cannot be read: ${why}`, remedy: 'Mend or remove the file.' };
    this.tell([problemIn({ file }, 'unreadable', 'error', told)]);
  }
}

function withEnd(problem: LocatedProblem, text: string): FoundProblem {
  const { line, column, range } = problem;
  if (range.end <= range.start) return problem;
  const lines = text.slice(range.start, range.end).split('\n');
  const last = lines.at(-1)?.length ?? 0;
  const end = { line: line + lines.length - 1, column: lines.length === 1 ? column + last : last + 1 };
  return { ...problem, end };
}

/** Folders that nothing is read from, and those that are missing. */
function misplaced({ rookDir, projects: all }: Workspace, projects: ProjectRef[]): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  const agentsDir = join(rookDir, 'agents');
  if (existsSync(agentsDir)) {
    problems.push(
      problemIn({ file: agentsDir }, 'misplaced-agents', 'error', {
        message: 'agents belong to a project, so nothing in this folder is read',
        remedy: `Move it to ${join(rookDir, 'projects', '<project>', 'agents')}.`,
      }),
    );
  } else if (all.length === 0) {
    problems.push(
      problemIn({ file: rookDir }, 'no-project', 'warning', {
        message: 'there is no project in this workspace, so there is nothing to run',
        remedy: toBegin.project(rookDir),
      }),
    );
  }
  for (const { id, dir, agents } of projects) {
    if (agents.length > 0) continue;
    problems.push(
      problemIn({ file: dir }, 'no-agent', 'warning', {
        message: `project ${id} has no agent, so there is nothing to run in it`,
        remedy: toBegin.agent(dir),
      }),
    );
  }
  return problems;
}

/** A problem that has no place in a document: of a folder, or of a file that cannot be read. */
function problemIn(
  { file }: Place,
  code: string,
  severity: LocatedProblem['severity'],
  { message, remedy }: Refusal,
): LocatedProblem {
  const told = { code, severity, message, ...(remedy && { remedy }) };
  return { ...told, path: [], file, line: 1, column: 1, range: { start: 0, end: 0 } };
}
