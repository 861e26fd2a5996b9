import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import { scenarioViewOf } from '../engine/report/views/scenario-view';
import { isMissing } from '../engine/workspace/read-text';
import { openRun } from '../engine/workspace/runs';
import type { ScenarioPlace } from './verdict-panel';

/**
 * Opens the script that ran in a phase. The record names it, and a record can be edited: only a file inside the workspace is
 * opened, and nothing is run.
 */
export async function openScript(place: ScenarioPlace, root: string, phase: string): Promise<void> {
  const { agent, route } = place;
  const run = await openRun(agent.runsDir, route.runId);
  if (!run.ok) throw new Error(run.error.message);
  const view = await scenarioViewOf(run.value, route.scenarioId, route.attempt);
  const command = view.timeline.find((entry) => entry.phase === phase && entry.command)?.command ?? [];
  for (const part of command.slice(1)) {
    const file = await fileInside(root, isAbsolute(part) ? part : resolve(root, part));
    if (file === undefined || !/\.[cm]?[jt]s$/.test(file)) continue;
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true });
    return;
  }
  void vscode.window.showWarningMessage(
    vscode.l10n.t('The script of {0} is not in this workspace any more, or is not on record.', phase),
  );
}

async function fileInside(root: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return real.startsWith((await realpath(root)) + sep) ? path : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
