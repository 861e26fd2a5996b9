import { basename, dirname, relative, sep } from 'node:path';
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type FileSystemWatcher,
  WatchKind,
} from 'vscode-languageserver/node';
import { rookFileAt, rookFileGlobs } from '../../engine/workspace/rook-file';
import { isWithin, uriOf } from '../documents/file-uri';

const appearsOrVanishes = WatchKind.Create | WatchKind.Delete;

/** The report of a run, which is written once, when its verdicts are there; again when causes are added. */
const reportGlob = '**/.testmuai/rook/projects/*/agents/*/runs/*/report.yaml';

/** Whether the file at a path is the report of a run. */
export function isRunReport(path: string): boolean {
  return /[\\/]\.testmuai[\\/]rook[\\/]projects[\\/][^\\/]+[\\/]agents[\\/][^\\/]+[\\/]runs[\\/][^\\/]+[\\/]report\.yaml$/.test(
    path,
  );
}

/** Our files, and the folders above them: when a folder is removed or moved, some clients report it alone. */
const ourFiles: FileSystemWatcher[] = [
  ...rookFileGlobs.map((globPattern) => ({ globPattern })),
  { globPattern: reportGlob },
  ...[
    '**/.testmuai',
    '**/.testmuai/rook',
    '**/.testmuai/rook/projects',
    '**/.testmuai/rook/projects/*',
    '**/.testmuai/rook/projects/*/agents',
    '**/.testmuai/rook/projects/*/agents/*',
    '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios,features}',
  ].map((globPattern) => ({ globPattern, kind: appearsOrVanishes })),
];

/** How long changes of the dependencies are gathered before the client is asked again. Milliseconds. */
const gatherMs = 200;

/**
 * Has the client watch our files, and what else they depend on, such as the scripts that profiles name, wherever that is.
 * Nothing else is watched: a build that writes thousands of files sends us no event, and a run one, for its report.
 */
export class FileWatch {
  readonly #connection: Connection;
  /** The client can watch outside the workspace folders. */
  readonly #anywhere: boolean;
  /** Something may have changed before the client began to watch it. */
  readonly #onWatching: () => void;
  #places: Disposable | undefined;
  #watched = '';
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(connection: Connection, anywhere: boolean, onWatching: () => void) {
    this.#connection = connection;
    this.#anywhere = anywhere;
    this.#onWatching = onWatching;
    void this.#register(ourFiles);
  }

  /** Watches places, in place of those given before. Asked for when changes have been gathered. @param folders of the workspace. */
  watchPlaces(places: () => Iterable<string>, folders: () => readonly string[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#replace(placeWatchers(places(), folders(), this.#anywhere)), gatherMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #replace(watchers: FileSystemWatcher[]): void {
    const wanted = JSON.stringify(watchers);
    if (wanted === this.#watched) return;
    this.#watched = wanted;
    this.#turn = this.#turn.then(async () => {
      const before = this.#places;
      this.#places = watchers.length > 0 ? await this.#register(watchers) : undefined;
      before?.dispose(); // only now, so that no change falls between the two
      if (this.#places) this.#onWatching();
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
 * Watchers for paths, and for the folders above them, up to their workspace folder. Files that are known by their place are
 * watched anyway.
 * @param anywhere paths outside the folders, too: only some clients can watch them.
 */
export function placeWatchers(
  paths: Iterable<string>,
  folders: readonly string[],
  anywhere: boolean,
): FileSystemWatcher[] {
  const globs = new Set<string>();
  const above = new Set<string>();
  const elsewhere = new Map<string, FileSystemWatcher>();
  for (const path of paths) {
    if (rookFileAt(path)) continue;
    const folder = folders.filter((candidate) => isWithin(path, candidate)).sort((a, b) => a.length - b.length)[0];
    if (folder === undefined) {
      if (anywhere)
        elsewhere.set(path, { globPattern: { baseUri: uriOf(dirname(path)), pattern: literal(basename(path)) } });
      continue;
    }
    const names = relative(folder, path).split(sep).filter(Boolean).map(literal);
    if (names.length > 0) globs.add(`**/${names.join('/')}`);
    for (let count = names.length - 1; count > 0; count--) above.add(`**/${names.slice(0, count).join('/')}`);
  }
  return [
    ...[...globs].sort().map((globPattern) => ({ globPattern })),
    ...[...above]
      .filter((globPattern) => !globs.has(globPattern))
      .sort()
      .map((globPattern) => ({ globPattern, kind: appearsOrVanishes })),
    ...elsewhere.values(),
  ];
}

/** A name that a glob takes as it is: `?` stands for any one character, special ones included. */
function literal(name: string): string {
  return name.replace(/[*?[\]{}]/g, '?');
}
