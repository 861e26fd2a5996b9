import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  FileChangeType,
  type FileSystemWatcher,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';

const bundle = resolve(import.meta.dirname, '../../../dist/server.js');
const folderOfAgent = '.testmuai/rook/projects/desk/agents/parrot';

/** A Rook workspace of one agent in a temporary folder. Names are relative to the agent's folder, or begin with `/`. */
export class TestWorkspace {
  static async create(files: Record<string, string>): Promise<TestWorkspace> {
    const workspace = new TestWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'rook-lsp-'))));
    for (const [name, text] of Object.entries(files)) await workspace.write(name, text);
    return workspace;
  }

  /** A workspace that is there already, and that somebody else removes. */
  static at(root: string): TestWorkspace {
    return new TestWorkspace(root);
  }

  private constructor(readonly root: string) {}

  path(name: string): string {
    return name.startsWith('/') ? join(this.root, name) : join(this.root, folderOfAgent, name);
  }

  uri(name: string): string {
    return pathToFileURL(this.path(name)).href;
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), text);
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { recursive: true });
  }

  async dispose(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** The real server as a process, and an editor that talks to it. */
export class ServerClient {
  /** Everything that was published, in order. */
  readonly published: PublishDiagnosticsParams[] = [];
  /** What the server asked to have watched, by registration. */
  readonly watchers = new Map<string, FileSystemWatcher[]>();
  /** With what else the server registered, by method. */
  readonly registered = new Map<string, unknown>();
  /** What the server has asked the client to ask for anew. */
  readonly refreshed: string[] = [];
  /** What the server has to complain about. */
  readonly logged: string[] = [];
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly exited: Promise<unknown[]>;
  /** What the client answers when it is asked for its settings. */
  settings: Record<string, unknown> = {};
  /** Happens before the client begins to watch something. */
  beforeWatching: (watchers: FileSystemWatcher[]) => Promise<void> = () => Promise.resolve();
  readonly #versions = new Map<string, number>();
  #onEvent: (() => void)[] = [];

  constructor(
    readonly workspace: TestWorkspace,
    { args = ['--stdio'], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
  ) {
    const home = join(workspace.root, '..', `${basename(workspace.root)}-home`); // nobody's, and not there
    const child = spawn(process.execPath, [bundle, ...args], {
      stdio: 'pipe',
      env: { ...process.env, ROOK_HOME: home, ...env },
    });
    this.process = child;
    this.exited = once(child, 'exit');
    child.stderr.on('data', (data) => this.logged.push(String(data)));
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const event = (): void => {
      for (const wake of this.#onEvent.splice(0)) wake();
    };
    this.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.push(params);
      event();
    });
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    for (const method of ['workspace/codeLens/refresh', 'workspace/inlayHint/refresh'])
      this.connection.onRequest(method, () => {
        this.refreshed.push(method);
        event();
        return null;
      });
    this.connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
      items.map(({ section }) => this.settings[section ?? ''] ?? null),
    );
    this.connection.onRequest('client/registerCapability', async ({ registrations }) => {
      for (const { id, method, registerOptions } of registrations) {
        this.registered.set(method, registerOptions);
        if (method !== 'workspace/didChangeWatchedFiles') continue;
        await this.beforeWatching(registerOptions.watchers);
        this.watchers.set(id, registerOptions.watchers);
      }
      event();
    });
    this.connection.onRequest('client/unregisterCapability', ({ unregisterations }) => {
      for (const { id } of unregisterations) this.watchers.delete(id);
      event();
    });
    this.connection.listen();
  }

  /** Starts the conversation as VS Code does; `overrides` say otherwise. */
  async initialize(overrides: Partial<InitializeParams> = {}): Promise<InitializeResult> {
    const folder = pathToFileURL(this.workspace.root).href;
    const capabilities: ClientCapabilities = {
      workspace: {
        workspaceFolders: true,
        configuration: true,
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      },
      textDocument: { publishDiagnostics: { versionSupport: true } },
    };
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: folder,
      workspaceFolders: [{ uri: folder, name: 'workspace' }],
      capabilities,
      ...overrides,
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  async open(name: string, text: string, uri = this.workspace.uri(name)): Promise<void> {
    this.#versions.set(name, 1);
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Changes an open document; a text alone replaces it. @returns its new version. */
  async change(name: string, ...changes: (string | TextDocumentContentChangeEvent)[]): Promise<number> {
    const version = (this.#versions.get(name) ?? 1) + 1;
    this.#versions.set(name, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.workspace.uri(name), version },
      contentChanges: changes.map((change) => (typeof change === 'string' ? { text: change } : change)),
    });
    return version;
  }

  /** Replaces texts of open documents in one go: the server finds all the changes in its input at once. */
  async changeInOneGo(changes: [name: string, text: string][]): Promise<void> {
    await this.connection.sendNotification('$/setTrace', { value: 'off' }); // what was sent before has gone out
    const frames = changes.map(([name, text]) => {
      const version = (this.#versions.get(name) ?? 1) + 1;
      this.#versions.set(name, version);
      const params = { textDocument: { uri: this.workspace.uri(name), version }, contentChanges: [{ text }] };
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'textDocument/didChange', params });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.process.stdin?.write(frames.join(''));
  }

  async close(name: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.workspace.uri(name) },
    });
  }

  /** Tells of changes on disk, as an editor does that watches files. */
  async changedOnDisk(changes: Record<string, keyof typeof FileChangeType>): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: Object.entries(changes).map(([name, type]) => ({
        uri: this.workspace.uri(name),
        type: FileChangeType[type],
      })),
    });
  }

  /** Waits until a condition holds, looking again at each message of the server. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((wake) => void this.#onEvent.push(wake));
  }

  /** What the client shows of a file now: the diagnostics of the last publication. */
  shown(name: string): Diagnostic[] {
    return this.publications(name).at(-1)?.diagnostics ?? [];
  }

  publications(name: string): PublishDiagnosticsParams[] {
    return this.published.filter(({ uri }) => uri === this.workspace.uri(name));
  }

  /** Waits until the client shows exactly these codes for a file. */
  async untilShown(name: string, ...codes: string[]): Promise<void> {
    const wanted = codes.join();
    await this.until(
      () =>
        this.publications(name).length > 0 &&
        this.shown(name)
          .map(({ code }) => code)
          .join() === wanted,
    );
  }

  /** Waits until the server has handled everything that was sent, and has had time for what it puts off. */
  async settled(): Promise<void> {
    const probe = 'scenarios/probe.yaml';
    await this.open(probe, 'goal: probe\n');
    await this.untilShown(probe, 'no-criterion');
    await this.change(probe, 'goal: probe\nforbidden: [x]\n');
    await this.untilShown(probe);
    await this.close(probe);
  }

  /** Ends the conversation as the protocol wants it. @returns the exit code. */
  async shutdown(): Promise<unknown> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const [code] = await this.exited;
    return code;
  }

  /** Ends the process, whatever state it is in. */
  async dispose(): Promise<void> {
    this.connection.dispose();
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL');
    await this.exited;
  }
}
