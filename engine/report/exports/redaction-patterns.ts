import { Worker } from 'node:worker_threads';
import { ok, type Result, refuse } from '../../../schemas/result';

/** What a user wants masked besides, as JavaScript has it. */
export interface UserPattern {
  source: string;
  /** With `g`. */
  flags: string;
}

/** A place that a pattern found; `pattern` from 0. Offsets in UTF-16 units. */
export interface PatternSpan {
  pattern: number;
  start: number;
  end: number;
}

/** A pattern took too long: what it should have masked is not known, so nothing may be written. */
export class PatternTimeout extends Error {
  override name = 'PatternTimeout';
}

/**
 * Reads patterns as users write them: a regular expression, or `/…/` with flags (i, m, s, u, v) behind it.
 * @param where names the flag or the setting in a refusal.
 */
export function readPatterns(texts: readonly string[], where: string): Result<UserPattern[]> {
  const patterns: UserPattern[] = [];
  for (const text of texts) {
    const written = /^\/(.+)\/([a-z]*)$/s.exec(text);
    const source = written?.[1] ?? text;
    const flags = written?.[2] ?? '';
    if (source === '')
      return refuse(`${where}: a pattern is empty`, 'Write a regular expression of what is to be masked.');
    const strange = /[^imsuv]/.exec(flags)?.[0];
    if (strange !== undefined)
      return refuse(
        `${where}: ${text} has the flag ${strange}`,
        'Flags are i, m, s, u and v. To mask slashes, write them as \\/.',
      );
    try {
      new RegExp(source, `${flags}g`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return refuse(
        `${where}: ${text} is no regular expression: ${why}`,
        'Correct it, or escape what is meant literally with \\.',
      );
    }
    patterns.push({ source, flags: `${flags}g` });
  }
  return ok(patterns);
}

const workerSource = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ patterns, texts }) => {
  const found = [];
  const compiled = patterns.map(({ source, flags }) => new RegExp(source, flags));
  texts.forEach((text, index) => compiled.forEach((pattern, number) => {
    for (const { 0: match, index: start } of text.matchAll(pattern))
      if (match !== '') found.push(index, number, start, start + match.length);
  }));
  const spans = Uint32Array.from(found);
  parentPort.postMessage(spans, [spans.buffer]);
});`;

/** Finds what users' patterns match, in a worker with a time limit: a catastrophic pattern ends as a fault, not as a hang. */
export class PatternFinder {
  private worker: Worker | undefined;

  /** @param limitMs for one call of `find`, whatever it is given. */
  constructor(
    private readonly patterns: readonly UserPattern[],
    private readonly limitMs = 5000,
  ) {}

  /**
   * What the patterns match in each text. One call at a time.
   * @throws {PatternTimeout}
   */
  async find(texts: readonly string[]): Promise<PatternSpan[][]> {
    const spans = texts.map((): PatternSpan[] => []);
    if (this.patterns.length === 0 || texts.length === 0) return spans;
    const flat = await this.ask(texts);
    for (let at = 0; at + 3 < flat.length; at += 4) {
      const [text = 0, pattern = 0, start = 0, end = 0] = flat.subarray(at, at + 4);
      spans[text]?.push({ pattern, start, end });
    }
    return spans;
  }

  async dispose(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async ask(texts: readonly string[]): Promise<Uint32Array> {
    const worker = this.worker ?? (await startWorker());
    this.worker = worker;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Uint32Array>((resolve, reject) => {
        timer = setTimeout(
          () => reject(new PatternTimeout(`did not end within ${this.limitMs / 1000} s`)),
          this.limitMs,
        );
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage({ patterns: this.patterns, texts });
      });
    } catch (error) {
      await this.dispose();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners('message');
      worker.removeAllListeners('error');
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
