/** A question that was ended because the run was stopped: it has no answer, and none is due. */
export class Interrupted extends Error {}

/** A question that took longer than its limit. */
export class TimedOut extends Error {}

/**
 * Runs work with a time limit and until a stop. It does not wait for work that goes on after its signal.
 * @throws Interrupted when stopped, TimedOut at the limit, else what the work throws.
 */
export async function limited<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
  stop: AbortSignal,
): Promise<T> {
  if (stop.aborted) throw new Interrupted('the run was stopped');
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onStop: (() => void) | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (reason: Error): void => {
      reject(reason); // first, so that it is the reason, whatever the work makes of its signal
      controller.abort(reason);
    };
    onStop = () => end(new Interrupted('the run was stopped'));
    stop.addEventListener('abort', onStop, { once: true });
    timer = setTimeout(() => end(new TimedOut(`no answer within ${limitMs / 1000} s`)), Math.min(limitMs, 2 ** 31 - 1));
  });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    if (onStop) stop.removeEventListener('abort', onStop);
  }
}
