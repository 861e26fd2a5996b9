import { Console } from 'node:console';
import { fileURLToPath } from 'node:url';
import {
  createConnection,
  type FileEvent,
  type InitializeParams,
  StreamMessageReader,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticsSession } from './diagnostics/diagnostics-session';
import { DocsLinks } from './diagnostics/docs-links';
import { pathOf, uriOf } from './documents/file-uri';
import { ReadDocuments } from './documents/read-documents';
import type { FeatureHost } from './feature';
import { attachFeatures, featuresInitialized } from './features';
import { initializeResult } from './handshake/capabilities';
import type { RequestId } from './handshake/greet';
import { GreetedWriter } from './handshake/greeted-writer';
import { followSettings } from './workspace/client-settings';
import { readValues, valuesMessage } from './workspace/known-values';
import { VerdictRefresh } from './workspace/refresh-verdicts';
import { FileWatch, isRunReport } from './workspace/watch-files';

/**
 * Speaks with the client over standard input and output, from its first message on.
 * @param greeted the request that was answered before this was loaded; undefined when none was
 */
export function startConnection(greeted: RequestId | undefined): void {
  // Standard output carries the protocol and nothing else.
  globalThis.console = new Console(process.stderr);
  const { stdin, stdout } = process;
  const connection = createConnection(new StreamMessageReader(stdin), new GreetedWriter(stdout, greeted));
  const documents = new TextDocuments(TextDocument);
  const readings = new ReadDocuments();
  let client: InitializeParams | undefined;
  let watch: FileWatch | undefined;
  let verdicts: VerdictRefresh | undefined;
  let isShutDown = false;

  const session = new DiagnosticsSession({
    // It fails only when the client is gone, and then so is everybody who could be told.
    send: (params) => void connection.sendDiagnostics(params).catch(() => undefined),
    openText: (uri) => documents.get(uri),
    openTexts: () => documents.all(),
    read: (file, text) => readings.read(file, text),
    placesChanged: (places, folders) => watch?.watchPlaces(places, folders),
    loadAnalyser: async () => (await import('../engine/workspace/hook-contract/entry')).analyseHookScript,
    // Bundled: the folder above `dist`.
    docs: new DocsLinks(fileURLToPath(new URL('../docs/diagnostics.md', import.meta.url))),
    failed: (message) => connection.console.error(message),
  });

  const host: FeatureHost = {
    openText: (uri) => documents.get(uri),
    openFile: (path) => documents.all().find(({ uri }) => pathOf(uri) === path),
    fileOf: (uri) => session.fileOf(uri),
    document: (uri) => {
      const [file, text] = [session.fileOf(uri), documents.get(uri)];
      return file && text && readings.read(file, text);
    },
    context: () => session.context,
    folders: () => session.folders,
    knownFiles: () => session.knownFiles,
    client: () => client,
    failed: (message) => connection.console.error(message),
  };

  connection.onInitialize((params) => {
    client = params;
    return initializeResult(params);
  });

  connection.onInitialized(() => {
    const watching = client?.capabilities.workspace?.didChangeWatchedFiles;
    if (watching?.dynamicRegistration)
      watch = new FileWatch(connection, watching.relativePatternSupport === true, () => session.recheckDependants());
    if (client?.capabilities.workspace?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        void session.foldersChanged(added.map(uriOfFolder), removed.map(uriOfFolder));
      });
    featuresInitialized(connection, host);
    if (!client) return;
    verdicts = new VerdictRefresh(connection, client);
    followSettings(connection, client.capabilities, (disabled) => session.knows({ disabled }));
    void session.foldersChanged(foldersOf(client), []);
  });

  attachFeatures(connection, host);

  documents.onDidChangeContent(({ document }) => session.textChanged(document));
  documents.onDidClose(({ document }) => {
    readings.forget(document.uri);
    session.closed(document.uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const isReport = ({ uri }: FileEvent): boolean => isRunReport(pathOf(uri) ?? '');
    if (changes.some(isReport)) verdicts?.soon();
    session.filesChanged(changes.filter((change) => !isReport(change)));
  });
  connection.onNotification(valuesMessage, (params: unknown) => session.knows({ valuesElsewhere: readValues(params) }));
  connection.onShutdown(() => {
    isShutDown = true;
    session.dispose();
    watch?.dispose();
    verdicts?.dispose();
  });

  // The client is gone: without a word, unless it has shut us down before.
  const leave = (): never => process.exit(isShutDown ? 0 : 1);
  stdin.once('end', leave).once('close', leave);
  documents.listen(connection);
  connection.listen();
  stdin.resume();
}

/** The folders of a client, whichever of the protocol's generations it speaks; none when it has no folder open. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(uriOfFolder);
  if (rootUri) return [rootUri];
  return rootPath ? [uriOf(rootPath)] : [];
}

function uriOfFolder({ uri }: { uri: string }): string {
  return uri;
}
