const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof signals)[number];

/** Exit codes of a command that was stopped by a signal: 128 and the signal's number. */
const exitCodes: Record<StopSignal, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Turns Ctrl+C, SIGTERM and a closed terminal into an orderly stop: the first one aborts, so that hooks are ended,
 * sessions closed and what is done is written; the second one leaves at once (behaviour §10).
 */
export class Interrupts {
  private readonly controller = new AbortController();
  private received: StopSignal | undefined;
  /** Ends every process at once; set as soon as there can be some. */
  endAllNow: () => void = () => {};

  constructor(private readonly onFirst: () => void) {
    for (const name of signals) process.on(name, this.onSignal);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** 130, 143 or 129 once a signal came. */
  get exitCode(): number | undefined {
    return this.received && exitCodes[this.received];
  }

  /** Stops the work for a reason of our own: nothing may be left running. */
  abandon(): void {
    this.controller.abort();
    this.endAllNow();
  }

  /** From now on signals do what they usually do. */
  dispose(): void {
    for (const name of signals) process.off(name, this.onSignal);
  }

  private readonly onSignal = (name: StopSignal): void => {
    if (this.received !== undefined) {
      this.endAllNow();
      process.exit(exitCodes[name]);
    }
    this.received = name;
    this.controller.abort();
    this.onFirst();
  };
}
