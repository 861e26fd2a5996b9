import { basename } from 'node:path';
import * as vscode from 'vscode';
import { addCriterion } from '../engine/workspace/add-criterion';
import { agentOf, chooseAgent } from './agent-choice';
import { doubtsAbout } from './check-doubts';
import { criterionOf, criterionQuestions } from './criterion-questions';
import { askInTurn } from './guided-flow';
import type { ScenarioOutline } from './scenario-outline';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import { labelOf } from './tree-nodes';

/**
 * Asks for a criterion and adds it to a scenario's file, as an edit that can be undone.
 * @param target an item of the Test Explorer, or the file; the file in front, or one that is picked, when absent
 */
export async function newCriterion(explorer: TestExplorer, target?: unknown): Promise<void> {
  await explorer.ready;
  const found = await scenarioFor(explorer, target);
  if (!found) return;
  const { located, outline } = found;
  const doubts = await doubtsAbout(located);
  const answers = await askInTurn({
    title: vscode.l10n.t('New Criterion for {0}', outline.entry.id),
    questions: (soFar) => criterionQuestions(soFar, { step: 1, thorough: true, doubts }),
  });
  if (!answers) return;
  const document = await vscode.workspace.openTextDocument(outline.entry.file);
  const change = addCriterion(document.getText(), basename(outline.entry.file), criterionOf(answers));
  if (!change.ok) throw new Error([change.error.message, change.error.remedy].filter(Boolean).join('. '));
  const { range, text } = change.value;
  const wasDirty = document.isDirty;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)), text);
  await vscode.workspace.applyEdit(edit);
  if (!wasDirty) await document.save(); // what the user has not saved is theirs to save
  const lead = /^\s*/.exec(text)?.[0].length ?? 0;
  const [start, end] = [range.start + lead, range.start + text.trimEnd().length].map((at) => document.positionAt(at));
  const editor = await vscode.window.showTextDocument(document);
  if (!start || !end) return;
  editor.selection = new vscode.Selection(end, end);
  editor.revealRange(new vscode.Range(start, end), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

interface Found {
  located: LocatedAgent;
  outline: ScenarioOutline;
}

async function scenarioFor(explorer: TestExplorer, target: unknown): Promise<Found | undefined> {
  const file = fileOf(explorer, target) ?? vscode.window.activeTextEditor?.document.uri.fsPath;
  for (const located of explorer.agents) {
    const outline = located.scenarios.find(({ entry }) => entry.file === file);
    if (outline) return { located, outline };
  }
  const located = agentOf(explorer, target) ?? (await chooseAgent(explorer));
  if (!located) return undefined;
  const picked = await vscode.window.showQuickPick(
    located.scenarios.map((outline) => ({ label: labelOf(outline.entry.id, outline.entry.title), outline })),
    { title: vscode.l10n.t('Which scenario gets the criterion?') },
  );
  return picked && { located, outline: picked.outline };
}

function fileOf(explorer: TestExplorer, target: unknown): string | undefined {
  if (target instanceof vscode.Uri) return target.fsPath;
  if (target === null || typeof target !== 'object') return undefined;
  // Nothing is taken on trust here: an object that is not one of our items has no subject.
  const subject = explorer.tree.subjectOf(target as vscode.TestItem);
  return subject?.kind === 'scenario' || subject?.kind === 'criterion' ? subject.file : undefined;
}
