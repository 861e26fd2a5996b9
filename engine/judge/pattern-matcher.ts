import { Worker } from 'node:worker_threads';

export type PatternResult =
  | { kind: 'match'; index: number; text: string }
  | { kind: 'miss' }
  | { kind: 'undecided'; why: string };

const workerSource = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ pattern, flags, text }) => {
  const found = new RegExp(pattern, flags.replace(/[gy]/g, '')).exec(text);
  parentPort.postMessage(found ? { kind: 'match', index: found.index, text: found[0] } : { kind: 'miss' });
});`;

/**
 * Matches the patterns of users in a worker with a time limit: a catastrophic pattern ends as a timeout, not as a hang.
 * The worker starts with the first pattern and is replaced after a timeout.
 */
export class PatternMatcher {
  private worker: Worker | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly limitMs = 2000) {}

  /** Looks for a pattern that is known to compile. One match at a time. */
  match(pattern: string, flags: string, text: string): Promise<PatternResult> {
    const result = this.queue.then(() => this.matchNow(pattern, flags, text));
    this.queue = result.catch(() => {}); // the caller sees the fault; the next match starts afresh
    return result;
  }

  async dispose(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async matchNow(pattern: string, flags: string, text: string): Promise<PatternResult> {
    const worker = this.worker ?? (await startWorker());
    this.worker = worker;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<PatternResult>((resolve) => {
        timer = setTimeout(
          () => resolve({ kind: 'undecided', why: 'did not end within its time limit' }),
          this.limitMs,
        );
        worker.once('message', resolve);
        worker.once('error', (error) => resolve({ kind: 'undecided', why: `could not be matched: ${error.message}` }));
        worker.postMessage({ pattern, flags, text });
      }).then(async (result) => {
        if (result.kind === 'undecided') await this.dispose();
        return result;
      });
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners('message');
      worker.removeAllListeners('error');
      worker.unref();
    }
  }
}

/** Resolves when the worker runs: the time a busy machine takes to start it is not the pattern's. */
function startWorker(): Promise<Worker> {
  const worker = new Worker(workerSource, { eval: true });
  return new Promise((resolve, reject) => {
    worker.once('online', () => resolve(worker));
    worker.once('error', reject);
  });
}
