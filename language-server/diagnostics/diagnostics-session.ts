import { dirname, resolve } from 'node:path';
import type { FileEvent, PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { FileChangeType } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { messageOf } from '../../engine/workspace/read-text';
import { type RookFile, rookFileAt } from '../../engine/workspace/rook-file';
import type { RuleContext, ScriptAnalyser } from '../../engine/workspace/rules/rule-context';
import { SavedFiles } from '../../engine/workspace/rules/saved-files';
import { isWithin, pathOf, uriOf } from '../documents/file-uri';
import { type RookDocument, readDiskDocument } from '../documents/rook-document';
import { BackgroundQueue } from '../workspace/background-queue';
import { findRookFiles } from '../workspace/find-rook-files';
import { KnownScripts } from '../workspace/known-scripts';
import { readFromDisk } from '../workspace/read-from-disk';
import { checkOrTell, couldNotRead } from './check-document';
import { Debounce } from './debounce';
import type { DocsLinks } from './docs-links';
import { ShownProblems } from './shown-problems';

/** What a session needs from the connection. */
export interface SessionHost {
  send(params: PublishDiagnosticsParams): void;
  /** The text that the client holds open under a URI. */
  openText(uri: string): TextDocument | undefined;
  openTexts(): readonly TextDocument[];
  /** Reads an open text, unless that was done for its version. */
  read(file: RookFile, text: TextDocument): RookDocument;
  /** The places that files depend on may be others now. */
  placesChanged(places: () => Iterable<string>, folders: () => readonly string[]): void;
  /** Loads what analyses hook scripts; asked for when the first one is there. */
  loadAnalyser(): Promise<ScriptAnalyser>;
  docs: DocsLinks;
  /** A fault of ours. */
  failed(message: string): void;
}

/** What rules may look at besides files, as far as it comes from the client. */
export type ClientKnowledge = Pick<RuleContext, 'disabled' | 'valuesElsewhere'>;

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
  readonly #scripts = new KnownScripts();
  #context: RuleContext = { files: new SavedFiles(), env: process.env };
  #loading = false;

  constructor(host: SessionHost) {
    this.#host = host;
    this.#shown = new ShownProblems((params) => host.send(params));
    this.#background = new BackgroundQueue((path) => this.#checkOnDisk(path));
  }

  /** A document was opened (checked at once) or changed (checked when the changes have come to rest). */
  textChanged(text: TextDocument): void {
    const file = this.fileOf(text.uri);
    if (!file) return;
    const check = () => this.#checkOpen(file, text.uri);
    if (this.#open.has(file.path)) {
      this.#debounce.change(file.path, check);
      return;
    }
    this.#open.set(file.path, text.uri);
    check()();
  }

  /** Clears the document's problems; what is wrong with the file on disk comes back if it belongs to the workspace. */
  closed(uri: string): void {
    const path = pathOf(uri);
    if (path === undefined || !this.#open.delete(path)) return;
    this.#debounce.cancel(path);
    this.#shown.clear(path);
    this.#recheck(path);
  }

  /** Something changed on disk, perhaps outside the editor: rechecks what is concerned, and nothing else. */
  filesChanged(events: FileEvent[]): void {
    for (const { uri, type } of events) {
      const path = pathOf(uri);
      if (path === undefined) continue;
      if (this.#fileAt(path)) this.#recheck(path, 'onlyOnDisk');
      else if (type === FileChangeType.Created) void this.#scan(path);
      const folder = type === FileChangeType.Changed ? undefined : dirname(path);
      const concerned = this.#shown.filesWhere(
        (file, dependencies) =>
          (file !== path && isWithin(file, path)) ||
          dependencies.some((dependency) => dependency === folder || isWithin(dependency, path)),
      );
      for (const file of concerned) if (file !== path) this.#recheck(file);
    }
  }

  /** Rechecks every file that depends on others. */
  recheckDependants(): void {
    for (const path of this.#shown.filesWhere((_, dependencies) => dependencies.length > 0)) this.#recheck(path);
  }

  /** The client knows something else now: everything is checked anew. */
  knows(knowledge: ClientKnowledge): void {
    this.#context = { ...this.#context, ...knowledge };
    for (const path of this.#open.keys()) this.#recheck(path);
    for (const folder of this.#folders) void this.#scan(folder);
    for (const path of this.#shown.filesWhere(() => true)) this.#recheck(path);
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

  /** What the file behind a URI is, by its place or because a profile names it. */
  fileOf(uri: string): RookFile | undefined {
    const path = pathOf(uri);
    return path === undefined ? undefined : this.#fileAt(path);
  }

  /** What rules, and features beside them, look at. */
  get context(): RuleContext {
    return this.#context;
  }

  /** Absolute paths of the workspace folders. */
  get folders(): readonly string[] {
    return [...this.#folders];
  }

  /** Absolute paths of the files that were checked, open or not. */
  get knownFiles(): readonly string[] {
    return this.#shown.filesWhere(() => true);
  }

  dispose(): void {
    this.#debounce.dispose();
    this.#background.stop();
  }

  /** What the file at a path is, by its place or because a profile names it. */
  #fileAt(path: string): RookFile | undefined {
    const known = rookFileAt(path);
    if (known) return known;
    const workspaceRoot = this.#scripts.rootOf(path);
    return workspaceRoot === undefined ? undefined : { kind: 'script', path, workspaceRoot };
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
      const file = this.#fileAt(path);
      if (file) this.#debounce.soon(path, () => this.#checkOpen(file, uri));
    }
  }

  /** @returns what shows the result */
  #checkOpen(file: RookFile, uri: string): () => void {
    const text = this.#host.openText(uri);
    if (!text) return () => undefined; // closed, and already cleared
    return this.#check(file, uri, () => this.#host.read(file, text), text.version);
  }

  async #checkOnDisk(path: string): Promise<void> {
    const file = this.#fileAt(path);
    const read = file && this.#inFolders(path) ? await readFromDisk(path) : undefined;
    if (this.#open.has(path)) return; // opened meanwhile: the client's text counts
    const uri = this.#shown.uriOf(path) ?? uriOf(path);
    if (file && read && 'text' in read && this.#inFolders(path)) {
      this.#check(file, uri, () => readDiskDocument(file, uri, read.text))();
      return;
    }
    if (read && 'unreadable' in read && this.#inFolders(path)) {
      const isSilent = this.#context.disabled?.has('unreadable') === true;
      this.#shown.show(path, uri, isSilent ? [] : [couldNotRead(read.unreadable)], []);
    } else this.#shown.forget(path);
    if (file?.kind === 'profile') this.#names(file, []);
  }

  /** @returns what shows the result: until that is called, nothing has changed for anybody */
  #check(file: RookFile, uri: string, read: () => RookDocument, version?: number): () => void {
    const result = checkOrTell(file.path, read, this.#context, this.#host);
    return () => {
      this.#shown.show(file.path, uri, result.diagnostics, result.dependencies, version);
      if (file.kind === 'profile' && result.scripts) this.#names(file, result.scripts);
      this.#host.placesChanged(
        () => this.#shown.dependencies(),
        () => [...this.#folders],
      );
    };
  }

  /** A profile names these scripts now: new ones are checked, and those that nobody names any more are cleared. */
  #names(profile: Extract<RookFile, { agentDir: string }>, scripts: string[]): void {
    const { added, removed } = this.#scripts.set(profile.path, profile.workspaceRoot, scripts);
    for (const path of removed) {
      if (rookFileAt(path)) continue;
      this.#open.delete(path);
      this.#debounce.cancel(path);
      this.#shown.forget(path);
    }
    for (const path of added) {
      const text = this.#host.openTexts().find(({ uri }) => pathOf(uri) === path);
      if (text) this.textChanged(text);
      else this.#background.add(path);
    }
    if (this.#scripts.any) void this.#loadAnalyser();
  }

  async #loadAnalyser(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      this.#context = { ...this.#context, analyse: await this.#host.loadAnalyser() };
      this.recheckDependants();
    } catch (error) {
      this.#host.failed(`Loading what analyses hook scripts: ${messageOf(error)}`);
    }
  }
}
