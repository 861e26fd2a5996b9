import * as vscode from 'vscode';
import { rookFileGlobs } from '../engine/workspace/rook-file';

/**
 * The documents that the language server checks: what is known by its place, whatever an editor takes it for; and scripts,
 * which profiles name wherever they are.
 */
export const checkedDocuments = [
  ...rookFileGlobs.map((pattern) => ({ scheme: 'file', pattern })),
  ...['javascript', 'typescript'].map((language) => ({ scheme: 'file', language })),
];

/** Resolves when such a document is open, or when `atLatest` is settled. */
export async function checkedDocumentOpened(atLatest: Promise<unknown>): Promise<void> {
  const isChecked = (document: vscode.TextDocument): boolean => vscode.languages.match(checkedDocuments, document) > 0;
  if (vscode.workspace.textDocuments.some(isChecked)) return;
  let listener: vscode.Disposable | undefined;
  const opened = new Promise<void>((resolve) => {
    listener = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isChecked(document)) resolve();
    });
  });
  await Promise.race([opened, atLatest.catch(() => {})]);
  listener?.dispose();
}
