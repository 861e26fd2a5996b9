import type { ResponseFile } from '../../schemas/record';
import type { Evidence } from '../judge/evidence';
import type { AttemptMeasures } from '../judge/scenario-verdict';
import type { AttemptRecords } from './attempt-records';
import { observe } from './observation';

/** The evidence of an attempt, from its records. */
export function evidenceOf(records: AttemptRecords, response: ResponseFile, collectFailed: boolean): Evidence {
  return {
    answer: response.output ?? '',
    rawResponse: response.raw_response ?? '',
    observation: observe(records.hooks),
    callsComplete: !collectFailed,
    ...(response.latency_ms !== undefined && { latencyMs: response.latency_ms }),
    turns: response.turns ?? 0,
    collected: { ...records.hooks.phases.execute?.data, ...records.hooks.phases.collect?.data },
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
