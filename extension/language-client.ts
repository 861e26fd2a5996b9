import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  CodeLensRequest,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ServerOptions,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import { checkedDocuments } from './checked-documents';
import { DoubledProblems } from './doubled-problems';

/** A server that does not answer by then is not coming, in milliseconds. */
const startLimitMs = 30_000;
/** A server that ends this often within this time is not started again. */
const restarts = { limit: 4, withinMs: 3 * 60_000 };

/** The language server, as the extension speaks to it. */
export interface RookLanguageClient {
  /** Says which variables have a value in the secret storage, by workspace root; the values themselves stay here. */
  tellValues(workspaces: Record<string, readonly string[]>): void;
  /** Has the lenses above open files asked for again. */
  refreshLenses(): void;
  stop(): Promise<void>;
}

/** What the server is told, and how what it says is shown. */
export interface LanguageClientHost {
  /** The commands that it may name. */
  commands: readonly string[];
  shownLenses(lenses: readonly vscode.CodeLens[], document: vscode.TextDocument): vscode.CodeLens[];
}

/**
 * Starts the language server, which checks the files of Rook workspaces, hook scripts and pipelines.
 * @throws when it does not start, with the reason
 */
export async function startLanguageClient(
  extensionUri: vscode.Uri,
  host: LanguageClientHost,
): Promise<RookLanguageClient> {
  const inDist = (name: string): string => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const module = inDist('server.js');
  // The second is loaded when the first has answered: too late to be told why nothing starts.
  for (const file of [module, inDist('server-main.js')]) if (!existsSync(file)) throw new Error(`${file} is missing`);
  const server = { module, transport: TransportKind.stdio };
  const serverOptions: ServerOptions = { run: server, debug: server };
  const watch = new ServerWatch();
  const doubled = new DoubledProblems();
  const clientOptions: LanguageClientOptions = {
    documentSelector: checkedDocuments,
    initializationOptions: { commands: host.commands },
    middleware: {
      handleDiagnostics: (uri, problems, next) => doubled.handle(uri, problems, next),
      provideCodeLenses: async (document, token, next) =>
        host.shownLenses((await next(document, token)) ?? [], document),
    },
    diagnosticCollectionName: 'rook',
    outputChannelName: 'Rook Language Server',
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: watch,
    initializationFailedHandler: () => false, // the failure is thrown, and told once
  };
  const client = new LanguageClient('rook', 'Rook Language Server', serverOptions, clientOptions);
  try {
    await within(client.start(), startLimitMs);
    watch.started = true;
  } catch (error) {
    doubled.dispose();
    await client.stop().catch(() => {}); // what could not start may be unable to stop; the reason is the first error
    throw error;
  }
  let values: Record<string, readonly string[]> = {};
  const tell = (): void => {
    if (client.isRunning()) void client.sendNotification('rook/values', { workspaces: values }).catch(() => {}); // it ends
  };
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) tell(); // started again, it knows nothing
  });
  return {
    tellValues: (workspaces) => {
      values = workspaces;
      tell();
    },
    refreshLenses: () => {
      const lenses = client.getFeature(CodeLensRequest.method);
      const providers = new Set(vscode.workspace.textDocuments.map((document) => lenses.getProvider(document)));
      for (const provider of providers) provider?.onDidChangeCodeLensEmitter.fire();
    },
    stop: async () => {
      doubled.dispose();
      if (client.isRunning()) await client.stop();
    },
  };
}

/** Starts a server again that has crashed, but not one that cannot start, nor one that crashes again and again. */
class ServerWatch implements ErrorHandler {
  started = false;
  private readonly ends: number[] = [];

  error(): { action: ErrorAction; handled: boolean } {
    return { action: ErrorAction.Continue, handled: true }; // a broken pipe: `closed` follows
  }

  closed(): CloseHandlerResult {
    if (!this.started) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.ends.push(now);
    const recent = this.ends.filter((end) => now - end < restarts.withinMs).length;
    if (recent <= restarts.limit) return { action: CloseAction.Restart, handled: true };
    return {
      action: CloseAction.DoNotRestart,
      message: `The Rook language server ended ${recent} times in a few minutes and is not started again. Its output says why.`,
    };
  }
}

async function within(started: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    await Promise.race([started, late]);
  } finally {
    clearTimeout(timer);
  }
}
