import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A folder that is not there yet, or that the system cannot watch, is looked at this often. Milliseconds. */
const lookMs = 1000;

/** Tells when something right in a folder changes, also when the folder itself comes later or is made anew. */
export class FolderWatch {
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private seen: number | undefined;
  private closed = false;

  constructor(
    private readonly folder: string,
    private readonly changed: () => void,
  ) {
    this.begin();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.watcher?.close();
  }

  private begin(): void {
    try {
      const watcher = watch(this.folder, (_event, name) => {
        this.changed();
        // The folder's own name: it was moved or removed, and this watcher is blind from now on.
        if (name !== null && this.folder.endsWith(name)) this.again();
      });
      watcher.on('error', () => this.again());
      this.watcher = watcher;
    } catch {
      this.again(); // absent, or more watchers than the system has
    }
  }

  /** Watches by looking, until the folder can be watched. */
  private again(): void {
    this.watcher?.close();
    this.watcher = undefined;
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), lookMs);
  }

  private async look(): Promise<void> {
    const time = await stat(this.folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined, // still absent
    );
    if (this.closed) return;
    if (time !== this.seen) this.changed();
    this.seen = time;
    if (time === undefined) this.again();
    else this.begin();
  }
}
