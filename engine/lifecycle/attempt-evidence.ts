import type { ResponseFile } from '../../schemas/record';
import type { Evidence } from '../judge/evidence';
import type { AttemptMeasures } from '../judge/scenario-verdict';
import type { AttemptRecords } from './attempt-records';
import { exchangesIn } from './exchanges';
import { answerOf, observe } from './observation';

/** The evidence of an attempt, from its records, secrets as they were. Undefined when a masked record cannot be restored. */
export async function evidenceOf(
  records: AttemptRecords,
  response: ResponseFile,
  collectFailed: boolean,
): Promise<Evidence | undefined> {
  const unmasked = await records.unmasked();
  if (!unmasked) return undefined;
  const { hooks, rawResponse } = unmasked;
  const turns = hooks.phases.execute?.turns ?? (hooks.phases.execute ? [hooks.phases.execute] : []);
  return {
    answer: answerOf(turns.filter((turn) => turn.ok).at(-1)?.data) ?? response.output ?? '',
    // Runs of older versions keep it in response.json alone.
    rawResponse: rawResponse || (response.raw_response ?? ''),
    observation: observe(hooks),
    callsComplete: !collectFailed,
    ...(response.latency_ms !== undefined && { latencyMs: response.latency_ms }),
    turns: response.turns ?? 0,
    collected: { ...hooks.phases.execute?.data, ...hooks.phases.collect?.data },
    ...(turns.length > 0 && { exchanges: exchangesIn(records, turns) }),
  };
}

/** What was measured of an attempt. */
export function measuresOf(response: ResponseFile | undefined): AttemptMeasures {
  return {
    ...(response?.latency_ms !== undefined && { latencyMs: response.latency_ms }),
    turns: response?.turns ?? 0,
    ...(response?.usage && { usage: response.usage }),
  };
}
