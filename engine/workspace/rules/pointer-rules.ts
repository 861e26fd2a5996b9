import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';
import type { Problem } from '../../../schemas/problem';
import { AgentFile, ProjectFile } from '../../../schemas/workspace';
import { agentLayout, rookFolder } from '../layout';
import { misspeltKeys } from '../misspelt-keys';
import { firstText } from '../plain-value';
import { toBegin } from '../select';
import { parseYaml } from '../yaml-document';
import { yamlNames } from './agent-snapshot';
import type { Derivation, FileView } from './file-view';

type Ids = Pick<z.infer<typeof AgentFile>, 'id' | 'local_id'>;

/** What a project's or an agent's file says of its id; `broken` when it cannot be read. */
const idsOf = (schema: z.ZodObject & z.ZodType<Ids>): Derivation<Ids | 'broken'> => ({
  of: (text, path) => {
    if (text.trim() === '') return {};
    const { value } = parseYaml(text, path);
    const misspelt = misspeltKeys(value, schema.shape, [], '').length > 0;
    return (misspelt ? undefined : schema.safeParse(value).data) ?? 'broken';
  },
});
const agentIds = idsOf(AgentFile);
const projectIds = idsOf(ProjectFile);

/** Ids and the folders that they are of; `certain` is false when a file that may hold an id cannot be read. */
export interface KnownIds {
  entries: { id: string; dir: string }[];
  certain: boolean;
}

/** The agents of a project, by their ids (behaviour §1). */
export function agentsOf(files: FileView, projectDir: string): KnownIds {
  const parent = join(projectDir, 'agents');
  return collect(files, parent, (dir) => {
    const ids = files.derive(join(dir, 'agent.yaml'), agentIds);
    return ids === 'broken' ? undefined : (firstText(ids?.local_id, ids?.id) ?? basename(dir));
  });
}

/** The projects of a workspace, by their ids. */
export function projectsOf(files: FileView, workspaceRoot: string): KnownIds {
  const parent = join(workspaceRoot, rookFolder, 'projects');
  return collect(files, parent, (dir) => {
    const ids = files.derive(join(dir, 'project.yaml'), projectIds);
    const name = basename(dir);
    return ids === 'broken' ? undefined : (firstText(ids?.id, ids?.local_id) ?? name.split('--').at(-1) ?? name);
  });
}

function collect(files: FileView, parent: string, idOf: (dir: string) => string | undefined): KnownIds {
  const dirs = files
    .names(parent)
    .filter((name) => !name.startsWith('.') && !files.isFile(join(parent, name)))
    .map((name) => join(parent, name));
  const ids = dirs.map((dir) => ({ id: idOf(dir), dir }));
  return {
    entries: ids.flatMap(({ id, dir }) => (id === undefined ? [] : [{ id, dir }])),
    certain: ids.every(({ id }) => id !== undefined),
  };
}

/** The pointer `profiles/active`, when it names a profile that is not there. */
export function activeProfileProblems(id: string | undefined, agentDir: string, files: FileView): Problem[] {
  const { profilesDir } = agentLayout(agentDir);
  return dangling('profile', id, yamlNames(files, profilesDir), toBegin.profile(profilesDir), []);
}

/** The pointer `projects/<dir>/active`, likewise. */
export function activeAgentProblems(id: string | undefined, projectDir: string, files: FileView): Problem[] {
  const known = agentsOf(files, projectDir);
  if (!known.certain) return []; // what a broken file would be called, nobody knows
  return dangling(
    'agent',
    id,
    known.entries.map((one) => one.id),
    toBegin.agent(projectDir),
    [],
  );
}

/** `active_project_id` of the settings, likewise. */
export function activeProjectProblems(id: unknown, workspaceRoot: string, files: FileView): Problem[] {
  const known = projectsOf(files, workspaceRoot);
  if (!known.certain || typeof id !== 'string') return [];
  return dangling(
    'project',
    id,
    known.entries.map((one) => one.id),
    toBegin.project(join(workspaceRoot, rookFolder)),
    ['active_project_id'],
  );
}

function dangling(
  kind: 'project' | 'agent' | 'profile',
  active: string | undefined,
  known: readonly string[],
  begin: string,
  path: string[],
): Problem[] {
  if (active === undefined || active === '' || known.includes(active)) return [];
  return [
    {
      code: 'dangling-pointer',
      severity: 'error',
      message: `the active ${kind} is ${active}, which does not exist`,
      remedy: known.length > 0 ? `Choose one of ${known.join(', ')} with rook ${kind} use <id>.` : begin,
      path,
    },
  ];
}

/** Another agent of the project, or another project, that has the same id: neither can be named. */
export function ownerIdProblems(file: string, kind: 'agent' | 'project', known: KnownIds): Problem[] {
  const own = known.entries.find(({ dir }) => dir === dirname(file));
  const other = known.entries.find(({ id, dir }) => own && id === own.id && dir !== own.dir);
  if (!own || !other) return [];
  return [
    {
      code: 'duplicate-id',
      severity: 'error',
      message: `${basename(other.dir)} has the id ${own.id} as well: the two ${kind}s cannot be told apart`,
      remedy: 'Give one of them another id.',
      path: ['id'],
    },
  ];
}
