import { readdirSync, readFileSync } from 'node:fs';

/** Environment variable that marks everything an invocation starts, however it detaches itself. */
export const markerVariable = 'ROOK_INVOCATION';
const assignment = `${markerVariable}=`;

/**
 * The mark of one invocation (`<runner>.<number>`), or of a runner (`<runner>`), which stands for all its invocations.
 */
export type Marker = string;

/**
 * Processes that carry a mark: daemons that left the process group of their hook (setsid), and whatever a killed runner
 * left behind. Told by their environment, which Linux shows; elsewhere none are found.
 * @param after only processes that were started after this one are looked at, which is what makes this cheap after every hook.
 * @param known processes that are known to be none.
 */
export function findStrays(marker: Marker, after = 0, known: ReadonlySet<number> = new Set()): number[] {
  if (process.platform !== 'linux') return [];
  return processesAfter(after).filter((pid) => pid !== process.pid && !known.has(pid) && carries(pid, marker));
}

/** Ends strays: SIGTERM, then SIGKILL for what is left after the grace. @returns how many there were. */
export async function endStrays(
  marker: Marker,
  graceMs: number,
  after = 0,
  known?: ReadonlySet<number>,
): Promise<number> {
  const strays = findStrays(marker, after, known);
  if (strays.length === 0) return 0;
  signalEach(strays, 'SIGTERM');
  if (await goneWithin(strays, marker, after, graceMs)) return strays.length;
  const stubborn = findStrays(marker, after);
  signalEach(stubborn, 'SIGKILL');
  await goneWithin(stubborn, marker, after, Math.min(graceMs, 500));
  return strays.length;
}

/** Whether these, and what else carries the mark, are gone in time. One that is ending has lost its mark a little before. */
async function goneWithin(pids: number[], marker: Marker, after: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (pids.some(isRunning) || findStrays(marker, after).length > 0) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Ends strays at once, without waiting. */
export function killStrays(marker: Marker): void {
  signalEach(findStrays(marker), 'SIGKILL');
}

/**
 * What may have been started after a process; when ids have begun anew since, that is any. Processes are listed, not asked for
 * one by one: a thread takes an id, too, and would pass for a process with the environment of its own.
 */
function processesAfter(after: number): number[] {
  const last = after > 0 ? lastId() : undefined;
  if (last === after) return [];
  const begunAnew = last !== undefined && last < after;
  return allProcesses().filter((pid) => begunAnew || pid > after);
}

/** The id that was given out last. */
function lastId(): number | undefined {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').trim().split(' ').at(-1)) || undefined;
  } catch {
    return undefined;
  }
}

function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0); // NaN is what is no process
  } catch {
    return []; // a system without it, or too many open files: what is left is ended when the run is
  }
}

function signalEach(pids: number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // ended by itself
    }
  }
}

/** Whether a process is there and has not ended: a zombie only waits for its parent. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false; // there is none
  }
}

/** A zombie has no environment any more, so it carries nothing. */
function carries(pid: number, marker: Marker): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const start = environment.startsWith(assignment) ? 0 : environment.indexOf(`\0${assignment}`) + 1;
    if (start === 0 && !environment.startsWith(assignment)) return false;
    const end = environment.indexOf('\0', start);
    const mark = environment.slice(start + assignment.length, end < 0 ? undefined : end);
    return mark === marker || mark.startsWith(`${marker}.`);
  } catch {
    return false; // ended, or another user's
  }
}
