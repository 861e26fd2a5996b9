import * as vscode from 'vscode';
import { classifyChange } from './file-changes';

/** Changes that come together are taken in together; a checkout brings hundreds. */
const settleMs = 100;

/**
 * Watches what shapes the tree and reports changed paths in batches. What runs write is passed over.
 * @param holdsRoot whether a Rook workspace is somewhere below a folder; asked when something was deleted
 * @param onChange gets absolute paths of files and folders.
 */
export function watchWorkspace(
  holdsRoot: (folder: string) => boolean,
  onChange: (paths: ReadonlySet<string>) => void,
): vscode.Disposable {
  let collected = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const add = (path: string): void => {
    collected.add(path);
    timer ??= setTimeout(() => {
      const paths = collected;
      collected = new Set();
      timer = undefined;
      onChange(paths);
    }, settleMs);
  };
  const collect = ({ scheme, path, fsPath }: vscode.Uri): void => {
    if (scheme === 'file' && classifyChange(path) !== 'none') add(fsPath);
  };
  const inside = vscode.workspace.createFileSystemWatcher('**/.testmuai/**');
  // When a folder is removed as a whole, nothing below it is reported.
  const anywhere = vscode.workspace.createFileSystemWatcher('**', true, true, false);
  return vscode.Disposable.from(
    inside.onDidCreate(collect),
    inside.onDidChange(collect),
    anywhere.onDidDelete((uri) => {
      collect(uri);
      if (uri.scheme === 'file' && holdsRoot(uri.fsPath)) add(uri.fsPath);
    }),
    inside,
    anywhere,
    { dispose: () => clearTimeout(timer) },
  );
}
