import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { rookFolder } from '../engine/workspace/layout';

/** Files that show where Rook workspaces are; what runs have written is not among them. */
const traces = '**/.testmuai/rook/projects/*/agents/*/{profiles,scenarios}/*.{yaml,yml}';
/** What is right in an open folder is found without a search, which would list thousands of scenarios there. */
const passedOver = '{**/node_modules/**,**/.git/**,.testmuai/**}';

/** The Rook workspaces right in the open folders: known at once, without a search. */
export async function directRoots(): Promise<string[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await Promise.all(folders.map(async ({ uri }) => ((await isRookRoot(uri.fsPath)) ? [uri.fsPath] : [])));
  return found.flat();
}

/** Those in sub-folders too, such as the packages of a monorepo. */
export async function allRoots(): Promise<string[]> {
  const files = await vscode.workspace.findFiles(traces, passedOver);
  const nested = files.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => rootOf(fsPath));
  return [...new Set([...(await directRoots()), ...nested.filter((root) => root !== undefined)])].sort();
}

/** The folder above `.testmuai` in a path. */
export function rootOf(path: string): string | undefined {
  return /^(.*?)[\\/]\.testmuai(?:[\\/]|$)/s.exec(path)?.[1];
}

/** Whether the folder holds `.testmuai/rook/`. */
export function isRookRoot(folder: string): Promise<boolean> {
  return stat(join(folder, rookFolder)).then(
    (found) => found.isDirectory(),
    () => false, // absent or unreadable: not a folder we can use
  );
}

/** Whether a path is the folder or somewhere below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** How a Rook workspace is called beside others: the open folder's name, and the way down from it. */
export function rootName(root: string): string {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root));
  if (!folder) return root;
  return [folder.name, relative(folder.uri.fsPath, root)].filter((part) => part !== '').join('/');
}
