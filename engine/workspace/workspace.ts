import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type * as z from 'zod';
import type { LocatedProblem } from '../../schemas/problem';
import { ok, type Result, refuse } from '../../schemas/result';
import { AgentFile, ProjectFile, SettingsFile } from '../../schemas/workspace';
import { checkShape } from './check-shape';
import { type AgentLayout, agentLayout, rookFolder } from './layout';
import { atOtherPlaces, misspeltKeys } from './misspelt-keys';
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

/** Gets what is wrong with a file that belongs to the workspace itself; the file then counts as empty. */
export type TellProblem = (problem: LocatedProblem) => void;

/**
 * Finds and reads the workspace of a folder.
 * @param tell given, a broken file does not keep the others from being read; else it is refused.
 */
export async function openWorkspace(start: string, tell?: TellProblem): Promise<Result<Workspace>> {
  const root = await findWorkspaceRoot(start);
  if (root === undefined) {
    return refuse(
      `no Rook workspace in ${resolve(start)} or any folder above it`,
      'Go to a folder that holds .testmuai/rook/, or name one with -C <dir>.',
    );
  }
  return readWorkspace(root, tell);
}

/** Reads the projects, agents and pointers of a workspace. Scenarios and profiles are read later, when asked for. */
export async function readWorkspace(root: string, tell?: TellProblem): Promise<Result<Workspace>> {
  const rookDir = join(root, rookFolder);
  const settings = await readShape(SettingsFile, join(rookDir, 'settings.json'), undefined, tell);
  if (!settings.ok) return settings;
  const projects: ProjectRef[] = [];
  for (const name of await folders(join(rookDir, 'projects'))) {
    const project = await readProject(join(rookDir, 'projects', name), tell);
    if (!project.ok) return project;
    projects.push(project.value);
  }
  const active = settings.value.active_project_id ?? only(projects)?.id;
  return ok({ root, rookDir, settings: settings.value, projects, ...(active && { activeProjectId: active }) });
}

async function readProject(dir: string, tell?: TellProblem): Promise<Result<ProjectRef>> {
  const read = await readShape(ProjectFile, join(dir, 'project.yaml'), 'a project', tell);
  if (!read.ok) return read;
  const folder = basename(dir);
  const id = read.value.id ?? read.value.local_id ?? folder.split('--').at(-1) ?? folder;
  const agents: AgentRef[] = [];
  for (const name of await folders(join(dir, 'agents'))) {
    const agent = await readAgent(join(dir, 'agents', name), id, tell);
    if (!agent.ok) return agent;
    agents.push(agent.value);
  }
  const active = (await readPointer(join(dir, 'active'))) ?? only(agents)?.id;
  return ok({ id, name: read.value.name ?? id, dir, agents, ...(active && { activeAgentId: active }) });
}

async function readAgent(dir: string, projectId: string, tell?: TellProblem): Promise<Result<AgentRef>> {
  const layout = agentLayout(dir);
  const read = await readShape(AgentFile, layout.agentFile, 'an agent', tell);
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

/**
 * Reads a file of the workspace; one that is not there, or blank, is empty.
 * @param owner what the file describes, when misspelt keys of it are looked for.
 */
async function readShape<T extends object>(
  schema: z.ZodObject & z.ZodType<T>,
  file: string,
  owner: string | undefined,
  tell: TellProblem | undefined,
): Promise<Result<T>> {
  const text = await readTextIfPresent(file);
  if (text === undefined || text.trim() === '') return ok(schema.parse({}));
  const document = parseYaml(text, file); // JSON is YAML
  const { value, problems } = checkShape<T>(schema, document.value);
  // A name that is not shown keeps nothing from running: only who checks the files is told.
  const misspelt = owner === undefined || !tell ? [] : misspeltKeys(document.value, schema.shape, [], owner);
  const shape = [...problems, ...atOtherPlaces(problems, misspelt)].map(document.locate);
  const found = document.syntaxProblems.length > 0 ? document.syntaxProblems : shape;
  const [first] = found;
  if (tell) for (const problem of found) tell(problem);
  else if (first) return refuse(first.message, first.remedy, { file, line: first.line, column: first.column });
  return ok(value ?? schema.parse({}));
}

/** The id in a pointer file; undefined when there is none or it is blank. */
async function readPointer(file: string): Promise<string | undefined> {
  return (await readTextIfPresent(file))?.trim() || undefined;
}

/** The YAML files of a folder, absolute, sorted by name. An absent folder has none. */
export async function yamlFiles(dir: string): Promise<string[]> {
  const isYaml = ({ name }: Dirent): boolean => /\.ya?ml$/.test(name);
  const entries = (await entriesIn(dir)).filter(isYaml);
  const files = await Promise.all(
    entries.map(async (entry) => ((await leadsToFolder(dir, entry)) ? [] : [entry.name])),
  );
  return files.flat().map((name) => join(dir, name));
}

async function folders(dir: string): Promise<string[]> {
  const entries = await entriesIn(dir);
  const found = await Promise.all(
    entries.map(async (entry) => ((await leadsToFolder(dir, entry)) ? [entry.name] : [])),
  );
  return found.flat();
}

/** What is in a folder, sorted by name, without what is hidden. */
async function entriesIn(dir: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Only a link has to be followed: what else an entry is, the folder itself says. */
async function leadsToFolder(dir: string, entry: Dirent): Promise<boolean> {
  return entry.isSymbolicLink() ? isFolder(join(dir, entry.name)) : entry.isDirectory();
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
