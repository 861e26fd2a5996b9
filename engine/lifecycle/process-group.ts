import { readdirSync, readFileSync } from 'node:fs';
import { execaSync } from 'execa';

const pollMs = 20;

/** True while any process of the group runs. On Windows there are no groups: the leader stands for its tree. */
export function groupAlive(leader: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || hasRunningMember(leader);
}

/** A group whose members have all ended, but whom nobody has reaped yet, still answers to signals: it is not alive. */
function hasRunningMember(leader: number): boolean {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return true; // nobody can tell (too many open files): it is taken to be alive, and is ended by force
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (group === String(leader) && state !== 'Z' && state !== 'X') return true;
    } catch {
      // ended while we were looking
    }
  }
  return false;
}

/** Sends a signal to every process of the group; a group that is gone is fine. On Windows the tree is ended at once. */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    execaSync('taskkill', ['/pid', String(leader), '/T', '/F'], { reject: false, stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

/**
 * Ends a group: SIGTERM, then SIGKILL when something is left after the grace.
 * Resolves when the group is gone, or `graceMs` after the SIGKILL at the latest (a zombie nobody reaps is not waited for).
 */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!groupAlive(leader)) return;
  signalGroup(leader, 'SIGTERM');
  if (await goneWithin(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await goneWithin(leader, Math.min(graceMs, 500));
}

async function goneWithin(leader: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (groupAlive(leader)) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}
