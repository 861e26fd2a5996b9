import { type MergedRun, mergeShards } from '../../engine/report/merge/merge-shards';
import { readKeptDurations } from '../../engine/workspace/durations-file';
import { ok, type Result } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import type { MergeFlags } from '../commands/merge';
import { keepDurations } from '../keep-durations';
import { locateAgent } from '../locate';
import { printWarning } from '../prose';
import { nextSteps } from '../verdicts/next-steps';
import type { RunRows } from '../verdicts/rows';
import { rowsOf, scenariosBeside } from '../verdicts/stored-rows';
import { verdictPage } from '../verdicts/verdict-page';

/** `rook merge <dirs…>`: one run of its shards, answered like `rook run` so that a gate can read it (behaviour §10). */
export async function merge(dirs: string[], flags: MergeFlags, globals: GlobalFlags): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { workspace, agent } = place.value;
  const known = flags.durations === undefined ? ok(undefined) : await readKeptDurations(flags.durations, agent.id);
  if (!known.ok) return known;
  const merged = await mergeShards({
    workspace,
    agent,
    dirs,
    base: process.cwd(),
    ...(flags.name !== undefined && { name: flags.name }),
    onEvent: (event) => {
      if (event.type === 'warning') printWarning({ message: event.message });
    },
  });
  if (!merged.ok) return merged;
  const { run, file, outcomes, report } = merged.value;
  const kept = flags.durations === undefined ? ok(undefined) : await keepDurations(flags.durations, run, agent);
  if (!kept.ok) return kept;
  if (globals.json) process.stderr.write(`${report.headline}\n`);
  return ok(answerOf(merged.value, rowsOf(outcomes, file, await scenariosBeside(outcomes, agent))));
}

function answerOf({ runId, run, file, report, shards }: MergedRun, rows: RunRows): Answer {
  const { runDir } = run.layout;
  const halted = file.status !== 'completed';
  const stopped = halted ? (file.reason ?? 'halted') : undefined;
  return {
    document: {
      ok: true,
      run_id: runId,
      dir: runDir,
      halted,
      ...(stopped !== undefined && { reason: stopped }),
      discarded: null,
      unrunnable: rows.flatMap((row) =>
        row.kind === 'unrunnable' ? [{ scenario_id: row.id, title: row.title, why: row.why }] : [],
      ),
      credits: 0,
      shards,
      report,
    },
    text: (paper) =>
      verdictPage(
        {
          rows,
          report,
          runDir,
          title: `Run ${runId}: ${shards} ${shards === 1 ? 'shard' : 'shards'} merged, agent ${file.agent_id}`,
          ...(stopped !== undefined && { stopped }),
          next: nextSteps(rows),
        },
        paper,
      ),
  };
}
