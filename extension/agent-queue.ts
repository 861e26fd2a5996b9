/** Lets one run at a time work on an agent; later ones wait for their turn, in order. */
export class AgentQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /**
   * Waits for the turn of a run.
   * @param onWait told once, when the turn is not at once.
   * @returns the function that ends the turn; undefined when `signal` was aborted before the turn came.
   */
  async enter(key: string, signal: AbortSignal, onWait: () => void): Promise<(() => void) | undefined> {
    const before = this.tails.get(key);
    let leave = (): void => {};
    const turn = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const tail = (before ?? Promise.resolve()).then(() => turn);
    this.tails.set(key, tail);
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    if (before !== undefined) {
      onWait();
      await Promise.race([before, aborted(signal)]);
    }
    if (!signal.aborted) return leave;
    leave(); // whoever waits behind us waits for those before us only
    return undefined;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
