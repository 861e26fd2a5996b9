import { existsSync } from 'node:fs';
import { DurationsFile } from '../../schemas/durations';
import { ok, type Result, refuse } from '../../schemas/result';
import { diskRefusal } from './disk-fault';
import { readStored } from './runs';
import type { AgentRef } from './workspace';
import { writeFileAtomically } from './write-file';

/** Milliseconds that one attempt of a scenario takes, by its id. */
export type Durations = ReadonlyMap<string, number>;

/**
 * The durations in a file: the one that is named, which must be there, or the agent's own `durations.json`, which need
 * not. Never what runs on this machine took: shards of one plan run on several.
 */
export async function readDurations(agent: AgentRef, named?: string): Promise<Result<Durations>> {
  const file = named ?? agent.durationsFile;
  if (named !== undefined && !existsSync(named))
    return refuse(`there is no file of durations ${named}`, 'Make one with rook report --durations <file>.');
  return readDurationsAt(file, agent.id);
}

/** @param file may be absent: then nothing is known. */
async function readDurationsAt(file: string, agentId: string): Promise<Result<Durations>> {
  const remedy = 'Mend or remove it; rook report --durations <file> writes one.';
  const stored = await readStored(file, DurationsFile).catch((error: unknown) => {
    const refusal = diskRefusal(error, 'try again.');
    if (refusal) return refusal;
    throw error;
  });
  if ('ok' in stored) return stored;
  switch (stored.state) {
    case 'absent':
      return ok(new Map());
    case 'broken':
      return refuse(`the durations cannot be read: ${stored.why}`, remedy, { file });
    case 'present': {
      const { agent_id: owner, scenarios } = stored.value;
      if (owner !== agentId)
        return refuse(`these are durations of agent ${owner}, not of ${agentId}`, remedy, { file });
      return ok(new Map(Object.entries(scenarios)));
    }
    default:
      return stored satisfies never;
  }
}

/**
 * Writes durations, sorted by id so that a commit shows what has changed. What the file says of other scenarios stays:
 * a run of three must not make the rest unknown. @param earlier what the file held, from `readKeptDurations`.
 */
export async function writeDurations(
  file: string,
  agentId: string,
  earlier: Durations,
  measured: Durations,
): Promise<void> {
  const all = [...new Map([...earlier, ...measured])].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const content: DurationsFile = { version: 1, agent_id: agentId, scenarios: Object.fromEntries(all) };
  await writeFileAtomically(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** What a file that is about to be written holds: nothing when it is not there yet, a refusal when it is something else. */
export function readKeptDurations(file: string, agentId: string): Promise<Result<Durations>> {
  return readDurationsAt(file, agentId);
}
