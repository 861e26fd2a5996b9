import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RecordEntry } from '../../../schemas/panel-view';
import { ok, type Result, refuse } from '../../../schemas/result';
import { isMissing, messageOf } from '../../workspace/read-text';
import { isLinkedFolder } from '../../workspace/record-text';

/** More files than these are counted and not listed: a hook can leave any number behind. */
const mostListed = 500;

/** The path of a record inside a folder; refused when it is absent, no file, or a link that leads out of the folder. */
export async function recordPath(folder: string, name: string): Promise<Result<string>> {
  const file = join(folder, name);
  try {
    if (isLinkedFolder(folder)) return refuse("the scenario's folder is a link out of its run");
    if (!(await realpath(file)).startsWith((await realpath(folder)) + sep))
      return refuse(`${name} leads out of the scenario's folder`, 'Open it by hand if you know where it leads.');
    return (await stat(file)).isFile() ? ok(file) : refuse(`${name} is not a file`);
  } catch (error) {
    if (isMissing(error)) return refuse(`this run has no ${name} for the scenario`);
    return refuse(`${name} cannot be read: ${messageOf(error)}`); // a link to itself, a name that no file can have
  }
}

export interface RecordFiles {
  files: RecordEntry[];
  /** How many more there are. */
  more: number;
}

/** The files of a scenario's folder, those at the top first. Links are left out, what hooks keep for themselves too. */
export async function listRecordFiles(scenarioDir: string): Promise<RecordFiles> {
  const paths = isLinkedFolder(scenarioDir) ? [] : await pathsBelow(scenarioDir, '');
  const files = await Promise.all(
    paths.slice(0, mostListed).map(async (path): Promise<RecordEntry[]> => {
      try {
        return [{ path, size: (await stat(join(scenarioDir, path))).size, kind: kindOf(path) }];
      } catch (error) {
        if (isMissing(error)) return []; // removed meanwhile
        throw error;
      }
    }),
  );
  return { files: files.flat(), more: Math.max(0, paths.length - mostListed) };
}

async function pathsBelow(root: string, below: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const pathOf = ({ name }: Dirent): string => (below === '' ? name : `${below}/${name}`);
  const own = entries.filter((entry) => entry.isFile() && !entry.name.includes('\\')).map(pathOf);
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'hook-state');
  const deeper = await Promise.all(folders.map((entry) => pathsBelow(root, pathOf(entry))));
  return [...own.sort(), ...deeper.flat()];
}

function kindOf(path: string): RecordEntry['kind'] {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  if (ending === 'json') return 'json';
  if (['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(ending ?? '')) return 'image';
  return ['zip', 'gz', 'pdf', 'wasm', 'mp4', 'webm', 'mp3', 'wav', 'sqlite', 'db'].includes(ending ?? '')
    ? 'binary'
    : 'text';
}
