import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What lies below a folder that a run's evidence was kept in. */
export interface FoundRuns {
  /** Folders of runs. */
  runDirs: string[];
  /** Files called report.json or run.json outside of them. */
  documents: string[];
  /** True when there is more below than was looked at. */
  cut: boolean;
}

/** `<artifact>/.testmuai/rook/projects/<id>/agents/<id>/runs/<id>` is seven folders down; a few more are bearable. */
const deepest = 12;
/** An artifact holds a run, not a disk: more entries than these are not looked through. */
const mostEntries = 20_000;
const runRecords = ['run.yaml', 'report.yaml'];
const documentNames = ['report.json', 'run.json'];

/** Looks for runs in a folder and below. Links are not followed: they may lead anywhere. */
export async function findRuns(folder: string): Promise<FoundRuns> {
  const found: FoundRuns = { runDirs: [], documents: [], cut: false };
  let entriesLeft = mostEntries;
  const level = async (dir: string, depth: number): Promise<void> => {
    const entries = await readdir(dir, { withFileTypes: true });
    entriesLeft -= entries.length;
    if (entriesLeft < 0 || depth > deepest) {
      found.cut = true;
      return;
    }
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    if (runRecords.some((name) => files.includes(name))) {
      found.runDirs.push(dir);
      return;
    }
    for (const name of documentNames) if (files.includes(name)) found.documents.push(join(dir, name));
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
        await level(join(dir, entry.name), depth + 1);
  };
  await level(folder, 0);
  return found;
}
