import * as vscode from 'vscode';
import { formatRefusal } from '../schemas/result';
import { emptyStateOf, troubleOf } from './empty-state';
import type { TestExplorer } from './test-explorer';

/** Tells VS Code why the Testing view is empty, so that it shows what can be done about it. */
export function explainEmptyView(explorer: TestExplorer): vscode.Disposable {
  let isReady = false;
  let told: string | undefined;
  const tell = (): void => {
    const state = emptyStateOf(explorer.workspaces);
    if (!isReady || state === told) return;
    told = state;
    void vscode.commands.executeCommand('setContext', 'rook.empty', state);
  };
  explorer.ready.then(
    () => {
      isReady = true; // before, sub-folders have not been looked into
      tell();
    },
    () => {}, // who made the explorer has said so
  );
  return explorer.onDidChange(tell);
}

/** Opens the file that keeps a workspace from being read, at the place, and says what is wrong with it. */
export async function showTrouble(explorer: TestExplorer): Promise<void> {
  await explorer.ready;
  const trouble = troubleOf(explorer.workspaces);
  if (!trouble) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The Rook workspace can be read.'));
    return;
  }
  const { place, remedy } = trouble;
  void vscode.window.showErrorMessage([formatRefusal(trouble), remedy].filter(Boolean).join('\n'));
  if (!place) return;
  const position = new vscode.Position((place.line ?? 1) - 1, (place.column ?? 1) - 1);
  const selection = new vscode.Range(position, position);
  await vscode.window.showTextDocument(vscode.Uri.file(place.file), { selection });
}
