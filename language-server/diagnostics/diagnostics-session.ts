import { resolve } from 'node:path';
import type { FileEvent, PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { FileChangeType } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { messageOf } from '../../engine/workspace/read-text';
import { type RookDocument, readDiskDocument, readOpenDocument } from '../documents/rook-document';
import { isWithin, pathOf, type RookFile, rookFileAt, uriOf } from '../documents/rook-file';
import { BackgroundQueue } from '../workspace/background-queue';
import { findRookFiles } from '../workspace/find-rook-files';
import { readFromDisk } from '../workspace/read-from-disk';
import { checkDocument, couldNotCheck } from './check-document';
import { Debounce } from './debounce';
import { ShownProblems } from './shown-problems';

/** What a session needs from the connection. */
export interface SessionHost {
  send(params: PublishDiagnosticsParams): void;
  /** The text that the client holds open under a URI. */
  openText(uri: string): TextDocument | undefined;
  /** The places of the scripts that profiles name may be others now. */
  scriptsChanged(places: Set<string>, folders: readonly string[]): void;
  /** A fault of ours. */
  failed(message: string): void;
}

/**
 * Keeps the client's problems right: of open documents as they are typed, of all other files in the workspace folders
 * as they are on disk. An open document is checked in one go on its newest text, so an older result cannot follow a
 * newer one; a file read from disk is dropped when the client has opened it meanwhile.
 */
export class DiagnosticsSession {
  readonly #host: SessionHost;
  readonly #shown: ShownProblems;
  readonly #debounce = new Debounce();
  readonly #background: BackgroundQueue;
  /** Path → URI of the open documents that are ours. */
  readonly #open = new Map<string, string>();
  readonly #folders = new Set<string>();

  constructor(host: SessionHost) {
    this.#host = host;
    this.#shown = new ShownProblems((params) => host.send(params));
    this.#background = new BackgroundQueue((path) => this.#checkOnDisk(path));
  }

  /** A document was opened (checked at once) or changed (checked when the changes have come to rest). */
  textChanged(text: TextDocument): void {
    const file = fileOf(text.uri);
    if (!file) return;
    const check = () => this.#checkOpen(file, text.uri);
    if (this.#open.has(file.path)) {
      this.#debounce.change(file.path, check);
      return;
    }
    this.#open.set(file.path, text.uri);
    check();
  }

  /** Clears the document's problems; what is wrong with the file on disk comes back if it belongs to the workspace. */
  closed(uri: string): void {
    const file = fileOf(uri);
    if (!file || !this.#open.delete(file.path)) return;
    this.#debounce.cancel(file.path);
    this.#shown.clear(file.path);
    this.#recheck(file.path);
  }

  /** Something changed on disk, perhaps outside the editor: rechecks what is concerned, and nothing else. */
  filesChanged(events: FileEvent[]): void {
    for (const { uri, type } of events) {
      const path = pathOf(uri);
      if (path === undefined) continue;
      if (rookFileAt(path)) this.#recheck(path, 'onlyOnDisk');
      else if (type === FileChangeType.Created) void this.#scan(path);
      const concerned = this.#shown.filesWhere(
        (file, dependencies) =>
          (file !== path && isWithin(file, path)) || dependencies.some((dependency) => isWithin(dependency, path)),
      );
      for (const file of concerned) this.#recheck(file);
    }
  }

  /** Rechecks every file that depends on others. */
  recheckDependants(): void {
    for (const path of this.#shown.filesWhere((_, dependencies) => dependencies.length > 0)) this.#recheck(path);
  }

  /** The workspace has other folders now: finds and checks the files of new ones, and clears those of removed ones. */
  async foldersChanged(added: string[], removed: string[]): Promise<void> {
    const paths = (uris: string[]) => uris.flatMap((uri) => pathOf(uri) ?? []).map((path) => resolve(path));
    for (const folder of paths(removed)) this.#folders.delete(folder);
    for (const path of this.#shown.filesWhere((file) => !this.#open.has(file) && !this.#inFolders(file)))
      this.#shown.forget(path);
    for (const folder of paths(added)) {
      this.#folders.add(folder);
      await this.#scan(folder);
    }
  }

  dispose(): void {
    this.#debounce.dispose();
    this.#background.stop();
  }

  #inFolders(path: string): boolean {
    return [...this.#folders].some((folder) => isWithin(path, folder));
  }

  async #scan(folder: string): Promise<void> {
    if (!this.#inFolders(folder)) return;
    try {
      const tooMany = () => this.#host.failed(`Only a part of ${folder} was searched for Rook files: it is too large.`);
      for await (const path of findRookFiles(folder, tooMany)) if (!this.#open.has(path)) this.#background.add(path);
    } catch (error) {
      this.#host.failed(`Looking for Rook files in ${folder}: ${messageOf(error)}`);
    }
  }

  /** @param only leave open documents alone: the client says how their text changes. */
  #recheck(path: string, only?: 'onlyOnDisk'): void {
    const uri = this.#open.get(path);
    if (uri === undefined) this.#background.add(path);
    else if (!only) {
      const file = rookFileAt(path);
      if (file) this.#debounce.soon(path, () => this.#checkOpen(file, uri));
    }
  }

  #checkOpen(file: RookFile, uri: string): void {
    const text = this.#host.openText(uri);
    if (!text) return; // closed, and already cleared
    this.#check(file, uri, () => readOpenDocument(file, text), text.version);
  }

  async #checkOnDisk(path: string): Promise<void> {
    const file = rookFileAt(path);
    const text = file && this.#inFolders(path) ? await readFromDisk(path) : undefined;
    if (this.#open.has(path)) return; // opened meanwhile: the client's text counts
    const uri = this.#shown.uriOf(path) ?? uriOf(path);
    if (file && text !== undefined && this.#inFolders(path))
      this.#check(file, uri, () => readDiskDocument(file, uri, text));
    else this.#shown.forget(path);
  }

  #check(file: RookFile, uri: string, read: () => RookDocument, version?: number): void {
    try {
      const { diagnostics, dependencies } = checkDocument(read());
      this.#shown.show(file.path, uri, diagnostics, dependencies, version);
    } catch (error) {
      this.#host.failed(`Checking ${file.path}: ${error instanceof Error ? error.stack : String(error)}`);
      this.#shown.show(file.path, uri, [couldNotCheck(error)], [], version);
    }
    if (file.kind === 'profile') this.#host.scriptsChanged(this.#shown.dependencies(), [...this.#folders]);
  }
}

function fileOf(uri: string): RookFile | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : rookFileAt(path);
}
