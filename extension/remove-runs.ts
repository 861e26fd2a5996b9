import { join } from 'node:path';
import * as vscode from 'vscode';
import { lockAgent } from '../engine/lifecycle/agent-lock';
import { agentSlot } from '../engine/lifecycle/orphans';
import { type OldRun, oldRuns, removeRun } from '../engine/workspace/old-runs';
import { formatRefusal } from '../schemas/result';
import { readSettings } from './configuration';
import { formatSize } from './format-size';
import type { RecentRuns } from './recent-runs';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/** More runs than these are counted in the question, not named. */
const namedRuns = 15;

interface Pruned {
  located: LocatedAgent;
  keep: number;
  runs: OldRun[];
}

/** Removes the runs beyond those that `rook.run.keepRuns` keeps: says which they are, asks, and leaves the rest alone. */
export async function removeOldRuns(explorer: TestExplorer, recent: RecentRuns): Promise<void> {
  await explorer.ready;
  const limits = await limitsOf(explorer.agents);
  if (!limits) return;
  const pruned: Pruned[] = [];
  for (const [located, keep] of limits) {
    const runs = await oldRuns(located.agent.runsDir, keep);
    if (runs.length > 0) pruned.push({ located, keep, runs });
  }
  if (pruned.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no old runs to remove.'));
    return;
  }
  if (!(await confirm(pruned))) return;
  let removed = 0;
  let bytes = 0;
  const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Removing old runs') };
  await vscode.window.withProgress(options, async () => {
    for (const one of pruned) {
      for (const run of await removeOf(one)) {
        removed++;
        bytes += run.bytes;
        recent.forget(join(one.located.agent.runsDir, run.id));
      }
    }
  });
  if (removed === 0) return; // the reason has been said
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} run(s) removed, {1} freed.', removed, formatSize(bytes)),
  );
}

/** How many runs each agent keeps: as the settings say, else as the user says now. */
async function limitsOf(agents: readonly LocatedAgent[]): Promise<Map<LocatedAgent, number> | undefined> {
  const set = agents.map((one) => [one, readSettings(vscode.Uri.file(one.agent.agentDir)).keepRuns] as const);
  const limited = set.filter(([, keep]) => keep > 0);
  if (limited.length > 0) return new Map(limited);
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('Remove Old Runs'),
    prompt: vscode.l10n.t('How many of the newest runs of each agent shall stay? (rook.run.keepRuns keeps all.)'),
    value: '10',
    validateInput: (text) => (/^[1-9]\d*$/.test(text.trim()) ? undefined : vscode.l10n.t('A whole number from 1 on')),
  });
  return answer === undefined ? undefined : new Map(agents.map((one) => [one, Number(answer)]));
}

async function confirm(pruned: readonly Pruned[]): Promise<boolean> {
  const runs = pruned.flatMap((one) => one.runs);
  const lines = pruned.flatMap(({ located, keep, runs: own }) => [
    vscode.l10n.t('{0}: {1} run(s), beyond the newest {2}', located.agent.name, own.length, keep),
    ...own.map(({ id, bytes }) => `• ${id}, ${formatSize(bytes)}`),
  ]);
  const shown = lines.slice(0, namedRuns);
  if (lines.length > shown.length) shown.push(vscode.l10n.t('… and {0} more', lines.length - shown.length));
  const remove = vscode.l10n.t('Remove');
  const size = formatSize(runs.reduce((sum, { bytes }) => sum + bytes, 0));
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Remove {0} run(s), {1}, with their verdicts and evidence? This cannot be undone.',
      runs.length,
      size,
    ),
    { modal: true, detail: shown.join('\n') },
    remove,
  );
  return answer === remove;
}

/** Removes under the agent's lock: nothing runs meanwhile, in this window or elsewhere. What has changed is asked anew. */
async function removeOf({ located, keep, runs }: Pruned): Promise<OldRun[]> {
  const { agent, workspace } = located;
  if (!workspace.workspace) return [];
  const lock = await lockAgent(agentSlot(workspace.workspace.rookDir, agent).lockFile, agent.id);
  if (!lock.ok) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The runs of {0} stay: {1}', agent.name, formatRefusal(lock.error)),
    );
    return [];
  }
  const removed: OldRun[] = [];
  try {
    const still = new Set((await oldRuns(agent.runsDir, keep)).map(({ id }) => id));
    for (const run of runs) {
      if (!still.has(run.id)) continue;
      await removeRun(agent.runsDir, run.id);
      removed.push(run);
    }
  } finally {
    await lock.value.release();
  }
  return removed;
}
