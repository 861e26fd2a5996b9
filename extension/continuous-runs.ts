import * as vscode from 'vscode';
import { findProfileFile, loadProfile } from '../engine/workspace/agent-files';
import { selectProfileId } from '../engine/workspace/select';
import { readSettings } from './configuration';
import { selectByAgent } from './run-targets';
import { SpendGuard, soundsLikeProduction } from './spend-guard';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import type { RunManner, TestRuns } from './test-runs';

/** Files that are saved together, by "Save All" or a formatter, make one run. */
const settleMs = 300;

/**
 * Runs scenarios again when what they depend on is saved: their own file, the profile in use, or one of its scripts.
 * A guard keeps watching from becoming spending.
 */
export class ContinuousRuns {
  private readonly guard = new SpendGuard(() => readSettings().maxRunsPerHour);

  constructor(
    private readonly explorer: TestExplorer,
    private readonly runs: TestRuns,
  ) {}

  /** Watches until the token is cancelled. Resolves at once: VS Code keeps a continuous run by its token. */
  async watch(request: vscode.TestRunRequest, token: vscode.CancellationToken, how: RunManner): Promise<void> {
    if (!(await this.mayWatch(request, how))) return;
    const saved = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.scheme !== 'file') return;
      saved.add(uri.fsPath);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const files = new Set(saved);
        saved.clear();
        void this.runAffected(files, request, token, how);
      }, settleMs);
    });
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      listener.dispose();
    });
  }

  private async runAffected(
    files: ReadonlySet<string>,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    how: RunManner,
  ): Promise<void> {
    await this.explorer.update(files);
    const affected: vscode.TestItem[] = [];
    for (const [agentDir, selected] of selectByAgent(this.explorer, request)) {
      const located = this.explorer.agentAt(agentDir);
      const all = located !== undefined && (await shapesEveryRun(located, files, how.profileId));
      // What was not pointed at stays left out when it is excluded, though the request that follows names each scenario.
      const wanted = selected.filter(
        ({ scenario, named }) => named || !scenario.tags.some(({ id }) => id === 'excluded'),
      );
      const items = wanted.map(({ scenario }) => scenario);
      affected.push(...items.filter(({ uri }) => all || files.has(uri?.fsPath ?? '')));
    }
    if (affected.length === 0 || token.isCancellationRequested) return;
    if (!this.guard.allows(affected.length)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'Rook does not run {0} scenario(s) again: watching has run {1} within the hour, and rook.watch.maxRunsPerHour allows {2}.',
          affected.length,
          this.guard.spent,
          this.guard.limit,
        ),
      );
      return;
    }
    await this.runs.run(new vscode.TestRunRequest(affected, request.exclude, request.profile, false, true), token, how);
  }

  /** A profile that sounds like production is not reached again and again without a clear word. */
  private async mayWatch(request: vscode.TestRunRequest, how: RunManner): Promise<boolean> {
    const names = new Set<string>();
    for (const agentDir of selectByAgent(this.explorer, request).keys()) {
      const located = this.explorer.agentAt(agentDir);
      const id = how.profileId ?? located?.profile?.id;
      if (!located || id === undefined) continue;
      const loaded = await loadProfile(located.agent, id, located.workspace.root);
      if (soundsLikeProduction(id, loaded.ok ? loaded.value.profile.name : undefined)) names.add(id);
    }
    if (names.size === 0) return true;
    const go = vscode.l10n.t('Watch Anyway');
    const message = vscode.l10n.t('Run scenarios against {0} each time a file is saved?', [...names].join(', '));
    const detail = vscode.l10n.t('The name of this profile says that it reaches the real thing.');
    return (await vscode.window.showWarningMessage(message, { modal: true, detail }, go)) === go;
  }
}

/** Whether one of the files is the profile in use or one of its scripts. */
async function shapesEveryRun(
  { agent, workspace }: LocatedAgent,
  files: ReadonlySet<string>,
  profileId: string | undefined,
): Promise<boolean> {
  const id = selectProfileId(agent, profileId);
  if (!id.ok) return false;
  const file = await findProfileFile(agent, id.value);
  if (file !== undefined && files.has(file)) return true;
  const loaded = await loadProfile(agent, id.value, workspace.root);
  return loaded.ok && Object.values(loaded.value.scripts).some((script) => files.has(script));
}
