/** A change that follows another one within this time belongs to the same burst of typing. Milliseconds. */
const burstGapMs = 300;
/** How long a single change waits: long enough for the next key of a fast typist, too short to be felt. */
const firstWaitMs = 50;
/** How long a change within a burst waits, at least. */
const burstWaitMs = 120;

/**
 * Runs a key's work once when its changes have come to rest. A lone change is served at once; the quicker the changes
 * follow each other, the surer they are a burst, and then the wait adapts to the rhythm of its typist.
 */
export class Debounce {
  /** Key → how to call off what is waited for. */
  readonly #pending = new Map<string, () => void>();
  readonly #lastChange = new Map<string, number>();

  /** Announces a change. The last `work` given for a key is the one that runs. */
  change(key: string, work: () => void): void {
    const now = performance.now();
    const gap = now - (this.#lastChange.get(key) ?? Number.NEGATIVE_INFINITY);
    this.#lastChange.set(key, now);
    this.#start(key, gap < burstGapMs ? Math.max(burstWaitMs, 1.5 * gap) : firstWaitMs, work);
  }

  /** Runs `work` as soon as what is being handled now is done, unless a change is waited for already. */
  soon(key: string, work: () => void): void {
    if (!this.#pending.has(key)) this.#start(key, 0, work);
  }

  /** Forgets a key; its work does not run any more. */
  cancel(key: string): void {
    this.#pending.get(key)?.();
    this.#pending.delete(key);
    this.#lastChange.delete(key);
  }

  dispose(): void {
    for (const callOff of this.#pending.values()) callOff();
    this.#pending.clear();
    this.#lastChange.clear();
  }

  #start(key: string, waitMs: number, work: () => void): void {
    this.#pending.get(key)?.();
    const run = (): void => {
      this.#pending.delete(key);
      work();
    };
    // Changes that have reached the process, but were not yet handled, come first: they need two turns of its loop.
    const twoTurnsLater = (): void => {
      let turn = setImmediate(() => {
        turn = setImmediate(run);
      });
      this.#pending.set(key, () => clearImmediate(turn));
    };
    const timer = setTimeout(twoTurnsLater, waitMs);
    this.#pending.set(key, () => clearTimeout(timer));
  }
}
