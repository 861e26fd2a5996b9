import { readdirSync, readFileSync } from 'node:fs';

/** Environment variable that marks everything an invocation starts, however it detaches itself. */
export const markerVariable = 'ROOK_INVOCATION';

/**
 * The mark of one invocation (`<runner>.<number>`), or of a runner (`<runner>`), which stands for all its invocations.
 */
export type Marker = string;

/**
 * Processes that carry a mark: daemons that left the process group of their hook (setsid), and whatever a killed runner
 * left behind. Told by their environment, which Linux shows; elsewhere none are found.
 * @param after only processes with a higher id are looked at, which is what makes this cheap after every hook.
 */
export function findStrays(marker: Marker, after = 0): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) > after && Number(name) !== process.pid)
    .filter((name) => carries(name, marker))
    .map(Number);
}

/** Ends strays: SIGTERM, then SIGKILL for what is left after the grace. @returns how many there were. */
export async function endStrays(marker: Marker, graceMs: number, after = 0): Promise<number> {
  const strays = findStrays(marker, after);
  if (strays.length === 0) return 0;
  signalEach(strays, 'SIGTERM');
  const end = Date.now() + graceMs;
  while (Date.now() < end && findStrays(marker, after).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  signalEach(findStrays(marker, after), 'SIGKILL');
  return strays.length;
}

/** Ends strays at once, without waiting. */
export function killStrays(marker: Marker): void {
  signalEach(findStrays(marker), 'SIGKILL');
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

/** A zombie has no environment any more, so it carries nothing. */
function carries(pid: string, marker: Marker): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const wanted = `${markerVariable}=${marker}`;
    const start = environment.startsWith(wanted) ? 0 : environment.indexOf(`\0${wanted}`) + 1;
    if (start === 0 && !environment.startsWith(wanted)) return false;
    const next = environment[start + wanted.length];
    return next === undefined || next === '\0' || next === '.';
  } catch {
    return false; // ended, or another user's
  }
}
