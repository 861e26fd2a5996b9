import type { HookRecord } from '../../schemas/record';
import type { Exchange } from '../judge/evidence';
import type { AttemptRecords } from './attempt-records';
import { answerOf } from './observation';

/** Fields of a hook's output that stand in the evidence in their own right. */
const ownFields = new Set(['output', 'agent_reply', 'calls', 'usage', 'conversation']);

/** The conversation of an attempt as it is on record, secrets masked. */
export function exchangesOf(records: AttemptRecords): Exchange[] {
  return exchangesIn(records, records.turns);
}

/** The conversation of an attempt. @param turns the records of its turns, masked or as they were. */
export function exchangesIn(records: AttemptRecords, turns: readonly HookRecord[]): Exchange[] {
  const own = records.scenario.setupMessages.length + 1;
  return turns.map((record, index) => {
    const turn = record.turn ?? index + 1;
    const answer = record.ok ? answerOf(record.data) : undefined;
    const more = Object.fromEntries(Object.entries(record.data ?? {}).filter(([name]) => !ownFields.has(name)));
    return {
      turn,
      message: records.messages[turn - 1] ?? '',
      ...(turn > own && { simulated: true }),
      ...(answer !== undefined && { answer }),
      ...(Object.keys(more).length > 0 && { more }),
    };
  });
}
