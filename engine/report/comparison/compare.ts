import type { Comparison } from '../../../schemas/comparison';
import { ok, type Result, refuse } from '../../../schemas/result';
import type { AgentRef } from '../../workspace/workspace';
import { compareRuns, needsHistory } from './compare-runs';
import type { History, PastStanding } from './flips';
import { notesOf } from './notes';
import type { Compared } from './read-compared';
import { readDefinition, readHistory } from './verdict-history';

/**
 * Compares two runs of one agent (behaviour §8): what `rook compare` prints, and what a gate with `--base` decides from.
 * Whether a status flipped before is looked up in the agent's runs on disk that are older than head, the newest ten.
 * Runs of different agents are refused: their scenarios have nothing to do with each other.
 * @param agent whose runs are looked up.
 */
export async function compare(agent: AgentRef, base: Compared, head: Compared): Promise<Result<Comparison>> {
  if (base.agentId !== undefined && head.agentId !== undefined && base.agentId !== head.agentId)
    return refuse(
      `run ${base.standings.run} is of the agent ${base.agentId}, run ${head.standings.run} of ${head.agentId}`,
      'Compare runs of one agent.',
    );
  const comparison = compareRuns(base.standings, head.standings, await historyOf(agent, base, head));
  const notes = await notesOf(base, head);
  return ok({ ...comparison, ...(notes.length > 0 && { notes }) });
}

/** Earlier verdicts of the scenarios for which they can matter. */
async function historyOf(agent: AgentRef, base: Compared, head: Compared): Promise<History> {
  const before = new Map(base.standings.scenarios.map((standing) => [standing.scenario_id, standing]));
  const ids = head.standings.scenarios
    .filter((standing) => needsHistory(before.get(standing.scenario_id), standing))
    .map(({ scenario_id }) => scenario_id);
  const history = new Map<string, readonly PastStanding[]>();
  if (ids.length === 0) return history;
  for (const [id, newestFirst] of await readHistory(agent.runsDir, ids, head.standings.run)) {
    const past: PastStanding[] = [];
    for (const one of newestFirst.toReversed()) past.push({ ...one, definition: await readDefinition(one) });
    history.set(id, past);
  }
  return history;
}
