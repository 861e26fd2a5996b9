import { basename, dirname, relative, sep } from 'node:path';
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver/node';
import { isWithin, rookFileGlob, uriOf } from '../documents/rook-file';

const appearsOrVanishes = WatchKind.Create | WatchKind.Delete;

/** Our files, and the folders above them: when a folder is removed or moved, some clients report it alone. */
const ourFiles: FileSystemWatcher[] = [
  { globPattern: rookFileGlob },
  ...[
    '**/.testmuai',
    '**/.testmuai/rook',
    '**/.testmuai/rook/projects',
    '**/.testmuai/rook/projects/*',
    '**/.testmuai/rook/projects/*/agents',
    '**/.testmuai/rook/projects/*/agents/*',
    '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios}',
  ].map((globPattern) => ({ globPattern, kind: appearsOrVanishes })),
];

/** How long changes of the dependencies are gathered before the client is asked again. Milliseconds. */
const gatherMs = 200;

/**
 * Has the client watch our files, and the places of the scripts that profiles name, wherever those are. Nothing else
 * is watched: a build or a run that writes thousands of files sends us no event.
 */
export class FileWatch {
  readonly #connection: Connection;
  /** The client can watch outside the workspace folders. */
  readonly #anywhere: boolean;
  /** Something may have changed before the client began to watch it. */
  readonly #onWatching: () => void;
  #scripts: Disposable | undefined;
  #watched = '';
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(connection: Connection, anywhere: boolean, onWatching: () => void) {
    this.#connection = connection;
    this.#anywhere = anywhere;
    this.#onWatching = onWatching;
    void this.#register(ourFiles);
  }

  /** Watches the places of scripts, in place of those given before. @param folders the workspace folders. */
  watchScripts(places: Set<string>, folders: readonly string[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#replace(scriptWatchers(places, folders, this.#anywhere)), gatherMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #replace(watchers: FileSystemWatcher[]): void {
    const wanted = JSON.stringify(watchers);
    if (wanted === this.#watched) return;
    this.#watched = wanted;
    this.#turn = this.#turn.then(async () => {
      const before = this.#scripts;
      this.#scripts = watchers.length > 0 ? await this.#register(watchers) : undefined;
      before?.dispose(); // only now, so that no change falls between the two
      if (this.#scripts) this.#onWatching();
    });
  }

  async #register(watchers: FileSystemWatcher[]): Promise<Disposable | undefined> {
    try {
      return await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    } catch (error) {
      this.#connection.console.warn(`The client does not watch files for Rook: ${String(error)}`);
      return undefined;
    }
  }
}

/**
 * Watchers for paths and for the folders above them, up to their workspace folder.
 * @param anywhere paths outside the folders, too: only some clients can watch them.
 */
export function scriptWatchers(
  paths: Iterable<string>,
  folders: readonly string[],
  anywhere: boolean,
): FileSystemWatcher[] {
  const globs = new Set<string>();
  const elsewhere: FileSystemWatcher[] = [];
  for (const path of paths) {
    const folder = folders.filter((candidate) => isWithin(path, candidate)).sort((a, b) => a.length - b.length)[0];
    if (folder === undefined) {
      const globPattern = { baseUri: uriOf(dirname(path)), pattern: literal(basename(path)) };
      if (anywhere) elsewhere.push({ globPattern, kind: appearsOrVanishes });
      continue;
    }
    const names = relative(folder, path).split(sep).map(literal);
    for (let count = names.length; count > 0; count--) globs.add(`**/${names.slice(0, count).join('/')}`);
  }
  return [...[...globs].sort().map((globPattern) => ({ globPattern, kind: appearsOrVanishes })), ...elsewhere];
}

/** A name that a glob takes as it is: `?` stands for any one character, special ones included. */
function literal(name: string): string {
  return name.replace(/[*?[\]{}]/g, '?');
}
