import type { Result } from '../../schemas/result';
import { diskRefusal } from '../workspace/disk-fault';
import { ensureGitignore } from '../workspace/gitignore';
import type { Workspace } from '../workspace/workspace';
import { type AgentLock, lockAgent } from './agent-lock';
import { agentSlot, reapGraceMs } from './orphans';
import { ProcessRunner } from './process-runner';
import type { RunHost } from './run-request';

/**
 * Works on an agent as the only one: one run at a time, and first of all what a killed runner left behind is ended. What
 * the work has started ends with it.
 */
export async function underLock<T>(
  host: Pick<RunHost, 'agent' | 'onProcesses' | 'onEvent'> & { workspace: Pick<Workspace, 'rookDir'> },
  work: (processes: ProcessRunner) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { workspace, agent } = host;
  const { lockFile, journal } = agentSlot(workspace.rookDir, agent);
  const lock = await takeLock(workspace.rookDir, lockFile, agent.id);
  if (!lock.ok) return lock;
  try {
    const orphans = await journal.reap(reapGraceMs);
    if (orphans > 0) {
      const message = `ended ${orphans} process(es) that an earlier run, killed midway, had left behind`;
      host.onEvent({ type: 'warning', message });
    }
    const processes = new ProcessRunner(journal);
    host.onProcesses?.(() => processes.endAllNow());
    try {
      return await work(processes);
    } finally {
      await processes.close();
    }
  } finally {
    await lock.value.release();
  }
}

function takeLock(rookDir: string, file: string, agentId: string): Promise<Result<AgentLock>> {
  return orDiskRefusal(async () => {
    await ensureGitignore(rookDir);
    return lockAgent(file, agentId);
  });
}

/** What the disk makes impossible before a run has begun is a refusal: nothing was run. */
export async function orDiskRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const refusal = diskRefusal(error, 'run again. Nothing was run.');
    if (refusal) return refusal;
    throw error;
  }
}
