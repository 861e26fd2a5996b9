import {
  createConnection,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticsSession } from './diagnostics/diagnostics-session';
import { uriOf } from './documents/rook-file';
import { FileWatch } from './workspace/watch-files';

declare const ROOK_VERSION: string;

// `--stdio` is the one transport, so a client need not name it.
if (!process.argv.includes('--stdio')) process.argv.push('--stdio');

const connection = createConnection();
const documents = new TextDocuments(TextDocument);
let client: InitializeParams | undefined;
let watch: FileWatch | undefined;

const session = new DiagnosticsSession({
  // It fails only when the client is gone, and then so is everybody who could be told.
  send: (params) => void connection.sendDiagnostics(params).catch(() => undefined),
  openText: (uri) => documents.get(uri),
  scriptsChanged: (places, folders) => watch?.watchScripts(places, folders),
  failed: (message) => connection.console.error(message),
});

connection.onInitialize((params): InitializeResult => {
  client = params;
  return {
    serverInfo: { name: 'Rook', version: ROOK_VERSION },
    capabilities: {
      positionEncoding: PositionEncodingKind.UTF16,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
});

connection.onInitialized(() => {
  const watching = client?.capabilities.workspace?.didChangeWatchedFiles;
  if (watching?.dynamicRegistration)
    watch = new FileWatch(connection, watching.relativePatternSupport === true, () => session.recheckDependants());
  if (client?.capabilities.workspace?.workspaceFolders)
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      void session.foldersChanged(added.map(uriOfFolder), removed.map(uriOfFolder));
    });
  if (client) void session.foldersChanged(foldersOf(client), []);
});

documents.onDidChangeContent(({ document }) => session.textChanged(document));
documents.onDidClose(({ document }) => session.closed(document.uri));
connection.onDidChangeWatchedFiles(({ changes }) => session.filesChanged(changes));
connection.onShutdown(() => {
  session.dispose();
  watch?.dispose();
});

documents.listen(connection);
connection.listen();

/** The folders of a client, whichever of the protocol's generations it speaks; none when it has no folder open. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.map(uriOfFolder);
  if (rootUri) return [rootUri];
  return rootPath ? [uriOf(rootPath)] : [];
}

function uriOfFolder({ uri }: { uri: string }): string {
  return uri;
}
