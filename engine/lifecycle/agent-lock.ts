import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { ok, type Result, refuse } from '../../schemas/result';
import { isMissing } from '../workspace/read-text';

interface Holder {
  pid: number;
  host: string;
  id: string;
  since: string;
}

export interface AgentLock {
  release(): Promise<void>;
}

/**
 * Takes the lock that lets one run at a time work on an agent (behaviour §4). The content is written to a file of its
 * own, then linked into place, so that a lock is never half-written. The lock of a process that is gone is taken over.
 */
export async function lockAgent(lockFile: string, agentId: string): Promise<Result<AgentLock>> {
  await mkdir(dirname(lockFile), { recursive: true });
  const mine: Holder = { pid: process.pid, host: hostname(), id: randomUUID(), since: new Date().toISOString() };
  const claim = `${lockFile}.${mine.id}`;
  await writeFile(claim, JSON.stringify(mine));
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (await linked(claim, lockFile)) {
        return ok({
          release: async () => {
            if ((await holderOf(lockFile))?.id === mine.id) await rm(lockFile, { force: true });
          },
        });
      }
      const holder = await holderOf(lockFile);
      if (holder && (holder.host !== mine.host || isRunning(holder.pid))) {
        return refuse(
          `agent ${agentId} is being run by process ${holder.pid} on ${holder.host} since ${holder.since}`,
          `Wait for that run to end, or stop it. If it is gone for certain, remove ${lockFile}.`,
        );
      }
      await removeStale(lockFile, holder);
    }
    return refuse(`agent ${agentId} is being run by another process`, 'Try again when its run has ended.');
  } finally {
    await rm(claim, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    // A file system without hard links: exclusive creation, the next best.
    return writeFile(to, await readFile(from), { flag: 'wx' }).then(
      () => true,
      () => false,
    );
  }
}

/** Removes a stale lock unless it has changed hands since it was read: one taker at a time, under a guard folder. */
async function removeStale(lockFile: string, seen: Holder | undefined): Promise<void> {
  const guard = `${lockFile}.takeover`;
  try {
    await mkdir(guard);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100)); // another process is taking over; look again after it
    await rm(guard, { recursive: true, force: true });
    return;
  }
  try {
    if ((await holderOf(lockFile))?.id === seen?.id) await rm(lockFile, { force: true });
  } finally {
    await rm(guard, { recursive: true, force: true });
  }
}

async function holderOf(lockFile: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(lockFile, 'utf8')) as Holder; // written by us; a torn one throws
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
