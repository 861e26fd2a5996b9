/**
 * Works through paths one after the other, in the background: between two of them the server answers its client.
 * A path that is added again while it is worked on is worked on again.
 */
export class BackgroundQueue {
  readonly #waiting = new Set<string>();
  readonly #work: (path: string) => Promise<void>;
  #running = false;
  #stopped = false;

  /** @param work must not fail: it has its own way to say what went wrong. */
  constructor(work: (path: string) => Promise<void>) {
    this.#work = work;
  }

  add(path: string): void {
    if (this.#stopped) return;
    this.#waiting.add(path);
    if (!this.#running) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [path] = this.#waiting;
      if (path === undefined) break;
      this.#waiting.delete(path);
      await this.#work(path);
    }
    this.#running = false;
  }
}
