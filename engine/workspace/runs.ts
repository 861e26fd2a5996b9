import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type * as z from 'zod';
import { HooksFile, RequestFile, ResponseFile } from '../../schemas/record';
import { Report } from '../../schemas/report';
import { ok, type Result, refuse } from '../../schemas/result';
import { RunFile } from '../../schemas/run';
import { Verdict } from '../../schemas/verdict';
import { checkShape } from './check-shape';
import { attemptLayout, type RunLayout, runLayout, scenarioLayout } from './layout';
import { readPlainYaml } from './plain-yaml';
import { isMissing } from './read-text';
import { readRecordText } from './record-text';
import { parseYaml } from './yaml-document';

/** A record that may be absent (an old run) or unreadable (torn, edited): both are said, neither is a fault. */
export type Stored<T> = { state: 'present'; value: T } | { state: 'absent' } | { state: 'broken'; why: string };

/** A run folder: its files, each as far as it is there. */
export interface StoredRun {
  id: string;
  layout: RunLayout;
  file: Stored<RunFile>;
  report: Stored<Report>;
}

/** Ids of an agent's runs, newest first. */
export async function listRunIds(runsDir: string): Promise<string[]> {
  try {
    const entries = await readdir(runsDir, { withFileTypes: true });
    const ids = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name);
    return ids.sort(compareRunIds).reverse();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Order of run ids in time: runs of the same second carry a number. */
export function compareRunIds(a: string, b: string): number {
  const split = (id: string): [string, number] => {
    const match = /^(.*Z)-(\d+)$/.exec(id);
    return match?.[1] ? [match[1], Number(match[2])] : [id, 1];
  };
  const [timeA, numberA] = split(a);
  const [timeB, numberB] = split(b);
  return timeA < timeB ? -1 : timeA > timeB ? 1 : numberA - numberB;
}

/** Opens a run: the named one, or the newest. */
export async function openRun(runsDir: string, id?: string): Promise<Result<StoredRun>> {
  const ids = await listRunIds(runsDir);
  const wanted = id ?? (await newestWithRecords(runsDir, ids));
  if (wanted === undefined) return refuse(`there is no run in ${runsDir} yet`, 'Make one with rook run.');
  if (!ids.includes(wanted)) {
    const known = ids.slice(0, 10).join(', ');
    return refuse(
      `there is no run ${wanted}`,
      known ? `The newest ones are: ${known}.` : 'There are no runs yet: make one with rook run.',
    );
  }
  return ok(await readRun(join(runsDir, wanted)));
}

/** Reads the folder of a run, wherever it lies. A copy need not be called like the run: its records know the id. */
export async function readRun(runDir: string): Promise<StoredRun> {
  const layout = runLayout(runDir);
  return {
    id: basename(runDir),
    layout,
    file: await readStored(layout.runFile, RunFile),
    report: await readStored(layout.reportFile, Report),
  };
}

/** The newest run that recorded anything: a folder that is something else does not stand in its way. */
export async function newestWithRecords(runsDir: string, ids: string[]): Promise<string | undefined> {
  for (const id of ids) {
    const names = await readdir(join(runsDir, id));
    if (['run.yaml', 'report.yaml', 'scenarios'].some((name) => names.includes(name))) return id;
  }
  return undefined;
}

/** Ids of the scenarios that a run has records of. */
export async function listScenarioIds(run: RunLayout): Promise<string[]> {
  try {
    const entries = await readdir(run.scenariosDir, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** What is on record of one scenario in a run. */
export interface StoredScenario {
  snapshotText: string | undefined;
  verdict: Stored<Verdict>;
  request: Stored<RequestFile>;
  response: Stored<ResponseFile>;
  hooks: Stored<HooksFile>;
}

/** Reads the records of a scenario's attempt. */
export async function readStoredScenario(run: RunLayout, scenarioId: string, attempt = 1): Promise<StoredScenario> {
  const dir = run.scenarioDir(scenarioId);
  const files = attemptLayout(dir, attempt);
  return {
    snapshotText: storedValue(await readRecordText(scenarioLayout(dir).snapshotFile)),
    verdict: await readStored(scenarioLayout(dir).verdictFile, Verdict),
    request: await readStored(files.requestFile, RequestFile),
    response: await readStored(files.responseFile, ResponseFile),
    hooks: await readStored(files.hooksFile, HooksFile),
  };
}

/** The value of a record; undefined when it is absent or broken. */
export function storedValue<T>(stored: Stored<T>): T | undefined {
  return stored.state === 'present' ? stored.value : undefined;
}

/** Reads a YAML or JSON record and checks its shape; see `readRecordText` for what is no record. */
export async function readStored<T>(file: string, schema: z.ZodType<T>): Promise<Stored<T>> {
  const text = await readRecordText(file);
  if (text.state !== 'present') return text;
  const parsed = file.endsWith('.json') ? parseJson(text.value) : parseRecordYaml(text.value, file);
  if (!parsed.ok) return { state: 'broken', why: parsed.error.message };
  flatten(parsed.value);
  const { value, problems } = checkShape(schema, parsed.value);
  return value === undefined
    ? { state: 'broken', why: problems[0]?.message ?? 'unknown shape' }
    : { state: 'present', value };
}

/**
 * The YAML parser puts a text together letter by letter, and V8 keeps an object for each of them until somebody reads the text
 * as a whole: a thousand verdicts would fill gigabytes. A pattern reads it as a whole.
 */
function flatten(value: unknown): void {
  if (typeof value === 'string') /$/.test(value);
  else if (value !== null && typeof value === 'object') for (const inner of Object.values(value)) flatten(inner);
}

function parseJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function parseRecordYaml(text: string, file: string): Result<unknown> {
  const plain = readPlainYaml(text);
  if (plain) return ok(plain);
  const document = parseYaml(text, file);
  const problem = document.syntaxProblems[0];
  return problem ? refuse(problem.message) : ok(document.value);
}
