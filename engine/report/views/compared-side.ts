import type { ComparedSide } from '../../../schemas/panel-view';
import { ResponseFile } from '../../../schemas/record';
import { Verdict } from '../../../schemas/verdict';
import { attemptLayout, scenarioLayout } from '../../workspace/layout';
import { readTextIfPresent } from '../../workspace/read-text';
import { readStored, type StoredRun, storedValue } from '../../workspace/runs';
import type { Compared } from '../comparison/read-compared';
import { recordPath } from './record-files';

/** A scenario as one run has it; undefined when the run does not have it. What is not on record is absent. */
export async function comparedSideOf(
  { standings, stored }: Compared,
  scenarioId: string,
): Promise<ComparedSide | undefined> {
  const standing = standings.scenarios.find(({ scenario_id }) => scenario_id === scenarioId);
  if (!standing || !stored) return undefined;
  const dir = stored.layout.scenarioDir(scenarioId);
  const verdict = storedValue(await readStored(scenarioLayout(dir).verdictFile, Verdict));
  const attempt = decidingAttempt(verdict);
  const answer = await answerOf(stored, scenarioId, attempt);
  const snapshot = await confinedText(dir, 'snapshot.yaml');
  return {
    runId: stored.id,
    status: standing.status,
    criteria: verdict?.criteria ?? [],
    ...(attempt > 1 && { attempt }),
    ...(answer !== undefined && { answer }),
    ...(snapshot !== undefined && { snapshot }),
    ...(typeof verdict?.latency_ms === 'number' && { latencyMs: verdict.latency_ms }),
  };
}

/** Of several attempts the first that came out as the verdict says: its answer explains the verdict. */
function decidingAttempt(verdict: Verdict | undefined): number {
  return verdict?.attempts?.find(({ status }) => status === verdict.status)?.attempt ?? 1;
}

/** The last answer of an attempt: as it was recorded, or the last thing that the agent said. */
async function answerOf({ layout }: StoredRun, scenarioId: string, attempt: number): Promise<string | undefined> {
  const { dir, responseFile } = attemptLayout(layout.scenarioDir(scenarioId), attempt);
  if (!(await recordPath(dir, 'response.json')).ok) return undefined;
  const response = storedValue(await readStored(responseFile, ResponseFile));
  return response?.output ?? response?.transcript.findLast(({ role }) => role === 'agent')?.content;
}

async function confinedText(dir: string, name: string): Promise<string | undefined> {
  const path = await recordPath(dir, name);
  return path.ok ? readTextIfPresent(path.value) : undefined;
}
