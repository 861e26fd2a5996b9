import * as vscode from 'vscode';
import type { SecretValues } from '../engine/lifecycle/effective-environment';
import type { HookDebugger } from '../engine/lifecycle/hook-debugger';
import { scenarioState } from '../engine/lifecycle/plan';
import type { RunHost } from '../engine/lifecycle/run';
import { Toolbox } from '../engine/tools/toolbox';
import { type LoadedProfile, loadProfile } from '../engine/workspace/agent-files';
import { messageOf } from '../engine/workspace/read-text';
import { selectProfileId } from '../engine/workspace/select';
import type { RunEvent } from '../schemas/event';
import { runPhases } from '../schemas/phase';
import type { Profile } from '../schemas/profile';
import { formatRefusal, ok, type Refusal, type Result, refuse as refusal } from '../schemas/result';
import type { Settings } from './configuration';
import { editorJudge } from './editor-judge';
import type { WantedValues } from './environment-commands';
import { environmentForHooks, nodeForHooks } from './hook-host';
import { ModalPermission } from './modal-permission';
import type { RunReporter } from './run-reporter';
import type { ScenarioTarget } from './scenario-target';
import type { LocatedAgent } from './test-explorer';

export interface AgentRun {
  located: LocatedAgent;
  targets: ReadonlyMap<string, ScenarioTarget>;
  settings: Settings;
  /** What the secret storage holds for the workspace. */
  secrets: SecretValues;
  reporter: RunReporter;
  signal: AbortSignal;
  /** Receives a function that ends every process of this run at once. */
  onProcesses: (endAllNow: () => void) => void;
  onEvent: (event: RunEvent) => void;
  /** Debugs the hooks. */
  debugger?: HookDebugger;
  /** Which of the agent's profiles to use; the active one when absent. */
  profileId?: string;
  /** Has the judge look for root causes. */
  rca?: boolean;
  /** Judges this run of the agent again, from its records: no hook runs. */
  rejudge?: string;
}

/** Runs the targets of one agent through the engine. Whatever happens, each target is settled by the reporter. */
export async function runAgent(run: AgentRun): Promise<void> {
  const outcome = await startOrContinue(run);
  if (!outcome.ok) refuse(run, outcome.error);
}

async function startOrContinue(run: AgentRun): Promise<Result<unknown>> {
  const { located, reporter, settings } = run;
  const { agent, workspace: outline } = located;
  const workspace = outline.workspace;
  if (!workspace || outline.trouble)
    return { ok: false, error: outline.trouble ?? { message: `${outline.root} cannot be read` } };
  const profileId = selectProfileId(agent, run.profileId);
  const profile = profileId.ok ? await loadProfile(agent, profileId.value, workspace.root) : profileId;
  if (!profile.ok) return profile;
  const ids = run.rejudge === undefined ? runnableIds(run, profile.value.profile) : [];
  if ((ids.length === 0 && run.rejudge === undefined) || run.signal.aborted) return ok(undefined);
  const env = environmentForHooks();
  const judge = await editorJudge(workspace, env);
  if (!judge.ok) return judge;
  const permission = new ModalPermission();
  const target = { workspace, agent, profileId: profile.value.profile.id };
  const tools = await Toolbox.open({ ...target, env, permission, hooks: settings.toolHooks });
  if (!tools.ok) return tools;
  if (tools.value.forbidden) return { ok: false, error: tools.value.forbidden };
  if (run.rejudge === undefined) {
    const may = await tools.value.mayRun(whatRuns(profile.value, agent.name), run.signal);
    if (!may.allowed) return refusal(may.reason, may.remedy);
  }
  // The engine's run loop is loaded when it is first needed: opening a folder does not pay for it.
  const { continueRun, startRun } = await import('../engine/lifecycle/run');
  const host: RunHost = {
    workspace,
    agent,
    phases: run.rejudge === undefined ? [...runPhases] : ['judge'],
    ...concurrencyOf(run),
    node: nodeForHooks(settings.nodePath),
    env,
    secrets: run.secrets,
    tools: tools.value,
    ...(judge.value && { judge: judge.value }),
    ...(run.rca && { rca: true }),
    signal: run.signal,
    ...(run.debugger && { debugger: run.debugger }),
    onProcesses: run.onProcesses,
    onEvent: (event) => {
      reporter.handle(event);
      run.onEvent(event);
    },
  };
  const entries = located.scenarios.map(({ entry }) => entry);
  return run.rejudge === undefined
    ? await startRun({ ...host, profile: profile.value, entries, selection: { only: ids } })
    : await continueRun({ ...host, runId: run.rejudge });
}

/** What a person is asked about before a target is reached for the first time: the very scripts that will be started. */
export function whatRuns({ profile, scripts }: LoadedProfile, agentName: string): string {
  const commands = [...new Set(Object.values(scripts))].map((script) => `• ${vscode.workspace.asRelativePath(script)}`);
  return vscode.l10n.t(
    'Run scenarios of {0} with profile {1} ({2})? These scripts are started, and reach the agent for real:\n{3}',
    agentName,
    profile.id,
    profile.name,
    commands.join('\n'),
  );
}

/** Hooks are debugged one at a time: several sessions that stop at once are nobody's help. */
function concurrencyOf({ settings, debugger: attached }: AgentRun): { concurrency?: number } {
  if (attached) return { concurrency: 1 };
  return settings.concurrency === undefined ? {} : { concurrency: settings.concurrency };
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
function refuse({ targets, reporter, located }: AgentRun, refusal: Refusal): void {
  const { remedy } = refusal;
  const message = { text: formatRefusal(refusal), ...(remedy && { remedy }) };
  for (const id of targets.keys()) reporter.settleAlone(id, 'errored', [message], refusal.message.split('\n', 1)[0]);
  const text = [message.text, remedy].filter(Boolean).join('\n');
  void showRefusal(text, refusal, located.workspace.root).catch((error) => console.error(messageOf(error)));
}

/** Shows a refusal as an error, with what can be done about it at once. */
export async function showRefusal(text: string, { place, missing }: Refusal, root: string): Promise<void> {
  const openFile = vscode.l10n.t('Open File');
  const setValue = missing && missing.length > 1 ? vscode.l10n.t('Set Values…') : vscode.l10n.t('Set Value…');
  const actions = [...(missing ? [setValue] : []), ...(place ? [openFile] : [])];
  const answer = await vscode.window.showErrorMessage(text, ...actions);
  if (answer === setValue && missing) {
    const wanted: WantedValues = { root, variables: [...missing] };
    await vscode.commands.executeCommand('rook.setEnvironmentValue', wanted);
  }
  if (answer !== openFile || !place) return;
  const position = new vscode.Position((place.line ?? 1) - 1, (place.column ?? 1) - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(place.file), {
    selection: new vscode.Range(position, position),
  });
}
