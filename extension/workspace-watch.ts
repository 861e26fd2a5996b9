import * as vscode from 'vscode';
import { classifyChange } from './file-changes';

/** Changes that come together are taken in together; a checkout brings hundreds. */
const settleMs = 100;

/**
 * Watches what shapes the tree and reports changed paths in batches. What runs write is passed over.
 * @param onChange gets absolute paths of files and folders.
 */
export function watchWorkspace(onChange: (paths: ReadonlySet<string>) => void): vscode.Disposable {
  let collected = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const collect = (uri: vscode.Uri): void => {
    if (uri.scheme !== 'file' || classifyChange(uri.path) === 'none') return;
    collected.add(uri.fsPath);
    timer ??= setTimeout(() => {
      const paths = collected;
      collected = new Set();
      timer = undefined;
      onChange(paths);
    }, settleMs);
  };
  // The folder itself too: when it is removed as a whole, nothing below it is reported.
  const watchers = ['**/.testmuai/**', '**/.testmuai'].map((glob) => vscode.workspace.createFileSystemWatcher(glob));
  const listeners = watchers.flatMap((watcher) => [
    watcher.onDidCreate(collect),
    watcher.onDidChange(collect),
    watcher.onDidDelete(collect),
  ]);
  return vscode.Disposable.from(...listeners, ...watchers, { dispose: () => clearTimeout(timer) });
}
