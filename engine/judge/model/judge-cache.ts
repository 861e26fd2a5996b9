import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { readStored, storedValue } from '../../workspace/runs';
import { writeFileAtomically } from '../../workspace/write-file';
import type { JudgeQuestion } from './judge-model';

const Entry = z.looseObject({ model: z.string(), prompt_version: z.string(), at: z.string(), answer: z.string() });

/** Answers of judge models, so that judging the same evidence again is free. Only answers that could be used are kept. */
export class JudgeCache {
  /** @param options.read false: every question is asked anew, and its answer replaces the one that is kept. */
  constructor(
    private readonly dir: string,
    private readonly options: { read: boolean },
  ) {}

  /** The answer that is kept under a key. */
  async find(key: string): Promise<string | undefined> {
    if (!this.options.read) return undefined;
    return storedValue(await readStored(this.file(key), Entry))?.answer;
  }

  async keep(key: string, model: string, promptVersion: string, answer: string): Promise<void> {
    const entry = { model, prompt_version: promptVersion, at: new Date().toISOString(), answer };
    await writeFileAtomically(this.file(key), `${JSON.stringify(entry, null, 2)}\n`);
  }

  private file(key: string): string {
    return join(this.dir, `${key}.json`);
  }
}

/** The name of an answer: it changes with the criteria, the evidence, the model, its tools and the wording of the question. */
export function cacheKey(model: string, promptVersion: string, question: JudgeQuestion): string {
  const { system, prompt, schema, tools } = question;
  const parts = [promptVersion, model, system, prompt, schema, tools.map(({ name }) => name)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
