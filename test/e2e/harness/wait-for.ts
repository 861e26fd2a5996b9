import { setTimeout as delay } from 'node:timers/promises';

/** How long a test waits for the editor unless it says otherwise: generous, as a loaded machine is slow but not wrong. */
export const defaultWaitMs = 30_000;
const pollMs = 100;

export interface WaitOptions {
  timeoutMs?: number;
  /** Says in the error what was seen instead. */
  describe?: () => unknown;
}

/**
 * Asks again until the answer is neither `undefined` nor `false`. An exception counts as "not yet".
 * @param what completes the sentence "Timed out waiting for …"
 * @throws when the time is over, with the last exception or what `describe` returns
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = defaultWaitMs, describe }: WaitOptions = {},
): Promise<T> {
  let problem: unknown;
  for (const deadline = Date.now() + timeoutMs; ; await delay(pollMs)) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    if (Date.now() >= deadline) break;
  }
  const seen = describe ? `\nSeen instead: ${JSON.stringify(await describe(), undefined, 2)}` : '';
  throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for ${what}.${seen}`, { cause: problem });
}
