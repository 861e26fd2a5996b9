/**
 * Waits until `delayMs` have passed since `sinceMs`: only what remains of it, nothing when it is over (behaviour §2).
 * Tells once a second how long it still takes. An abort ends the wait.
 */
export async function waitSince(
  sinceMs: number,
  delayMs: number,
  signal: AbortSignal,
  onWait: (untilMs: number, remainingMs: number) => void,
): Promise<void> {
  const until = sinceMs + delayMs;
  while (!signal.aborted) {
    const remaining = until - Date.now();
    if (remaining <= 0) return;
    onWait(until, remaining);
    await sleep(Math.min(remaining, 1000), signal);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
