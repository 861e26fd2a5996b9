import * as vscode from 'vscode';
import { listRunIds, newestWithRecords } from '../engine/workspace/runs';
import { agentOf, chooseAgent } from './agent-choice';
import { pickRun } from './run-pick';
import { scenarioOfFile } from './scenario-file-commands';
import type { TestExplorer } from './test-explorer';
import type { VerdictPanels } from './verdict-panels';

/** Shows a run that the user chooses. */
export async function openRun(explorer: TestExplorer, panels: VerdictPanels): Promise<void> {
  const picked = await pickRun(explorer);
  if (picked) panels.openPlace({ agent: picked.agent, route: { view: 'run', runId: picked.runId } });
}

/** Shows the newest run on disk of an agent, whoever has made it. @param target what the agent is found by */
export async function openLastRun(explorer: TestExplorer, panels: VerdictPanels, target: unknown): Promise<void> {
  const located = await chooseAgent(explorer, target);
  if (!located) return;
  const { agent } = located;
  const runId = await newestWithRecords(agent.runsDir, await listRunIds(agent.runsDir));
  if (runId !== undefined) panels.openPlace({ agent, route: { view: 'run', runId } });
  else void vscode.window.showInformationMessage(vscode.l10n.t('{0} has not run yet.', agent.name));
}

/** Shows how a scenario, else a whole agent, came out over its runs. @param target an item of a test, a file, or nothing */
export async function openTrends(explorer: TestExplorer, panels: VerdictPanels, target: unknown): Promise<void> {
  await explorer.ready;
  const located = agentOf(explorer, target) ?? (await chooseAgent(explorer));
  if (!located) return;
  const scenarioId = scenarioIdOf(explorer, target);
  panels.openPlace({
    agent: located.agent,
    route: { view: 'trends', ...(scenarioId !== undefined && { scenarioId }) },
  });
}

/** Shows what has changed between two runs of one agent: first the one to look at is chosen, then what it is held against. */
export async function compareRuns(explorer: TestExplorer, panels: VerdictPanels): Promise<void> {
  const head = await pickRun(explorer, undefined, { title: vscode.l10n.t('Compare Runs: Which One?') });
  if (!head) return;
  const { agent, runId } = head;
  const title = vscode.l10n.t('Compare {0} With', runId);
  const base = await pickRun(explorer, [agent.agentDir], { title, except: runId });
  if (base) panels.openPlace({ agent, route: { view: 'compare', base: base.runId, head: runId } });
}

function scenarioIdOf(explorer: TestExplorer, target: unknown): string | undefined {
  if (target instanceof vscode.Uri) return scenarioOfFile(explorer, target.fsPath)?.subject.scenarioId;
  if (target === null || typeof target !== 'object') return undefined;
  // Nothing is taken on trust here: an object that is not one of our items has no subject.
  const subject = explorer.tree.subjectOf(target as vscode.TestItem);
  return subject?.kind === 'scenario' || subject?.kind === 'criterion' ? subject.scenarioId : undefined;
}
