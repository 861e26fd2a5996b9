import { Script } from 'node:vm';

const script = new Script('work()');

/**
 * Runs synchronous work that may never end, such as a path with a catastrophic pattern in its filter, with a limit.
 * The work is cut off wherever it is; nothing else of the process runs meanwhile.
 * @returns the result, or undefined when the limit was reached.
 */
export function withinTime<T>(work: () => T, limitMs: number): { value: T } | undefined {
  try {
    // The script only calls the function: what comes back is what the function returned.
    return { value: script.runInNewContext({ work }, { timeout: limitMs }) as T };
  } catch (error) {
    // The error is of the script's own context, so it is no `Error` of ours.
    const timedOut =
      error !== null && typeof error === 'object' && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (timedOut) return undefined;
    throw error;
  }
}
