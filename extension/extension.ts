import * as vscode from 'vscode';
import { openDoors } from './doors';
import type { RunningRook } from './main';

/** What other extensions, and our own tests, may use. */
export interface RookApi {
  /** Resolves when all parts are loaded. */
  started: Promise<RunningRook>;
}

let started: Promise<RunningRook> | undefined;

/**
 * Called by VS Code in folders with `.testmuai/rook/`, and for a link to Rook. Other extensions wait until this returns, so it only opens the doors;
 * what is behind them is loaded in a turn of its own.
 */
export function activate(context: vscode.ExtensionContext): RookApi {
  started = load(context);
  started.catch((error: unknown) => {
    void vscode.window.showErrorMessage(`Rook: ${error instanceof Error ? error.message : String(error)}`);
  });
  context.subscriptions.push(openDoors(context, started));
  return { started };
}

async function load(context: vscode.ExtensionContext): Promise<RunningRook> {
  await new Promise((resolve) => setImmediate(resolve));
  const { start } = await import('./main');
  return start(context);
}

/** Called by VS Code when the window closes or the extension is switched off; it waits five seconds at most. */
export async function deactivate(): Promise<void> {
  await (await started?.catch(() => undefined))?.stop();
}
