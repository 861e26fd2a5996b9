import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../engine/workspace/read-text';
import { PanelState } from '../schemas/panel';
import { checkRecord } from './panel-record';
import type { RecentRuns } from './recent-runs';
import { pickScenario } from './scenario-pick';
import type { TestExplorer } from './test-explorer';
import type { TestRuns } from './test-runs';
import type { VerdictPanels } from './verdict-panels';

interface Parts {
  explorer: TestExplorer;
  runs: TestRuns;
  recent: RecentRuns;
  panels: VerdictPanels;
  log: vscode.LogOutputChannel;
}

/** The commands of package.json. What fails in one is said, not swallowed. */
export function registerCommands(parts: Parts): vscode.Disposable {
  const { explorer, runs, panels, log } = parts;
  const register = (name: string, action: (...args: unknown[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, (...args: unknown[]) =>
      action(...args).catch((error: unknown) => {
        log.error(error instanceof Error ? error : String(error));
        void vscode.window.showErrorMessage(`Rook: ${messageOf(error)}`);
      }),
    );
  return vscode.Disposable.from(
    register('rook.refresh', () => explorer.refresh()),
    register('rook.runAll', () => runs.run(new vscode.TestRunRequest())),
    register('rook.openVerdict', async (target) => {
      const record = await recordFor(target, parts);
      if (record) await panels.open(record);
    }),
    register('rook.openRunFolder', async (target) => {
      const record = await recordFor(target, parts);
      if (record) await revealFolder(record, explorer);
    }),
  );
}

/** The records that a command is about: those its link names, the newest of its test, or those that the user picks. */
async function recordFor(target: unknown, { explorer, recent }: Parts): Promise<PanelState | undefined> {
  const named = PanelState.safeParse(target);
  if (named.success) return named.data;
  await explorer.ready;
  const item = itemOf(target);
  const subject = item && explorer.tree.subjectOf(item);
  if (subject?.kind !== 'scenario' && subject?.kind !== 'criterion') {
    const agentDirs = subject?.kind === 'agent' ? [subject.agentDir] : undefined;
    return pickScenario(explorer, recent, agentDirs);
  }
  const found = await recent.find(subject.agentDir, subject.scenarioId);
  if (!found) void vscode.window.showInformationMessage(`${subject.scenarioId} has not run yet.`);
  return found;
}

/** Menus of a test give its item, menus of a message give `{test, message}`. */
function itemOf(target: unknown): vscode.TestItem | undefined {
  if (target === null || typeof target !== 'object') return undefined;
  const test = 'test' in target ? target.test : target;
  // Nothing is taken on trust here: an object that is not one of our items has no subject.
  return test as vscode.TestItem | undefined;
}

async function revealFolder(state: PanelState, explorer: TestExplorer): Promise<void> {
  const record = checkRecord(
    state,
    explorer.agents.map(({ agent }) => agent),
  );
  if (!record.ok) throw new Error(record.error.message);
  // A folder is shown opened when something in it is pointed at.
  const file = vscode.Uri.file(join(record.value.scenarioDir, 'snapshot.yaml'));
  await vscode.commands.executeCommand('revealInExplorer', file);
}
