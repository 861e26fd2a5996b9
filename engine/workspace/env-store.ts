import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { EnvFile, EnvName } from '../../schemas/env';
import { ok, type Refusal, type Result, refuse } from '../../schemas/result';
import { diskRefusal } from './disk-fault';
import { RookHome } from './home';

/** What the system takes as one `NAME=value`, in bytes, its final NUL included (Linux; others take less or more). */
const largestEntry = 128 * 1024;

/**
 * The values of a workspace's environment variables, in the global home and nowhere else: a file of its own for each
 * workspace, by its real absolute path, mode 0600 (behaviour §1, §13). Several commands may write at once.
 */
export class EnvStore {
  private readonly workspace: string;
  private readonly name: string;

  /** @param root the workspace's root; links in it are followed, so that each way to a workspace leads to its values. */
  constructor(
    private readonly home: RookHome,
    root: string,
  ) {
    this.workspace = realpathSync.native(root);
    const readable =
      basename(this.workspace)
        .replace(/[^A-Za-z0-9._-]+/g, '-')
        .slice(0, 40) || 'workspace';
    const hash = createHash('sha256').update(this.workspace).digest('hex').slice(0, 16);
    this.name = `env/${readable}-${hash}.json`;
  }

  /** The store of the home that an environment names. */
  static of(env: NodeJS.ProcessEnv, root: string): EnvStore {
    return new EnvStore(RookHome.of(env), root);
  }

  get file(): string {
    return this.home.path(this.name);
  }

  /** All values by name. A file that cannot be read is refused with its place, and stays as it is. */
  async values(): Promise<Result<ReadonlyMap<string, string>>> {
    return this.orDiskRefusal(async () => {
      const file = await this.home.read(this.name, EnvFile);
      return file.ok ? ok(new Map(Object.entries(file.value?.values ?? {}))) : this.broken(file);
    });
  }

  /** Keeps values, all or none; those of other variables stay. A name or a value that cannot be one is refused. */
  async set(values: ReadonlyMap<string, string>): Promise<Result<true>> {
    for (const [variable, value] of values) {
      const checked = checkEnvValue(variable, value);
      if (!checked.ok) return checked;
    }
    return this.change((present) => {
      for (const [variable, value] of values) present.set(variable, value);
    });
  }

  /** Removes values, all or none: one that is not there is refused, with those that are. */
  async remove(variables: readonly string[]): Promise<Result<true>> {
    const present = await this.values();
    if (!present.ok) return present;
    const unknown = variables.filter((variable) => !present.value.has(variable));
    if (unknown.length > 0) {
      const known = [...present.value.keys()].sort();
      return refuse(
        `nothing is stored for ${unknown.join(', ')} in this workspace`,
        known.length > 0 ? `There are values for ${known.join(', ')}.` : 'There are no values at all.',
      );
    }
    return this.change((kept) => {
      for (const variable of variables) kept.delete(variable);
    });
  }

  private async change(edit: (values: Map<string, string>) => void): Promise<Result<true>> {
    return this.orDiskRefusal(async () => {
      const changed = await this.home.update(this.name, EnvFile, (present) => {
        const values = new Map(Object.entries(present?.values ?? {}));
        edit(values);
        return { ...present, version: 1 as const, workspace: this.workspace, values: Object.fromEntries(values) };
      });
      return changed.ok ? ok(true as const) : this.broken(changed);
    });
  }

  /** Says which file it is about: the place alone does not tell what the file is for. */
  private broken({ error }: { error: Refusal }): ReturnType<typeof refuse> {
    return refuse(
      `the values that are stored for this workspace cannot be read: ${error.message}`,
      'Mend the file, or move it away and set the values again with rook env set. It was left as it is.',
      error.place ?? { file: this.file },
    );
  }

  private async orDiskRefusal<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work();
    } catch (error) {
      const refusal = diskRefusal(error, 'try again.');
      if (refusal) return refusal;
      throw error;
    }
  }
}

/**
 * Whether a value can be that of an environment variable: a name that is one, and something in it, since an empty value
 * counts as missing (behaviour §13). The value itself is in no message.
 */
export function checkEnvValue(variable: string, value: string): Result<true> {
  if (!isEnvName(variable))
    return refuse(
      `${JSON.stringify(variable)} is not the name of an environment variable`,
      'A name has letters, digits and _, and no digit first.',
    );
  if (value === '')
    return refuse(
      `the value of ${variable} is empty, which counts as missing`,
      'Give a value, or remove the variable.',
    );
  if (value.includes('\0'))
    return refuse(`the value of ${variable} holds a NUL character, which no environment variable can`, 'Encode it.');
  if (Buffer.byteLength(`${variable}=${value}`) >= largestEntry)
    return refuse(
      `the value of ${variable} is larger than the 128 KiB that an environment variable can hold`,
      'Keep it in a file outside the workspace, and store the path of that file.',
    );
  return ok(true);
}

/** Whether a word is the name of an environment variable. */
export function isEnvName(word: string): boolean {
  return EnvName.safeParse(word).success;
}
