import * as vscode from 'vscode';
import { rookFoldersBelow } from './arrived-folders';
import { classifyChange } from './file-changes';

/** Changes that come together are taken in together: the editor reports those of a checkout in batches of its own. */
const settleMs = 10;
/** A folder that has just come is looked into when it has had time to be filled. */
const arrivalMs = 500;

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
  const arrivals = new Set<NodeJS.Timeout>();
  const lookInto = ({ scheme, fsPath }: vscode.Uri): void => {
    if (scheme !== 'file' || /[\\/](node_modules|\.git|\.testmuai)([\\/]|$)/.test(fsPath)) return;
    const arrival = setTimeout(() => {
      arrivals.delete(arrival);
      void rookFoldersBelow(fsPath).then((found) => found.forEach(add));
    }, arrivalMs);
    arrivals.add(arrival);
  };
  // When a folder is removed or comes as a whole, nothing below it may be reported.
  const anywhere = vscode.workspace.createFileSystemWatcher('**', false, true, false);
  return vscode.Disposable.from(
    inside.onDidCreate(collect),
    inside.onDidChange(collect),
    anywhere.onDidCreate(lookInto),
    anywhere.onDidDelete((uri) => {
      collect(uri);
      if (uri.scheme === 'file' && holdsRoot(uri.fsPath)) add(uri.fsPath);
    }),
    // What the editor itself does is known before the watcher tells, which misses files in a folder made a moment before.
    vscode.workspace.onDidSaveTextDocument(({ uri }) => collect(uri)),
    vscode.workspace.onDidCreateFiles(({ files }) => files.forEach(collect)),
    vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach(collect)),
    vscode.workspace.onDidRenameFiles(({ files }) =>
      files.flatMap(({ oldUri, newUri }) => [oldUri, newUri]).forEach(collect),
    ),
    inside,
    anywhere,
    {
      dispose: () => {
        clearTimeout(timer);
        for (const arrival of arrivals) clearTimeout(arrival);
      },
    },
  );
}
