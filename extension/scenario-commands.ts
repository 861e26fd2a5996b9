import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { criterionMarkdown, verdictMarkdown } from '../engine/report/text/verdict-markdown';
import { scenarioViewOf } from '../engine/report/views/scenario-view';
import { withExcluded } from '../engine/workspace/excluded';
import { openRun } from '../engine/workspace/runs';
import type { RecordLink } from '../schemas/panel';

/** Sets or clears `excluded` in a scenario's file, as an edit that can be undone, and saves it. */
export async function setExcluded(uri: vscode.Uri, excluded: boolean): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  const edited = withExcluded(text, basename(uri.fsPath), excluded);
  if (!edited.ok) throw new Error(edited.error.message);
  if (edited.value === text) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, ...changedPart(document, text, edited.value));
  await vscode.workspace.applyEdit(edit);
  await document.save();
}

/** The one place where two texts differ: the rest of the document, and the cursor in it, stay where they are. */
export function changedPart(document: vscode.TextDocument, before: string, after: string): [vscode.Range, string] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  return [range, after.slice(start, after.length - end)];
}

/** Puts a verdict, or one criterion of it, on the clipboard as Markdown: what was expected, found, and quoted. */
export async function copyEvidence({ runDir, scenarioId }: RecordLink, criterionId?: string): Promise<void> {
  const run = await openRun(dirname(runDir), basename(runDir));
  if (!run.ok) throw new Error(run.error.message);
  const view = await scenarioViewOf(run.value, scenarioId);
  if (!view.verdict) throw new Error(`${scenarioId} has no verdict that can be read`);
  const criterion = view.verdict.criteria.find(({ criterion_id: id }) => id === criterionId);
  await vscode.env.clipboard.writeText(
    criterion ? criterionMarkdown(view, criterion) : verdictMarkdown(view, view.verdict),
  );
}
