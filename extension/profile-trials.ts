import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { probeGoal } from '../engine/author/probe-goals';
import { effectiveEnvironment } from '../engine/lifecycle/effective-environment';
import { Toolbox } from '../engine/tools/toolbox';
import { type LoadedProfile, loadProfile } from '../engine/workspace/agent-files';
import { withCapabilities } from '../engine/workspace/declare-capabilities';
import { neededVariables } from '../engine/workspace/needed-variables';
import { selectProfileId } from '../engine/workspace/select';
import type { RunEvent } from '../schemas/event';
import type { TrialView } from '../schemas/panel-view';
import { formatRefusal, type Refusal, type Result, refuse } from '../schemas/result';
import { chooseAgent } from './agent-choice';
import { showRefusal, whatRuns } from './agent-run';
import { readSettings } from './configuration';
import { editorJudge } from './editor-judge';
import type { EnvironmentSecrets } from './environment-secrets';
import { environmentForHooks, nodeForHooks } from './hook-host';
import { ModalPermission } from './modal-permission';
import { isWithin } from './rook-roots';
import { changedPart } from './scenario-commands';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import { TrialPanel } from './trial-panel';
import { trialViewOf } from './trial-view';

/** A profile that is tried. */
interface Tried {
  located: LocatedAgent;
  profileId: string;
}

interface Active {
  abort: AbortController;
  endAllNow?: () => void;
}

/** Tries profiles: one real invocation, shown in a panel. One panel for each profile, one trial at a time in it. */
export class ProfileTrials implements vscode.Disposable {
  private readonly panels = new Map<string, TrialPanel>();
  private readonly active = new Map<string, Active>();

  constructor(
    private readonly explorer: TestExplorer,
    private readonly secrets: EnvironmentSecrets,
    private readonly extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /**
   * Tries a profile with a small harmless goal.
   * @param target the profile's file, or what says which agent's active one is meant
   */
  async test(target?: unknown): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'Rook runs the hook scripts of a workspace, and this one is not trusted. Trust it, then run again.',
        ),
      );
      return;
    }
    const located = await chooseAgent(this.explorer, target);
    if (!located) return;
    const named = profileNamedBy(target ?? vscode.window.activeTextEditor?.document.uri, located);
    const profileId = selectProfileId(located.agent, named);
    if (profileId.ok) await this.tryOne({ located, profileId: profileId.value });
    else await refusalShown(profileId.error, { located });
  }

  /** Ends what is running, at once: the host may be gone a moment later. */
  shutDown(): void {
    for (const { abort, endAllNow } of this.active.values()) {
      abort.abort();
      endAllNow?.();
    }
  }

  dispose(): void {
    for (const { abort } of this.active.values()) abort.abort();
    for (const panel of this.panels.values()) panel.dispose();
  }

  private async tryOne(tried: Tried): Promise<void> {
    const key = keyOf(tried);
    if (this.active.has(key)) return; // its progress is on screen
    const active: Active = { abort: new AbortController() };
    this.active.set(key, active);
    this.panels.get(key)?.setRunning(true);
    try {
      await saveFilesOf(tried.located);
      const view = await this.invoke(tried, active);
      if (!view.ok) await refusalShown(view.error, tried);
      else if (view.value) this.show(tried, view.value);
    } finally {
      this.active.delete(key);
      this.panels.get(key)?.setRunning(false);
    }
  }

  /** @returns undefined when it was cancelled before anything was started */
  private async invoke({ located, profileId }: Tried, active: Active): Promise<Result<TrialView | undefined>> {
    const { agent, workspace: outline } = located;
    const workspace = outline.workspace;
    if (!workspace) return refuse(`${outline.root} cannot be read`);
    const loaded = await loadProfile(agent, profileId, workspace.root);
    if (!loaded.ok) return loaded;
    const env = environmentForHooks();
    const settings = readSettings(vscode.Uri.file(agent.agentDir));
    const permission = new ModalPermission();
    const tools = await Toolbox.open({ workspace, agent, profileId, env, permission });
    if (!tools.ok) return tools;
    if (tools.value.forbidden) return { ok: false, error: tools.value.forbidden };
    const may = await tools.value.mayRun(whatRuns(loaded.value, agent.name), active.abort.signal);
    if (!may.allowed) return refuse(may.reason, may.remedy);
    const variables = neededVariables(loaded.value.profile).map(({ variable }) => variable);
    const values = await effectiveEnvironment(variables, { workspace, env, secrets: this.secrets.of(workspace.root) });
    if (!values.ok) return values;
    const judge = await editorJudge(workspace, env);
    const judgeKey = judge.ok ? judge.value?.key?.variable : undefined; // a judge that cannot be had is no matter here
    // The author is loaded when it is first needed: opening a folder does not pay for it.
    const [{ tryProfile }, { diagnose, diagnosisContext }, { keepObserved }] = await Promise.all([
      import('../engine/author/try-profile'),
      import('../engine/author/diagnosis'),
      import('../engine/lifecycle/observed-capabilities'),
    ]);
    const trial = await withPhases(profileId, active.abort, (onEvent) =>
      tryProfile({
        loaded: loaded.value,
        workspaceRoot: workspace.root,
        agent,
        node: nodeForHooks(settings.nodePath),
        env: values.value.env,
        goals: [probeGoal],
        signal: active.abort.signal,
        ...(judgeKey !== undefined && { hidden: [judgeKey] }),
        onProcesses: (endAllNow) => {
          active.endAllNow = endAllNow;
        },
        onEvent: (event) => {
          if (event.type === 'warning') this.log.warn(event.message);
          onEvent(event);
        },
      }),
    );
    if (!trial.ok) return trial;
    if (trial.value.ok) await keepObserved(agent.profilesDir, loaded.value, trial.value.observed);
    const context = diagnosisContext(loaded.value, (path) => vscode.workspace.asRelativePath(path));
    const diagnosis = diagnose(trial.value, context);
    return { ok: true, value: trialViewOf(loaded.value, agent.name, trial.value, diagnosis) };
  }

  private show(tried: Tried, view: TrialView): void {
    const key = keyOf(tried);
    const known = this.panels.get(key);
    if (known) {
      known.show(view);
      return;
    }
    const panel = new TrialPanel(
      view,
      this.extensionUri,
      async (action) => {
        switch (action) {
          case 'again':
            return this.tryOne({
              ...tried,
              located: this.explorer.agentAt(tried.located.agent.agentDir) ?? tried.located,
            });
          case 'openScript':
            return openScript(tried);
          case 'writeCapabilities':
            return this.declare(tried);
          default:
            action satisfies never;
        }
      },
      () => this.panels.delete(key),
    );
    this.panels.set(key, panel);
  }

  private async declare(tried: Tried): Promise<void> {
    const panel = this.panels.get(keyOf(tried));
    const loaded = await load(tried);
    if (!panel || !loaded.ok) return loaded.ok ? undefined : refusalShown(loaded.error, tried);
    const observed = Object.fromEntries(panel.capabilities.map(({ name, observed: seen }) => [name, seen]));
    const document = await vscode.workspace.openTextDocument(loaded.value.file);
    const text = document.getText();
    const edited = withCapabilities(text, basename(loaded.value.file), observed);
    if (!edited.ok) return refusalShown(edited.error, tried);
    if (edited.value !== text) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, ...changedPart(document, text, edited.value));
      await vscode.workspace.applyEdit(edit);
      await document.save();
    }
    panel.setDeclared(observed);
  }
}

function refusalShown(error: Refusal, { located }: Pick<Tried, 'located'>): Promise<void> {
  return showRefusal([formatRefusal(error), error.remedy].filter(Boolean).join('\n'), error, located.workspace.root);
}

function keyOf({ located, profileId }: Tried): string {
  return `${located.agent.agentDir}#${profileId}`;
}

function load({ located, profileId }: Tried): Promise<Result<LoadedProfile>> {
  return loadProfile(located.agent, profileId, located.workspace.root);
}

/** Opens the script that sends the goal. */
async function openScript(tried: Tried): Promise<void> {
  const loaded = await load(tried);
  if (!loaded.ok) return refusalShown(loaded.error, tried);
  const script = loaded.value.scripts.execute;
  if (script !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(script));
}

/** The id of the profile whose file it is. */
export function profileNamedBy(target: unknown, { agent }: LocatedAgent): string | undefined {
  if (!(target instanceof vscode.Uri) || dirname(target.fsPath) !== agent.profilesDir) return undefined;
  return /([^\\/]+)\.ya?ml$/.exec(target.fsPath)?.[1];
}

/** What is tried is what the user sees, not what was saved last. */
export async function saveFilesOf({ agent }: LocatedAgent): Promise<void> {
  const own = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && isWithin(uri.fsPath, agent.agentDir),
  );
  await Promise.all(own.map((document) => document.save()));
}

/** Shows a notification that names the phase while the work goes on; cancelling it cancels the work. */
function withPhases<T>(
  profileId: string,
  abort: AbortController,
  work: (onEvent: (event: RunEvent) => void) => Promise<T>,
): Promise<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Rook tries profile {0}', profileId),
    cancellable: true,
  };
  const done = vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort());
    return work((event) => {
      if (event.type === 'phaseStarted') progress.report({ message: event.phase });
    });
  });
  return Promise.resolve(done);
}
