import { compare } from '../../engine/report/comparison/compare';
import { failureChanges } from '../../engine/report/comparison/criterion-changes';
import { type Compared, comparedOf, readCompared } from '../../engine/report/comparison/read-compared';
import { compareRunIds, listRunIds, newestWithRecords, openRun } from '../../engine/workspace/runs';
import type { AgentRef } from '../../engine/workspace/workspace';
import { ok, type Result, refuse } from '../../schemas/result';
import type { Answer, GlobalFlags } from '../answer';
import { locateAgent } from '../locate';
import { printWarning } from '../prose';
import { comparisonPage } from '../verdicts/comparison-page';

/**
 * `rook compare [base] [head]`: what has changed between two runs of an agent. It completed whatever it found, so what
 * newly fails is no failure of the command.
 */
export async function compareCommand(
  baseRef: string | undefined,
  headRef: string | undefined,
  globals: GlobalFlags,
): Promise<Result<Answer>> {
  const place = await locateAgent(globals);
  if (!place.ok) return place;
  const { agent } = place.value;
  const head = headRef === undefined ? await newestRun(agent) : await readCompared(agent, headRef);
  if (!head.ok) return head;
  const base =
    baseRef === undefined ? await runBefore(agent, head.value.standings.run) : await readCompared(agent, baseRef);
  if (!base.ok) return base;
  const comparison = await compare(agent, base.value, head.value);
  if (!comparison.ok) return comparison;
  for (const note of comparison.value.notes ?? []) printWarning({ message: note });
  const page = { comparison: comparison.value, base: base.value, head: head.value };
  const failures = globals.json ? new Map() : await failureChanges(comparison.value, base.value, head.value);
  return ok({ document: comparison.value, text: (paper) => comparisonPage({ ...page, failures }, paper) });
}

async function newestRun(agent: AgentRef): Promise<Result<Compared>> {
  const run = await openRun(agent.runsDir);
  return run.ok ? comparedOf(run.value) : run;
}

async function runBefore(agent: AgentRef, head: string): Promise<Result<Compared>> {
  const older = (await listRunIds(agent.runsDir)).filter((id) => compareRunIds(id, head) < 0);
  const id = await newestWithRecords(agent.runsDir, older);
  if (id === undefined)
    return refuse(
      `there is no run before ${head}, so there is nothing to compare it with`,
      'Name a base: a run, or a file of rook report --json. Or make another run with rook run.',
    );
  return readCompared(agent, id);
}
