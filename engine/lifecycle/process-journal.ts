import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { endGroup, groupAlive } from './process-group';
import { endStrays, type Marker } from './process-strays';

interface GroupNote {
  /** When the leader started, in the system's own words. */
  started?: string | undefined;
}

/** Groups are found by their mark where environments can be read; elsewhere each one is noted. */
const notesGroups = process.platform !== 'linux';

/**
 * Notes what a runner has running, so that the next start can end what a killed runner left behind: the runner's mark,
 * before its first process, and, where processes cannot be told by their mark, each group. A pid alone is not proof:
 * the noted start must match, since pids are used again.
 */
export class ProcessJournal {
  constructor(private readonly dir: string) {}

  /** Notes a runner that is about to start processes. */
  begin(runner: Marker): void {
    mkdirSync(this.dir, { recursive: true });
    writeFileSync(this.runnerFile(runner), '');
  }

  /** Forgets a runner whose processes have all ended. */
  end(runner: Marker): void {
    rmSync(this.runnerFile(runner), { force: true });
  }

  /** Notes a group that was just started. */
  note(leader: number): void {
    if (!notesGroups) return;
    const note: GroupNote = { started: startOf(leader) };
    writeFileSync(this.groupFile(leader), JSON.stringify(note));
  }

  /** Forgets a group that has ended. */
  forget(leader: number): void {
    if (notesGroups) rmSync(this.groupFile(leader), { force: true });
  }

  /** Whether nothing is noted: then there is nothing to reap. */
  isEmpty(): boolean {
    return this.noted().length === 0;
  }

  /** Ends everything that is noted and still runs. @returns how many groups and processes there were. */
  async reap(graceMs: number): Promise<number> {
    let ended = 0;
    for (const name of this.noted()) {
      const [kind, id = ''] = name.split('-', 2);
      if (kind === 'group' && (await this.reapGroup(Number(id), graceMs))) ended++;
      if (kind === 'runner') ended += await endStrays(name.slice('runner-'.length), graceMs);
      rmSync(join(this.dir, name), { force: true });
    }
    return ended;
  }

  private async reapGroup(leader: number, graceMs: number): Promise<boolean> {
    if (!(leader > 1) || !groupAlive(leader) || !this.isOurs(leader)) return false;
    await endGroup(leader, graceMs);
    return true;
  }

  /**
   * The leader may be gone while its group lives: then the id cannot have been given away yet. A torn note (the runner
   * died while writing it) proves nothing, and nothing is ended without proof.
   */
  private isOurs(leader: number): boolean {
    try {
      const note = JSON.parse(readFileSync(this.groupFile(leader), 'utf8')) as GroupNote; // written by us
      const now = startOf(leader);
      return now === undefined || note.started === now;
    } catch {
      return false;
    }
  }

  private noted(): string[] {
    try {
      return readdirSync(this.dir);
    } catch {
      return []; // nothing was ever noted
    }
  }

  private runnerFile(runner: Marker): string {
    return join(this.dir, `runner-${runner}`);
  }

  private groupFile(leader: number): string {
    return join(this.dir, `group-${leader}`);
  }
}

/** When a process started; undefined when there is no such process, or no way to tell. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { stdout, exitCode } = execaSync('ps', ['-o', 'lstart=', '-p', String(pid)], { reject: false });
  return exitCode === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
