import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { scenarioViewOf } from '../engine/report/views/scenario-view';
import { runLayout, scenarioLayout } from '../engine/workspace/layout';
import { readTextIfPresent } from '../engine/workspace/read-text';
import { listRunIds, openRun } from '../engine/workspace/runs';
import { RecordLink } from '../schemas/panel';
import { checkRecord } from './panel-record';
import type { TestExplorer } from './test-explorer';
import { comparableText } from './verdict-text';

const scheme = 'rook-verdict';
/** Older runs than these are not searched for a scenario's earlier verdict. */
const searchedRuns = 200;

/**
 * Serves verdicts as read-only documents. Nothing is kept of them: the address says where the records are, and is
 * checked like that of a panel.
 */
export function registerVerdictDocuments(explorer: TestExplorer): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async ({ query }) => {
      await explorer.ready;
      const agents = explorer.agents.map(({ agent }) => agent);
      const { runDir, scenarioId } = RecordLink.parse(JSON.parse(query));
      const record = checkRecord({ runDir, scenarioId }, agents);
      const run = record.ok ? await openRun(dirname(runDir), basename(runDir)) : record;
      return run.ok ? comparableText(await scenarioViewOf(run.value, scenarioId)) : `${run.error.message}\n`;
    },
  });
}

/** Opens a verdict beside that of the run before, or says that there is none. */
export async function compareWithPrevious(record: RecordLink): Promise<void> {
  const { runDir, scenarioId } = record;
  const earlier = await previousRecord(record);
  if (!earlier) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} has no earlier verdict to compare with.', scenarioId));
    return;
  }
  const title = `${scenarioId}: ${basename(earlier.runDir)} ↔ ${basename(runDir)}`;
  await vscode.commands.executeCommand('vscode.diff', addressOf(earlier), addressOf(record), title);
}

/** The newest run before this one that has a verdict of the scenario. */
async function previousRecord({ runDir, scenarioId }: RecordLink): Promise<RecordLink | undefined> {
  const runsDir = dirname(runDir);
  const ids = await listRunIds(runsDir);
  const before = ids.slice(ids.indexOf(basename(runDir)) + 1).slice(0, searchedRuns);
  for (const id of before) {
    const { runDir: earlier, scenarioDir } = runLayout(join(runsDir, id));
    const verdict = await readTextIfPresent(scenarioLayout(scenarioDir(scenarioId)).verdictFile);
    if (verdict !== undefined) return { runDir: earlier, scenarioId };
  }
  return undefined;
}

function addressOf(record: RecordLink): vscode.Uri {
  const path = `/${record.scenarioId} ${basename(record.runDir)}.txt`;
  return vscode.Uri.from({ scheme, path, query: JSON.stringify(record) });
}
