import * as vscode from 'vscode';
import { rookFileGlobs } from '../engine/workspace/rook-file';

/** The documents that the language server checks: what is known by its place, whatever an editor takes it for; and scripts, which profiles name wherever they are. */
export const checkedDocuments = [
  ...rookFileGlobs.map((pattern) => ({ scheme: 'file', pattern })),
  ...['javascript', 'typescript'].map((language) => ({ scheme: 'file', language })),
];

/** Resolves when such a document is open. */
export async function checkedDocumentOpened(): Promise<void> {
  const isChecked = (document: vscode.TextDocument): boolean => vscode.languages.match(checkedDocuments, document) > 0;
  if (vscode.workspace.textDocuments.some(isChecked)) return;
  await new Promise<void>((resolve) => {
    const opened = vscode.workspace.onDidOpenTextDocument((document) => {
      if (!isChecked(document)) return;
      opened.dispose();
      resolve();
    });
  });
}
