import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type * as z from 'zod';
import { ok, type Result, refuse } from '../../schemas/result';
import { checkShape } from './check-shape';
import { readTextIfPresent } from './read-text';
import { writeFileAtomically } from './write-file';
import { parseYaml } from './yaml-document';

/** A lock that is older than this was left behind by a process that died, in milliseconds. */
const staleLockMs = 10_000;
const lockPollMs = 20;

/**
 * The global home: what belongs to the user and never into a workspace (behaviour §1). Folders are made with mode 0700,
 * files with 0600.
 */
export class RookHome {
  constructor(readonly dir: string) {}

  /** `ROOK_HOME`, else `~/.testmuai/rook`. */
  static of(env: NodeJS.ProcessEnv): RookHome {
    return new RookHome(env.ROOK_HOME ? resolve(env.ROOK_HOME) : join(homedir(), '.testmuai', 'rook'));
  }

  path(name: string): string {
    return join(this.dir, name);
  }

  /** A JSON file of the home; undefined when it is not there. A broken one is refused with its place. */
  async read<T>(name: string, schema: z.ZodType<T>): Promise<Result<T | undefined>> {
    return readJsonFile(this.path(name), schema);
  }

  /**
   * Changes a JSON file under a lock, so that two commands at once do not lose each other's entries.
   * @param change gets the present content, or undefined, and returns the new one.
   */
  async update<T extends object>(
    name: string,
    schema: z.ZodType<T>,
    change: (present: T | undefined) => T,
  ): Promise<Result<T>> {
    this.make();
    const file = this.path(name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const release = await lock(file);
    try {
      const present = await this.read(name, schema);
      if (!present.ok) return present;
      const next = change(present.value);
      // The mode of an existing file is kept by the writer: a new one is made private before anything is in it.
      closeSync(openSync(file, 'a', 0o600));
      chmodSync(file, 0o600);
      await writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
      return ok(next);
    } finally {
      release();
    }
  }

  private make(): void {
    mkdirSync(dirname(this.dir), { recursive: true });
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    chmodSync(this.dir, 0o700);
  }
}

async function lock(file: string): Promise<() => void> {
  const folder = join(dirname(file), `.${basename(file)}.lock`);
  for (;;) {
    try {
      mkdirSync(folder);
      return () => rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
      if (made !== undefined && Date.now() - made > staleLockMs) rmSync(folder, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, lockPollMs));
    }
  }
}

/** A JSON file, read and checked; undefined when it is not there or blank. */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<Result<T | undefined>> {
  const text = await readTextIfPresent(file);
  if (text === undefined || text.trim() === '') return ok(undefined);
  const document = parseYaml(text, file); // JSON is YAML
  const shape = checkShape(schema, document.value);
  const problem = document.syntaxProblems[0] ?? shape.problems.map(document.locate)[0];
  if (problem) return refuse(problem.message, problem.remedy, { file, line: problem.line, column: problem.column });
  return ok(shape.value);
}
