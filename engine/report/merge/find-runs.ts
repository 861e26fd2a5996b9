import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { runLayout } from '../../workspace/layout';
import { isMissing } from '../../workspace/read-text';

/** Folders that are large and hold no runs, and what an interrupted merge or removal has left. */
const passedOver = /^(node_modules|\.git|\.merging-.*|\.removing-.*)$/;

/** The folder of a run. */
export interface FoundFolder {
  dir: string;
  /** It was named itself, not one above it. */
  named: boolean;
}

/**
 * The folders of runs in what was named: a run's folder itself, or any folder that holds some below it, such as what a CI
 * has downloaded. One that is named twice counts once. Links below a named folder are not followed.
 * @param base what relative names start from.
 */
export async function findRunFolders(named: readonly string[], base: string): Promise<Result<FoundFolder[]>> {
  const found = new Map<string, FoundFolder>();
  for (const name of named) {
    const folder = await realFolder(resolve(base, name));
    if (folder === undefined)
      return refuse(`there is no folder ${name}`, 'Name the folders of the shards, or one that holds them.');
    const runs = await runsBelow(folder);
    if (runs.length === 0)
      return refuse(`there is no run in ${name}`, 'A run is a folder with a run.yaml. Nothing was merged.');
    for (const dir of runs) found.set(dir, { dir, named: dir === folder || found.get(dir)?.named === true });
  }
  return ok([...found.values()]);
}

/** The folder itself when it is reached through a link; undefined when there is none, or a file. */
async function realFolder(folder: string): Promise<string | undefined> {
  try {
    const real = await realpath(folder);
    await readdir(real);
    return real;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function runsBelow(folder: string): Promise<string[]> {
  if (existsSync(runLayout(folder).runFile)) return [folder];
  const below: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !passedOver.test(entry.name)) below.push(...(await runsBelow(join(folder, entry.name))));
  }
  return below.sort();
}
