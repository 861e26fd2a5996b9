/** A change that follows another one within this time belongs to the same burst of typing. Milliseconds. */
const burstGapMs = 300;
/** When the work for a single change begins: past the rhythm at which a key repeats that is held down. */
const firstWaitMs = 35;
/** When its result is delivered, at the earliest: time for the next key of a fast typist, too short to be felt. */
const firstDeliveryMs = 49;
/** How long a change within a burst waits, at least. */
const burstWaitMs = 120;

/** How many turns of its loop the process takes at most from a message that is there to its being handled: it is read, decoded, queued. */
const turnsOfInput = 3;

/** Works on a change. @returns what makes the result known; it is called unless the work was called off meanwhile. */
export type Work = () => () => void;

/**
 * Runs a key's work once when its changes have come to rest. A lone change is served at once; the quicker the changes
 * follow each other, the surer they are a burst, and then the wait adapts to the rhythm of its typist.
 *
 * The time in which a lone change may prove to be the first of a burst is worked in already: what comes out of it is dropped when
 * another change follows. So the work is done at most once more in a burst, and its results are delivered once.
 */
export class Debounce {
  /** Key → how to call off what is waited for. */
  readonly #pending = new Map<string, () => void>();
  readonly #lastChange = new Map<string, number>();

  /** Announces a change. The last `work` given for a key is the one that is delivered. */
  change(key: string, work: Work): void {
    const now = performance.now();
    const gap = now - (this.#lastChange.get(key) ?? Number.NEGATIVE_INFINITY);
    this.#lastChange.set(key, now);
    if (gap < burstGapMs) this.#start(key, work, Math.max(burstWaitMs, 1.5 * gap));
    else this.#start(key, work, firstWaitMs, now + firstDeliveryMs);
  }

  /** Runs `work` as soon as what is being handled now is done, unless a change is waited for already. */
  soon(key: string, work: Work): void {
    if (!this.#pending.has(key)) this.#start(key, work, 0);
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

  /** @param deliverAt not before; at once when it is absent */
  #start(key: string, work: Work, waitMs: number, deliverAt?: number): void {
    const deliver = (result: () => void): void => {
      this.#pending.delete(key);
      result();
    };
    this.#after(key, waitMs, () => {
      const result = work();
      if (deliverAt === undefined) deliver(result);
      else this.#after(key, deliverAt - performance.now(), () => deliver(result));
    });
  }

  /** Waits for a key, in place of what was waited for. What has reached the process by then, but was not yet handled, comes first. */
  #after(key: string, waitMs: number, then: () => void): void {
    this.#pending.get(key)?.();
    const later = (turns: number): void => {
      const turn = setImmediate(() => (turns > 1 ? later(turns - 1) : then()));
      this.#pending.set(key, () => clearImmediate(turn));
    };
    const timer = setTimeout(() => later(turnsOfInput), Math.max(0, waitMs));
    this.#pending.set(key, () => clearTimeout(timer));
  }
}
