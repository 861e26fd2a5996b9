import * as vscode from 'vscode';
import type { TestExplorer } from './test-explorer';
import type { RunManner, TestRuns } from './test-runs';
import type { ScenarioSubject } from './test-subject';

/** The scenario of a file, as the Test Explorer knows it. */
export function scenarioOfFile(
  explorer: TestExplorer,
  file: string,
): { item: vscode.TestItem; subject: ScenarioSubject } | undefined {
  const located = explorer.agents.find(({ scenarios }) => scenarios.some(({ entry }) => entry.file === file));
  for (const item of located ? explorer.scenarioItems(located.agent.agentDir) : []) {
    const subject = explorer.tree.subjectOf(item);
    if (subject?.kind === 'scenario' && subject.file === file) return { item, subject };
  }
  return undefined;
}

/** Runs the scenario of a file, as its item in the Test Explorer would. What was typed is saved first. */
export async function runScenarioFile(
  explorer: TestExplorer,
  runs: TestRuns,
  target: unknown,
  how: RunManner = {},
): Promise<void> {
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  await explorer.ready;
  if (uri) {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (document?.isDirty && (await document.save())) await explorer.update([uri.fsPath]);
  }
  const found = uri && scenarioOfFile(explorer, uri.fsPath);
  if (found) await runs.run(new vscode.TestRunRequest([found.item]), undefined, how);
  else void vscode.window.showInformationMessage(vscode.l10n.t('This file is no scenario of an agent.'));
}
