import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { HooksFile } from '../../../schemas/record';
import type { Report } from '../../../schemas/report';
import { ok, type Result, refuse } from '../../../schemas/result';
import type { RunFile, RunShard } from '../../../schemas/run';
import { Verdict } from '../../../schemas/verdict';
import { type RunLayout, scenarioLayout } from '../../workspace/layout';
import { listScenarioIds, readRun, readStored, type StoredRun, storedValue } from '../../workspace/runs';
import type { ScenarioOutcome } from '../outcome';
import { totalsOf } from '../report';
import { outcomesOf } from '../stored-report';

/** A run that is one part of a plan, whole on disk. */
export interface ShardRun {
  run: StoredRun;
  file: RunFile;
  shard: RunShard;
  outcomes: ScenarioOutcome[];
  /** Why prepare failed, when it did. */
  prepareError?: string;
}

/**
 * Reads a shard, and refuses one that is not whole: torn records, records that are missing or that nothing lists, a
 * report that counts other verdicts than are there. What is lost on the way between machines must not go unnoticed.
 */
export async function readShard(dir: string): Promise<Result<ShardRun>> {
  const run = await readRun(dir);
  const begun = endedShard(run, dir);
  if (!begun.ok) return begun;
  const { file, shard } = begun.value;
  const torn = await tornRecord(run, file);
  if (torn) return torn;
  const report = reportOfShard(run, dir);
  if (!report.ok) return report;
  const outcomes = await outcomesOf(run);
  const miscounted = miscount(outcomes, report.value, dir);
  if (miscounted) return miscounted;
  const hooks = await readStored(run.layout.hooksFile, HooksFile);
  if (hooks.state === 'broken') return unreadable('hooks.json', hooks.why, dir);
  const prepared = storedValue(hooks)?.phases.prepare;
  return ok({
    run,
    file,
    shard,
    outcomes,
    ...(prepared?.ok === false && { prepareError: prepared.error ?? 'prepare failed' }),
  });
}

const fetchAgain = "Fetch the shard's folder again, or run the shard again. Nothing was merged.";

function endedShard(run: StoredRun, dir: string): Result<{ file: RunFile; shard: RunShard }> {
  if (run.file.state === 'broken') return unreadable('run.yaml', run.file.why, dir);
  if (run.file.state === 'absent') return refuse('there is no run.yaml', fetchAgain, { file: dir });
  const { value: file } = run.file;
  const { shard } = file;
  if (file.merged_from)
    return refuse(`run ${file.id} was merged already`, 'Name the folders of its shards alone.', { file: dir });
  if (!shard)
    return refuse(
      `run ${file.id} is no shard: it was run without --shard`,
      'Name the folders of the shards alone: "dir" in what rook report <id> --json prints.',
      { file: dir },
    );
  const { index, total, plan } = shard;
  if (index > total) return refuse(`run.yaml says shard ${index} of ${total}`, fetchAgain, { file: dir });
  const stranger = file.included.find(({ scenario_id: id }) => !plan.includes(id));
  if (stranger)
    return refuse(`shard ${index} has run ${stranger.scenario_id}, which its plan does not hold`, fetchAgain, {
      file: dir,
    });
  switch (file.status) {
    case 'completed':
    case 'halted':
    case 'cancelled':
      return ok({ file, shard });
    case 'running':
    case undefined:
      return refuse(
        `shard ${index} of ${total} has not ended: it still runs, or was killed`,
        `Wait for it, or go on with it where it was run: rook run --run ${file.id}.`,
        { file: dir },
      );
    default:
      return file.status satisfies never;
  }
}

/** What a run keeps a copy of, and every shard of a plan must have the same. */
export function pinnedFiles({ agentFile, featuresFile, profileFile }: RunLayout): string[] {
  return [agentFile, featuresFile, profileFile];
}

/** A record that is missing, a link, torn, or of a scenario that run.yaml does not list. */
async function tornRecord(run: StoredRun, file: RunFile): Promise<ReturnType<typeof refuse> | undefined> {
  const { layout } = run;
  const { runDir, runFile, reportFile, hooksFile, scenariosDir } = layout;
  const folders = file.included.map(({ scenario_id: id }) => layout.scenarioDir(id));
  for (const path of [...pinnedFiles(layout), runFile, reportFile, hooksFile, scenariosDir, ...folders]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // What a link leads to is not what the shard has recorded, and may be any file of this machine.
    if (found?.isSymbolicLink()) return refuse(`${path} is a link`, fetchAgain);
    if (!found && path !== hooksFile && path !== reportFile && path !== scenariosDir)
      return refuse(`there is no ${basename(path)}`, fetchAgain, { file: runDir });
  }
  const listed = new Set(file.included.map(({ scenario_id: id }) => id));
  const unlisted = (await listScenarioIds(layout)).find((id) => !listed.has(id));
  if (unlisted !== undefined)
    return refuse(`run.yaml does not list ${unlisted}, which there are records of`, fetchAgain, {
      file: runDir,
    });
  const carried = new Set(file.carried?.map((entry) => (typeof entry === 'string' ? entry : entry.scenario_id)));
  for (const id of listed) {
    const verdict = await readStored(scenarioLayout(layout.scenarioDir(id)).verdictFile, Verdict);
    if (verdict.state === 'broken') return unreadable(`the verdict of ${id}`, verdict.why, runDir);
    const { scenario_id: subject, run_id: origin } = storedValue(verdict) ?? { scenario_id: id, run_id: file.id };
    if (subject !== id || (origin !== file.id && !carried.has(id)))
      return refuse(`the verdict of ${id} is of scenario ${subject} in run ${origin}`, fetchAgain, { file: runDir });
  }
  return undefined;
}

function reportOfShard(run: StoredRun, dir: string): Result<Report> {
  switch (run.report.state) {
    case 'present':
      return ok(run.report.value);
    case 'absent':
      return refuse('there is no report.yaml', fetchAgain, { file: dir });
    case 'broken':
      return unreadable('report.yaml', run.report.why, dir);
    default:
      return run.report satisfies never;
  }
}

function miscount(outcomes: ScenarioOutcome[], { totals }: Report, dir: string): ReturnType<typeof refuse> | undefined {
  const found = totalsOf(outcomes, 0);
  const key = (['planned', 'passed', 'failed', 'unverifiable'] as const).find((name) => found[name] !== totals[name]);
  if (key === undefined) return undefined;
  return refuse(`its report says ${key}: ${totals[key]}, and its records ${found[key]}`, fetchAgain, { file: dir });
}

function unreadable(what: string, why: string, dir: string): ReturnType<typeof refuse> {
  return refuse(`${what} cannot be read: ${why}`, fetchAgain, { file: dir });
}
