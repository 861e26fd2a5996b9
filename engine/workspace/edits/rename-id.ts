import { basename, dirname, extname, join } from 'node:path';
import type { DocumentPath } from '../../../schemas/criterion';
import { Slug } from '../../../schemas/profile';
import { ok, type Result, refuse } from '../../../schemas/result';
import { agentLayout, rookFolder } from '../layout';
import { observedFile } from '../observed-file';
import { asRecord, firstText } from '../plain-value';
import { featureIds, pointerIn, yamlNames } from '../rules/agent-snapshot';
import { agentsOf, projectsOf } from '../rules/pointer-rules';
import { parseYaml } from '../yaml-document';
import type { FileEdit } from './file-edit';
import { renameVariable } from './rename-variable';
import type { AgentThing, RenamedThing, RenameWorld } from './renamed-thing';
import { setValue } from './set-value';
import { insertion } from './text-change';
import { valueAt } from './value-at';

type Of<Kind extends RenamedThing['kind']> = Extract<RenamedThing, { kind: Kind }>;

/**
 * Everything that changes when a thing gets another name: where the name stands, where others refer to it, files that are named
 * like it. Runs keep the name under which they were made, and policies of the gate, which lie anywhere, are not looked for.
 * @returns refused for a name that is none, or that is taken, and when one of the files cannot be edited safely
 */
export function renameEdits(thing: RenamedThing, name: string, world: RenameWorld): Result<FileEdit[]> {
  if (name === thing.name) return ok([]);
  switch (thing.kind) {
    case 'scenario':
    case 'feature':
      return isFileName(name) ? renameInAgent(thing, name, world) : notAFileName(name);
    case 'profile': {
      const slug = Slug.safeParse(name);
      if (!slug.success)
        return refuse(
          `${name} is no id of a profile`,
          'Use lower-case letters, digits and dashes, such as my-profile.',
        );
      return renameInAgent(thing, name, world);
    }
    case 'criterion':
      return renameCriterion(thing, name, world);
    case 'agent':
    case 'project':
      return isFileName(name) ? renameOwner(thing, name, world) : notAFileName(name);
    case 'variable':
      return renameVariable(thing, name, world);
    default:
      return thing satisfies never;
  }
}

/** Ids are names of files, of folders in runs, and words of a command line. */
function isFileName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(name) && !name.endsWith('.') && !/\.ya?ml$/.test(name);
}

function notAFileName(name: string): { ok: false; error: { message: string } } {
  return refuse(`${name} cannot be an id`, 'Use letters, digits, dots, dashes and underscores, such as SC-012.');
}

function renameInAgent(thing: AgentThing, name: string, world: RenameWorld): Result<FileEdit[]> {
  const { kind, agentDir } = thing;
  const { files } = world;
  const layout = agentLayout(agentDir);
  const folder = { scenario: layout.scenariosDir, profile: layout.profilesDir, feature: layout.featuresDir }[kind];
  const taken = kind === 'feature' ? featureIds(files, agentDir).some(({ id }) => id === name) : false;
  if (taken || yamlNames(files, folder).includes(name))
    return refuse(`there is a ${kind} ${name} already`, 'Choose another id.');
  const edits: FileEdit[] = [];
  const renames: FileEdit[] = [];
  for (const file of yamlFilesIn(files.names(folder), folder)) {
    const found = idIn(file, world);
    if (found?.id !== thing.name) continue;
    const changed = change(file, found.path && [...found.path], name, world);
    if (!changed.ok) return changed;
    edits.push(...changed.value);
    const ending = extname(file);
    if (basename(file, ending) === thing.name)
      renames.push({ kind: 'rename', from: file, to: join(folder, name + ending) });
  }
  if (edits.length === 0 && renames.length === 0)
    return refuse(`no file says that it is the ${kind} ${thing.name}`, `Save it below ${folder} first.`);
  const others = kind === 'profile' ? profileCompanions(thing, name, world) : references(thing, name, world);
  if (!others.ok) return others;
  return ok([...edits, ...others.value, ...renames]);
}

/** The id that a file claims, and where; its name when it claims none. */
function idIn(file: string, world: RenameWorld): { id: string; path?: DocumentPath } | undefined {
  const text = world.textOf(file);
  if (text === undefined) return undefined;
  const record = asRecord(parseYaml(text, file).value);
  for (const key of ['local_id', 'id']) {
    const id = firstText(record?.[key]);
    if (id !== undefined) return { id, path: [key] };
  }
  return { id: basename(file, extname(file)) };
}

/** What belongs to a profile by its id: the pointer, what was observed of it, and the draft it was made of. */
function profileCompanions({ name: id, agentDir }: AgentThing, name: string, world: RenameWorld): Result<FileEdit[]> {
  const { files } = world;
  const { profilesDir, activeProfileFile } = agentLayout(agentDir);
  const edits: FileEdit[] = [];
  if (pointerIn(files, activeProfileFile) === id) edits.push(...pointTo(activeProfileFile, name, world));
  const draft = (name: string): string => join(profilesDir, '.authored', `${name}.json`);
  const companions = [
    [observedFile(profilesDir, id), observedFile(profilesDir, name)],
    [draft(id), draft(name)],
  ];
  for (const [from = '', to = ''] of companions) if (files.isFile(from)) edits.push({ kind: 'rename', from, to });
  return ok(edits);
}

/** Scenarios that are of a feature, and features that list a scenario. */
function references({ kind, name: id, agentDir }: AgentThing, name: string, world: RenameWorld) {
  const { scenariosDir, featuresDir } = agentLayout(agentDir);
  const folder = kind === 'feature' ? scenariosDir : featuresDir;
  const edits: FileEdit[] = [];
  for (const file of yamlFilesIn(world.files.names(folder), folder)) {
    const text = world.textOf(file);
    if (!text?.includes(id)) continue;
    const record = asRecord(parseYaml(text, file).value) ?? {};
    const paths: DocumentPath[] =
      kind === 'feature'
        ? record.feature_id === id
          ? [['feature_id']]
          : []
        : Object.entries(record).flatMap(([key, list]) =>
            (Array.isArray(list) ? list : []).flatMap((entry, index) => (entry === id ? [[key, index]] : [])),
          );
    for (const path of paths) {
      const changed = change(file, path, name, world);
      if (!changed.ok) return changed;
      edits.push(...changed.value);
    }
  }
  return ok(edits);
}

/** Criteria without an id have that of their position, which is taken, too (behaviour §12). */
function renameCriterion({ file, list, index }: Of<'criterion'>, name: string, world: RenameWorld): Result<FileEdit[]> {
  if (!/^[^\s/]+$/.test(name)) return refuse(`${name} cannot be the id of a criterion`, 'Use one word, such as AC-1.');
  const value = parseYaml(world.textOf(file) ?? '', file).value;
  const entries = valueAt(value, list);
  const ids = Array.isArray(entries)
    ? entries.map((entry: unknown, at) => firstText(asRecord(entry)?.id) ?? `C${at + 1}`)
    : [];
  if (ids.some((id, at) => id === name && at !== index))
    return refuse(`another criterion has the id ${name}`, 'Choose another id.');
  return change(file, [...list, index, 'id'], name, world);
}

/** The id of an agent or a project: its file, and the pointer to it. The folder keeps its name. */
function renameOwner(thing: Of<'agent' | 'project'>, name: string, world: RenameWorld): Result<FileEdit[]> {
  const { files } = world;
  const known = thing.kind === 'agent' ? agentsOf(files, thing.projectDir) : projectsOf(files, thing.workspaceRoot);
  if (known.entries.some(({ id, dir }) => id === name && dir !== dirname(thing.file)))
    return refuse(`there is a ${thing.kind} ${name} already`, 'Choose another id.');
  const found = idIn(thing.file, world);
  const own = change(thing.file, found?.path, name, world);
  if (!own.ok) return own;
  if (thing.kind === 'agent') {
    const pointer = join(thing.projectDir, 'active');
    const points = pointerIn(files, pointer) === thing.name;
    return ok([...own.value, ...(points ? pointTo(pointer, name, world) : [])]);
  }
  const settings = join(thing.workspaceRoot, rookFolder, 'settings.json');
  const text = world.textOf(settings);
  const points = text !== undefined && asRecord(parseYaml(text, settings).value)?.active_project_id === thing.name;
  if (!points) return own;
  const pointing = change(settings, ['active_project_id'], name, world);
  return pointing.ok ? ok([...own.value, ...pointing.value]) : pointing;
}

/** A scalar of a file gets another value; nothing when the file says it by its name alone. */
function change(file: string, path: DocumentPath | undefined, value: string, world: RenameWorld): Result<FileEdit[]> {
  if (!path) return ok([]);
  const edit = setValue(parseYaml(world.textOf(file) ?? '', file), path, value);
  return edit.ok ? ok([{ kind: 'change', file, changes: edit.value }]) : edit;
}

/** A pointer file is a text, not YAML. */
function pointTo(file: string, name: string, world: RenameWorld): FileEdit[] {
  const text = world.textOf(file) ?? '';
  const start = text.length - text.trimStart().length;
  const range = { start, end: start + text.trim().length };
  return [{ kind: 'change', file, changes: [range.end > range.start ? { range, text: name } : insertion(0, name)] }];
}

function yamlFilesIn(names: readonly string[], folder: string): string[] {
  return names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).map((name) => join(folder, name));
}
