import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readTextIfPresent } from '../workspace/read-text';
import { writeFileAtomically } from '../workspace/write-file';

/** Files that belong together: all of them are written, or none. */
export class FileChanges {
  /** Where what was replaced is kept. */
  readonly backups: string[] = [];
  /** What stood in each file before; undefined where there was none. */
  private readonly before: [string, string | undefined][] = [];

  /** Keeps the text of a file beside it, under a name that nothing else is kept under, unless it is to stay the same. */
  async backUp(file: string, next: string): Promise<void> {
    const text = await readTextIfPresent(file);
    if (text === undefined || text === next) return;
    for (let number = 1; ; number++) {
      const path = number === 1 ? `${file}.bak` : `${file}.${number}.bak`;
      const present = await readTextIfPresent(path);
      if (present !== undefined && present !== text) continue;
      if (present === undefined) await this.write(path, text);
      this.backups.push(path);
      return;
    }
  }

  async write(file: string, text: string): Promise<void> {
    const present = await readTextIfPresent(file);
    await mkdir(dirname(file), { recursive: true });
    this.before.push([file, present]);
    await writeFileAtomically(file, text);
  }

  async remove(file: string): Promise<void> {
    const present = await readTextIfPresent(file);
    if (present === undefined) return;
    this.before.push([file, present]);
    await rm(file);
  }

  /** Puts everything back. What cannot be put back is left: the fault that led here says why. */
  async undo(): Promise<void> {
    for (const [file, text] of this.before.reverse()) {
      try {
        if (text === undefined) await rm(file, { force: true });
        else await writeFileAtomically(file, text);
      } catch {
        // the same disk, the same fault
      }
    }
  }
}
