import { join } from 'node:path';
import type { AgentRef } from '../workspace/workspace';
import { lockAgent } from './agent-lock';
import { ProcessJournal } from './process-journal';

/** What is left of a killed runner's processes gets this long to end, in milliseconds. */
export const reapGraceMs = 2000;

/** Where runs of one agent keep their lock and their notes of what is running. */
export interface AgentSlot {
  lockFile: string;
  journal: ProcessJournal;
}

/** @param rookDir the folder `.testmuai/rook`. */
export function agentSlot(rookDir: string, agent: AgentRef): AgentSlot {
  const slot = `${agent.projectId}--${agent.id}`;
  const cacheDir = join(rookDir, 'cache');
  return {
    lockFile: join(cacheDir, 'locks', `${slot}.lock`),
    journal: new ProcessJournal(join(cacheDir, 'processes', slot)),
  };
}

/**
 * Ends what a runner of the agent that was killed has left behind, for a host that has just started again. An agent that
 * is being run right now is left alone. @returns how many groups and processes there were.
 */
export async function endOrphans(rookDir: string, agent: AgentRef): Promise<number> {
  const { lockFile, journal } = agentSlot(rookDir, agent);
  if (journal.isEmpty()) return 0;
  const lock = await lockAgent(lockFile, agent.id);
  if (!lock.ok) return 0;
  try {
    return await journal.reap(reapGraceMs);
  } finally {
    await lock.value.release();
  }
}
