import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { ok, type Result, refuse } from '../../../schemas/result';
import { isMissing } from '../../workspace/read-text';
import { listRunIds, openRun, readRun, type StoredRun, storedValue } from '../../workspace/runs';
import type { AgentRef } from '../../workspace/workspace';
import { findRuns } from './find-runs';
import { readReportFile } from './report-file';
import { type RunStandings, standingsOf } from './standings';

/** A run that can be compared: on disk with all its records, or as a report file alone. */
export interface Compared {
  standings: RunStandings;
  /** The agent as the run recorded it; absent when it did not. */
  agentId?: string;
  /** Where it was read: the folder of the run, or the file. */
  from: string;
  /** Its records; absent when it came from a report file. */
  stored?: StoredRun;
}

/** How many ids or paths a refusal names. */
const mostNamed = 10;

/**
 * Finds the run that a user means: the id of a run of this agent; else a path (relative to the current folder) to a run's
 * folder, to one of its run.yaml and report.yaml, to a file of `rook report --json`, or to a folder with exactly one run in
 * it or below it, such as a downloaded artifact.
 */
export async function readCompared(agent: AgentRef, ref: string): Promise<Result<Compared>> {
  const ids = await listRunIds(agent.runsDir);
  if (ids.includes(ref)) return readById(agent, ref);
  const path = resolve(ref);
  const kind = await kindOf(path);
  switch (kind) {
    case 'folder':
      return dirname(path) === resolve(agent.runsDir) ? readById(agent, basename(path)) : readFolder(path);
    case 'file':
      return ['run.yaml', 'report.yaml'].includes(basename(path)) ? readFolder(dirname(path)) : readFile(path);
    case 'nothing':
      return refuse(
        `there is no run ${ref} of the agent ${agent.id}, and no file or folder of that name`,
        ids.length > 0
          ? `The newest runs are: ${ids.slice(0, mostNamed).join(', ')}. A file of rook report --json can be named, too.`
          : 'There are no runs yet: make one with rook run, or name a file of rook report --json.',
      );
    default:
      return kind satisfies never;
  }
}

async function readById(agent: AgentRef, id: string): Promise<Result<Compared>> {
  const run = await openRun(agent.runsDir, id);
  return run.ok ? comparedOf(run.value) : run;
}

/** A stored run as a side of a comparison. One that has no records of scenarios is refused: it says nothing. */
export async function comparedOf(run: StoredRun): Promise<Result<Compared>> {
  const standings = await standingsOf(run);
  if (standings.scenarios.length === 0)
    return refuse(
      `run ${run.id} has no records of scenarios, so there is nothing to compare`,
      run.file.state === 'broken' ? `Its run.yaml cannot be read: ${run.file.why}.` : 'Name another run.',
      { file: run.layout.runDir },
    );
  const agentId = storedValue(run.file)?.agent_id ?? storedValue(run.report)?.agent_id;
  return ok({ standings, from: run.layout.runDir, stored: run, ...(agentId !== undefined && { agentId }) });
}

async function readFile(file: string): Promise<Result<Compared>> {
  const read = await readReportFile(file);
  return read.ok ? ok({ ...read.value, from: file }) : read;
}

/**
 * The one run in a folder or below it. A run that is there as a folder and as a file is one run: the folder holds more. A
 * report that cannot be read is passed over only beside the run itself.
 */
async function readFolder(folder: string): Promise<Result<Compared>> {
  const { runDirs, documents, cut } = await findRuns(folder);
  if (cut)
    return refuse('there is too much below this folder to look through', 'Name the report file or the run itself.', {
      file: folder,
    });
  const found: Compared[] = [];
  for (const dir of runDirs) {
    const run = await comparedOf(await readRun(dir));
    if (!run.ok) return run;
    found.push(run.value);
  }
  let unread: Result<Compared> | undefined;
  // report.json before run.json: what rook run --json printed says no scenarios, and is not needed beside the report.
  for (const file of documents.sort((a, b) => Number(isReport(b)) - Number(isReport(a)))) {
    const read = await readFile(file);
    if (read.ok) found.push(read.value);
    else if (isReport(file) && runDirs.length === 0) return read;
    else unread ??= read;
  }
  const [first, ...others] = found;
  if (!first)
    return (
      unread ??
      refuse(
        'there is no run in this folder: neither the folder of one nor a report.json of rook report --json',
        'Name one. An archive must be unpacked first.',
        { file: folder },
      )
    );
  const other = others.find(({ standings }) => standings.run !== first.standings.run);
  if (!other) return ok(first);
  const named = found.slice(0, mostNamed).map(({ from, standings }) => `${from} (run ${standings.run})`);
  return refuse(
    `there is more than one run in this folder: ${named.join(', ')}`,
    'Name one of them. Shards of one run are put together by rook merge.',
    { file: folder },
  );
}

function isReport(file: string): boolean {
  return basename(file) === 'report.json';
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (isMissing(error)) return 'nothing';
    throw error;
  }
}
