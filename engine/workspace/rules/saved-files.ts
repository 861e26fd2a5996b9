import { isUtf8 } from 'node:buffer';
import { accessSync, constants, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { Derivation, FileView } from './file-view';

/** Longer files are not read for the sake of another one. Bytes. */
const largestFile = 2 * 1024 * 1024;
/** What was made of this many files is kept. */
const mostKept = 2000;

interface Kept {
  stamp: string;
  value: unknown;
}

/**
 * The files of the disk. Whatever was made of one is kept until its time, size or identity changes; so an outdated answer
 * is impossible even where nobody tells that a file has changed.
 */
export class SavedFiles implements FileView {
  readonly #kept = new Map<object, Map<string, Kept>>();

  isFile(path: string): boolean {
    return statsOf(path)?.isFile() === true;
  }

  isExecutable(path: string): boolean {
    if (process.platform === 'win32') return true; // there the name alone decides
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  isUtf8(path: string): boolean {
    const stats = statsOf(path);
    if (!stats?.isFile() || stats.size > largestFile) return true;
    return this.#keep(bytesOfFile, path, stampOf(stats), () => isUtf8(readFileSync(path))) ?? true;
  }

  names(folder: string): readonly string[] {
    const stats = statsOf(folder);
    if (!stats?.isDirectory()) return [];
    return this.#keep(namesOfFolder, folder, stampOf(stats), () => readdirSync(folder).sort()) ?? [];
  }

  derive<T>(path: string, derivation: Derivation<T>): T | undefined {
    const stats = statsOf(path);
    if (!stats?.isFile() || stats.size > largestFile) return undefined;
    return this.#keep(derivation, path, stampOf(stats), () => derivation.of(readFileSync(path, 'utf8'), path));
  }

  #keep<T>(kind: object, path: string, stamp: string, make: () => T): T | undefined {
    const kept = this.#kept.get(kind) ?? new Map<string, Kept>();
    this.#kept.set(kind, kept);
    const before = kept.get(path);
    if (before?.stamp === stamp) return before.value as T; // put there by this very derivation
    let value: T;
    try {
      value = make();
    } catch {
      return undefined; // gone meanwhile, or not ours to read
    }
    kept.delete(path);
    kept.set(path, { stamp, value });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return value;
  }
}

/** Under which the names in folders are kept. */
const namesOfFolder = {};
/** Under which it is kept whether files are UTF-8. */
const bytesOfFile = {};

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // no right to look, or no path at all
  }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
