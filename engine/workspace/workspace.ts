import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import { AgentFile, ProjectFile, SettingsFile } from '../../schemas/workspace';
import { checkShape } from './check-shape';
import { type AgentLayout, agentLayout, rookFolder } from './layout';
import { isMissing, readTextIfPresent } from './read-text';
import { parseYaml } from './yaml-document';

export interface AgentRef extends AgentLayout {
  id: string;
  name: string;
  projectId: string;
  profileIds: string[];
  /** The profile that the pointer names, or the only one. */
  activeProfileId?: string;
}

export interface ProjectRef {
  id: string;
  name: string;
  dir: string;
  agents: AgentRef[];
  activeAgentId?: string;
}

/** A folder with `.testmuai/rook/`, and what is in it. */
export interface Workspace {
  root: string;
  rookDir: string;
  settings: SettingsFile;
  projects: ProjectRef[];
  activeProjectId?: string;
}

/** The nearest folder, from `start` upward, that holds `.testmuai/rook/`. */
export async function findWorkspaceRoot(start: string): Promise<string | undefined> {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    if (await isFolder(join(dir, rookFolder))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

/** Finds and reads the workspace of a folder. */
export async function openWorkspace(start: string): Promise<Result<Workspace>> {
  const root = await findWorkspaceRoot(start);
  if (root === undefined) {
    return refuse(
      `no Rook workspace in ${resolve(start)} or any folder above it`,
      'Go to a folder that holds .testmuai/rook/, or name one with -C <dir>.',
    );
  }
  return readWorkspace(root);
}

/** Reads the projects, agents and pointers of a workspace. Scenarios and profiles are read later, when asked for. */
export async function readWorkspace(root: string): Promise<Result<Workspace>> {
  const rookDir = join(root, rookFolder);
  const settings = await readSettings(join(rookDir, 'settings.json'));
  if (!settings.ok) return settings;
  const projects: ProjectRef[] = [];
  for (const name of await folders(join(rookDir, 'projects'))) {
    const project = await readProject(join(rookDir, 'projects', name));
    if (!project.ok) return project;
    projects.push(project.value);
  }
  const active = settings.value.active_project_id ?? only(projects)?.id;
  return ok({ root, rookDir, settings: settings.value, projects, ...(active && { activeProjectId: active }) });
}

async function readSettings(file: string): Promise<Result<SettingsFile>> {
  const text = await readTextIfPresent(file);
  return text === undefined || text.trim() === '' ? ok({}) : readShape(SettingsFile, text, file);
}

async function readProject(dir: string): Promise<Result<ProjectRef>> {
  const file = join(dir, 'project.yaml');
  const text = await readTextIfPresent(file);
  const read = text === undefined || text.trim() === '' ? ok<ProjectFile>({}) : readShape(ProjectFile, text, file);
  if (!read.ok) return read;
  const folder = basename(dir);
  const id = read.value.id ?? read.value.local_id ?? folder.split('--').at(-1) ?? folder;
  const agents: AgentRef[] = [];
  for (const name of await folders(join(dir, 'agents'))) {
    const agent = await readAgent(join(dir, 'agents', name), id);
    if (!agent.ok) return agent;
    agents.push(agent.value);
  }
  const active = (await readPointer(join(dir, 'active'))) ?? only(agents)?.id;
  return ok({ id, name: read.value.name ?? id, dir, agents, ...(active && { activeAgentId: active }) });
}

async function readAgent(dir: string, projectId: string): Promise<Result<AgentRef>> {
  const layout = agentLayout(dir);
  const text = await readTextIfPresent(layout.agentFile);
  const read =
    text === undefined || text.trim() === '' ? ok<AgentFile>({}) : readShape(AgentFile, text, layout.agentFile);
  if (!read.ok) return read;
  const id = read.value.local_id ?? read.value.id ?? basename(dir);
  const profileIds = (await yamlFiles(layout.profilesDir)).map((file) => basename(file).replace(/\.ya?ml$/, ''));
  const active = (await readPointer(layout.activeProfileFile)) ?? only(profileIds);
  return ok({
    ...layout,
    id,
    name: read.value.name ?? id,
    projectId,
    profileIds,
    ...(active && { activeProfileId: active }),
  });
}

function readShape<T>(schema: Parameters<typeof checkShape<T>>[0], text: string, file: string): Result<T> {
  const document = parseYaml(text, file); // JSON is YAML
  const problem = document.syntaxProblems[0] ?? checkShape(schema, document.value).problems.map(document.locate)[0];
  if (problem) return refuse(problem.message, problem.remedy, { file, line: problem.line, column: problem.column });
  return ok(schema.parse(document.value));
}

/** The id in a pointer file; undefined when there is none or it is blank. */
async function readPointer(file: string): Promise<string | undefined> {
  return (await readTextIfPresent(file))?.trim() || undefined;
}

/** The YAML files of a folder, absolute, sorted by name. An absent folder has none. */
export async function yamlFiles(dir: string): Promise<string[]> {
  const names = (await namesIn(dir)).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('.'));
  const files: string[] = [];
  for (const name of names) if (!(await isFolder(join(dir, name)))) files.push(join(dir, name));
  return files;
}

async function folders(dir: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await namesIn(dir))
    if (!name.startsWith('.') && (await isFolder(join(dir, name)))) found.push(name);
  return found;
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false, // absent or unreadable: not a folder we can use
  );
}

function only<T>(list: T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
