import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import { asRecord } from '../workspace/plain-value';
import { isMissing, messageOf } from '../workspace/read-text';
import { listRunIds, openRun, readRun, type StoredRun } from '../workspace/runs';
import { type GateEvidence, type NamedDocument, reason, reasonOf } from './evidence';
import { readJsonBytes } from './json-text';

export interface TargetRequest {
  /** A run id, a run.json, or a folder; absent: the newest run. */
  target?: string;
  /** What `rook report <id> --json` printed. */
  reportFile?: string;
  /** The folder that paths are relative to. */
  folder: string;
  /** Where the runs of the active agent are, or why that is not known. */
  runsDir: Result<string>;
}

/**
 * Finds what the gate is to decide about. Refuses what is not there or is no JSON: such a gate is closed for its setup.
 * The folder of the run is looked up as well, so that the counts can be made again from the verdict files.
 */
export async function readTarget(request: TargetRequest): Promise<Result<GateEvidence>> {
  const { target, reportFile, folder, runsDir } = request;
  const evidence = reportFile === undefined ? {} : await readReport(resolve(folder, reportFile), folder);
  const known = runsDir.ok ? await listRunIds(runsDir.value) : [];
  if (target === undefined || known.includes(target)) {
    if (!runsDir.ok) return runsDir;
    const run = await openRun(runsDir.value, target);
    return run.ok ? ok({ ...evidence, stored: run.value }) : run;
  }
  const path = resolve(folder, target);
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found) {
    if (runsDir.ok && !/[\\/]|\.json$/i.test(target)) {
      const unknown = await openRun(runsDir.value, target); // which says what runs there are
      return unknown.ok ? ok({ stored: unknown.value }) : unknown;
    }
    return refuse(
      `there is no ${target}`,
      'Name a run id, what rook run --json printed, or a folder with run.json and report.json.',
    );
  }
  if (!found.isDirectory()) {
    const run = await readDocument(path, folder);
    return run.ok ? withRecords({ ...evidence, run: run.value }, runsDir) : run;
  }
  return fromFolder(path, evidence, request);
}

/** A run's folder, or one that holds what a pipeline keeps: run.json and report.json. */
async function fromFolder(
  path: string,
  evidence: GateEvidence,
  { folder, runsDir, target }: TargetRequest,
): Promise<Result<GateEvidence>> {
  if (await exists(join(path, 'run.yaml'))) return ok({ ...evidence, stored: await readRun(path) });
  const [runFile, reportFile] = [join(path, 'run.json'), join(path, 'report.json')];
  if (!(await exists(runFile))) {
    return refuse(
      `${target} holds neither run.json nor run.yaml`,
      'A gate needs what rook run --json printed as run.json, and what rook report <id> --json printed as report.json.',
    );
  }
  const run = await readDocument(runFile, folder);
  if (!run.ok) return run;
  const report = evidence.report || evidence.reportFault ? evidence : await readReport(reportFile, folder);
  return withRecords({ ...report, run: run.value }, runsDir);
}

/** The report that a pipeline has fetched. A file that is not there is a setup; one that is malformed does not add up. */
async function readReport(path: string, folder: string): Promise<GateEvidence> {
  if (!(await exists(path))) {
    const remedy = 'Write it with rook report <id> --json, by the id of this run.';
    const message = `${shown(path, folder)} is missing: the report of the run was not fetched`;
    return { reportFault: reason('setup', message, { remedy }) };
  }
  const report = await readDocument(path, folder);
  return report.ok ? { report: report.value } : { reportFault: reasonOf('inconsistent', report.error) };
}

/** The run's folder beside its documents, where they say it is or in the workspace; a document alone is a target, too. */
async function withRecords(evidence: GateEvidence, runsDir: Result<string>): Promise<Result<GateEvidence>> {
  const id = evidence.run?.document.run_id;
  if (typeof id !== 'string') return ok(evidence);
  for (const dir of [evidence.report?.document.dir, evidence.run?.document.dir])
    if (typeof dir === 'string' && isAbsolute(dir) && (await exists(join(dir, 'run.yaml'))))
      return ok({ ...evidence, stored: await readRun(dir) });
  if (!runsDir.ok || !(await listRunIds(runsDir.value)).includes(id)) return ok(evidence);
  return ok({ ...evidence, stored: await readRun(join(runsDir.value, id)) });
}

async function readDocument(path: string, folder: string): Promise<Result<NamedDocument>> {
  const file = shown(path, folder);
  try {
    const found = await stat(path);
    if (!found.isFile()) return refuse('it is no file', 'Name what rook run --json printed.', { file });
    const read = readJsonBytes(await readFile(path), file);
    return read.ok ? ok({ file, document: read.value, path }) : read;
  } catch (error) {
    if (isMissing(error)) return refuse('there is no such file', 'Name what rook run --json printed.', { file });
    return refuse(`it cannot be read: ${messageOf(error)}`, undefined, { file });
  }
}

/** A path as messages name it: from the folder that the command works in, when that is shorter. */
function shown(path: string, folder: string): string {
  const short = relative(folder, path);
  return short === '' || short.length > path.length ? path : short;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false, // absent or out of reach: either way there is nothing to read
  );
}

/** The id that a target goes by before anything of it is believed: for messages, and for the folder of its evidence. */
export function claimedId({ run, report, stored }: GateEvidence): string | undefined {
  const ids = [run?.document.run_id, report?.document.run_id, stored && storedId(stored)];
  return ids.find((id): id is string => typeof id === 'string' && id.trim() !== '');
}

function storedId(stored: StoredRun): string {
  return stored.file.state === 'present' ? stored.file.value.id : basename(stored.layout.runDir);
}

/** Where the evidence is: the run's folder when it is at hand, else what the report says. */
export function evidenceDir({ report, stored }: GateEvidence): string | undefined {
  if (stored) return stored.layout.runDir;
  const dir = asRecord(report?.document)?.dir;
  return typeof dir === 'string' && dir !== '' ? dir : undefined;
}
