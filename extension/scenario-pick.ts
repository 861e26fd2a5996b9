import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { ScenarioOutcome } from '../engine/report/outcome';
import { outcomesOf } from '../engine/report/stored-report';
import { openRun } from '../engine/workspace/runs';
import type { RecordLink } from '../schemas/panel';
import type { RecentRuns } from './recent-runs';
import type { TestExplorer } from './test-explorer';
import { labelOf } from './tree-nodes';

/** Lets the user choose among the scenarios of the last run. */
export async function pickScenario(
  explorer: TestExplorer,
  recent: RecentRuns,
  agentDirs = explorer.agents.map(({ agent }) => agent.agentDir),
): Promise<RecordLink | undefined> {
  const last = await recent.last(agentDirs);
  const run = last && (await openRun(dirname(last.runDir), basename(last.runDir)));
  if (!last || !run?.ok) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing has run yet. Run scenarios in the Testing view first.'),
    );
    return undefined;
  }
  const { id, layout } = run.value;
  const outcomes = await outcomesOf(run.value);
  const picked = await vscode.window.showQuickPick(outcomes.map(pickOf), {
    title: vscode.l10n.t('Verdicts of {0}', id),
    placeHolder: last.report?.headline ?? vscode.l10n.t('Choose a scenario'),
    matchOnDescription: true,
  });
  return picked && { runDir: layout.runDir, scenarioId: picked.scenarioId };
}

function pickOf({ id, title, verdict, state }: ScenarioOutcome): vscode.QuickPickItem & { scenarioId: string } {
  const status = verdict?.status ?? (state === 'unjudged' ? vscode.l10n.t('not judged') : vscode.l10n.t('not run'));
  const reason = verdict?.unverifiable_reason ? ` (${verdict.unverifiable_reason})` : '';
  const compromised = verdict?.compromised ? `, ${vscode.l10n.t('compromised')}` : '';
  return { scenarioId: id, label: labelOf(id, title), description: `${status}${reason}${compromised}` };
}
