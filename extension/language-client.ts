import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';

/** A server that does not answer by then is not coming, in milliseconds. */
const startLimitMs = 30_000;
/** A server that ends this often within this time is not started again. */
const restarts = { limit: 4, withinMs: 3 * 60_000 };

/**
 * Starts the language server, which checks profiles and scenarios.
 * @returns what ends it
 * @throws when it does not start, with the reason
 */
export async function startLanguageClient(extensionUri: vscode.Uri): Promise<{ stop(): Promise<void> }> {
  const module = vscode.Uri.joinPath(extensionUri, 'dist', 'server.js').fsPath;
  if (!existsSync(module)) throw new Error(`${module} is missing`);
  const server = { module, transport: TransportKind.stdio };
  const serverOptions: ServerOptions = { run: server, debug: server };
  const watch = new ServerWatch();
  const clientOptions: LanguageClientOptions = {
    documentSelector: ['profiles', 'scenarios'].map((folder) => ({
      scheme: 'file',
      language: 'yaml',
      pattern: `**/.testmuai/rook/**/${folder}/*.{yaml,yml}`,
    })),
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
    await client.stop().catch(() => {}); // what could not start may be unable to stop; the reason is the first error
    throw error;
  }
  return {
    stop: async () => {
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
