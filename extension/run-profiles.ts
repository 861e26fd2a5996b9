import * as vscode from 'vscode';
import { ContinuousRuns } from './continuous-runs';
import { RootCauseProfile } from './root-cause-profile';
import type { TestExplorer } from './test-explorer';
import type { RunManner, TestRuns } from './test-runs';

/**
 * What the run menu offers: Run and Debug with the active profile, and Run with each of the profiles that there are,
 * when an agent has several; while a judge model is configured, Run with Root Cause Analysis.
 */
export class RunProfiles implements vscode.Disposable {
  private readonly named = new Map<string, vscode.TestRunProfile>();
  private readonly owned: vscode.Disposable[];
  private readonly continuous: ContinuousRuns;

  constructor(
    private readonly explorer: TestExplorer,
    private readonly runs: TestRuns,
  ) {
    this.continuous = new ContinuousRuns(explorer, runs);
    const { Run, Debug } = vscode.TestRunProfileKind;
    this.owned = [
      this.create(vscode.l10n.t('Run'), Run, true, {}),
      this.create(vscode.l10n.t('Debug Hooks'), Debug, true, { debug: true }),
      explorer.onDidChange(() => this.update()),
      new RootCauseProfile(explorer, (label) => this.create(label, Run, false, { rca: true })),
    ];
  }

  dispose(): void {
    for (const one of [...this.named.values(), ...this.owned]) one.dispose();
  }

  private update(): void {
    const ids = new Set(
      this.explorer.agents.flatMap(({ agent }) => (agent.profileIds.length > 1 ? agent.profileIds : [])),
    );
    for (const [id, profile] of this.named) {
      if (ids.has(id)) continue;
      profile.dispose();
      this.named.delete(id);
    }
    for (const id of ids) {
      if (this.named.has(id)) continue;
      const label = vscode.l10n.t('Run with Profile {0}', id);
      this.named.set(id, this.create(label, vscode.TestRunProfileKind.Run, false, { profileId: id }));
    }
  }

  private create(
    label: string,
    kind: vscode.TestRunProfileKind,
    isDefault: boolean,
    how: RunManner,
  ): vscode.TestRunProfile {
    const { controller } = this.explorer;
    const handler = (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> =>
      request.continuous ? this.continuous.watch(request, token, how) : this.runs.run(request, token, how);
    // Watching would ask a model with every save.
    const watches = kind === vscode.TestRunProfileKind.Run && !how.rca;
    return controller.createRunProfile(label, kind, handler, isDefault, undefined, watches);
  }
}
