import * as vscode from 'vscode';

const folderName = 'rook-example';

/** Copies the example that comes with the extension into a folder of the user's choice, and opens it. */
export async function openExample(extensionUri: vscode.Uri): Promise<void> {
  const [parent] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Where shall the example be put?'),
      openLabel: vscode.l10n.t('Put It Here'),
    })) ?? [];
  if (!parent) return;
  const target = await newFolderIn(parent);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extensionUri, 'examples', 'refund-desk'), target);
  const forceNewWindow = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
  await vscode.commands.executeCommand('vscode.openFolder', target, { forceNewWindow });
}

/** A folder that is not there yet: what an earlier copy has become is the user's. */
async function newFolderIn(parent: vscode.Uri): Promise<vscode.Uri> {
  const taken = new Set((await vscode.workspace.fs.readDirectory(parent)).map(([name]) => name));
  let name = folderName;
  for (let number = 2; taken.has(name); number++) name = `${folderName}-${number}`;
  return vscode.Uri.joinPath(parent, name);
}
