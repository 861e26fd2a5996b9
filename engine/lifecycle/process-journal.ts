import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { endGroup, groupAlive } from './process-group';

/**
 * Notes the process groups that are running, one small file each, so that the next start can end what a killed
 * runner left behind. A pid alone is not proof: the noted start must match, since pids are used again.
 */
export class ProcessJournal {
  constructor(private readonly dir: string) {}

  /** Notes a group that was just started. */
  note(leader: number): void {
    mkdirSync(this.dir, { recursive: true });
    writeFileSync(join(this.dir, String(leader)), JSON.stringify({ started: startOf(leader), at: Date.now() }));
  }

  /** Forgets a group that has ended. */
  forget(leader: number): void {
    rmSync(join(this.dir, String(leader)), { force: true });
  }

  /** Ends every noted group that still runs. @returns the leaders that were ended. */
  async reap(graceMs: number): Promise<number[]> {
    const ended: number[] = [];
    for (const name of this.noted()) {
      const leader = Number(name);
      if (Number.isInteger(leader) && leader > 1 && groupAlive(leader) && this.isOurs(leader)) {
        await endGroup(leader, graceMs);
        ended.push(leader);
      }
      this.forget(leader);
    }
    return ended;
  }

  private noted(): string[] {
    try {
      return readdirSync(this.dir);
    } catch {
      return []; // nothing was ever noted
    }
  }

  /** The leader may be gone while its group lives: then the group id cannot have been given away yet. */
  private isOurs(leader: number): boolean {
    const now = startOf(leader);
    if (now === undefined) return true;
    try {
      const noted = JSON.parse(readFileSync(join(this.dir, String(leader)), 'utf8')) as { started?: string };
      return noted.started === now;
    } catch {
      return false; // a torn note proves nothing, and nothing is ended without proof
    }
  }
}

/** When a process started, in the system's own words; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    } catch {
      return undefined; // no such process
    }
  }
  if (process.platform === 'win32') return undefined;
  const { stdout, exitCode } = execaSync('ps', ['-o', 'lstart=', '-p', String(pid)], { reject: false });
  return exitCode === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
