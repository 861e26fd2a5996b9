import * as vscode from 'vscode';
import { scenarioState } from '../engine/lifecycle/plan';
import { loadProfile } from '../engine/workspace/agent-files';
import { messageOf } from '../engine/workspace/read-text';
import { selectProfileId } from '../engine/workspace/select';
import type { RunEvent } from '../schemas/event';
import { runPhases } from '../schemas/phase';
import type { Profile } from '../schemas/profile';
import { formatRefusal, type Refusal } from '../schemas/result';
import type { Settings } from './configuration';
import { environmentForHooks, nodeForHooks } from './hook-host';
import type { RunReporter } from './run-reporter';
import type { ScenarioTarget } from './scenario-target';
import type { LocatedAgent } from './test-explorer';

export interface AgentRun {
  located: LocatedAgent;
  targets: ReadonlyMap<string, ScenarioTarget>;
  settings: Settings;
  reporter: RunReporter;
  signal: AbortSignal;
  /** Receives a function that ends every process of this run at once. */
  onProcesses: (endAllNow: () => void) => void;
  onEvent: (event: RunEvent) => void;
}

/** Runs the targets of one agent through the engine. Whatever happens, each target is settled by the reporter. */
export async function runAgent(run: AgentRun): Promise<void> {
  const { located, reporter, settings } = run;
  const { agent, workspace: outline } = located;
  const workspace = outline.workspace;
  if (!workspace || outline.trouble) {
    refuse(run, outline.trouble ?? { message: `${outline.root} cannot be read` });
    return;
  }
  const profileId = selectProfileId(agent);
  const profile = profileId.ok ? await loadProfile(agent, profileId.value, workspace.root) : profileId;
  if (!profile.ok) {
    refuse(run, profile.error);
    return;
  }
  const ids = runnableIds(run, profile.value.profile);
  if (ids.length === 0 || run.signal.aborted) return;
  // The engine's run loop is loaded when it is first needed: opening a folder does not pay for it.
  const { startRun } = await import('../engine/lifecycle/run');
  const outcome = await startRun({
    workspace,
    agent,
    profile: profile.value,
    entries: located.scenarios.map(({ entry }) => entry),
    selection: { only: ids },
    phases: [...runPhases],
    ...(settings.concurrency !== undefined && { concurrency: settings.concurrency }),
    node: nodeForHooks(settings.nodePath),
    env: environmentForHooks(),
    signal: run.signal,
    onProcesses: run.onProcesses,
    onEvent: (event) => {
      reporter.handle(event);
      run.onEvent(event);
    },
  });
  if (!outcome.ok) refuse(run, outcome.error);
}

/** The scenarios that can run; the others are settled here, with the reason. */
function runnableIds({ targets, reporter }: AgentRun, profile: Profile): string[] {
  const ids: string[] = [];
  for (const [id, target] of targets) {
    const state = scenarioState(target.outline.entry, profile);
    switch (state.kind) {
      case 'runnable':
        ids.push(id);
        break;
      case 'excluded': // who points at the very scenario wants it to run, as --only does
        if (target.named) ids.push(id);
        else reporter.settleAlone(id, 'skipped', [], state.why);
        break;
      case 'unrunnable':
        reporter.settleAlone(id, 'skipped', [], `not runnable: ${state.why}`);
        break;
      default:
        state satisfies never;
    }
  }
  return ids;
}

/** A run that cannot be: said once aloud, and on each scenario that was asked for. */
function refuse({ targets, reporter }: AgentRun, refusal: Refusal): void {
  const { remedy } = refusal;
  const message = { text: formatRefusal(refusal), ...(remedy && { remedy }) };
  for (const id of targets.keys()) reporter.settleAlone(id, 'errored', [message], refusal.message.split('\n', 1)[0]);
  const text = [message.text, remedy].filter(Boolean).join('\n');
  void showRefusal(text, refusal).catch((error) => console.error(messageOf(error)));
}

async function showRefusal(text: string, { place }: Refusal): Promise<void> {
  const openFile = 'Open File';
  const answer = await vscode.window.showErrorMessage(text, ...(place ? [openFile] : []));
  if (answer !== openFile || !place) return;
  const position = new vscode.Position((place.line ?? 1) - 1, (place.column ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(place.file), {
    selection: new vscode.Range(position, position),
  });
}
