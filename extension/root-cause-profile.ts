import * as vscode from 'vscode';
import { hasEditorJudge } from './editor-judge';
import { environmentForHooks } from './hook-host';
import type { TestExplorer } from './test-explorer';

/**
 * Run with Root Cause Analysis: in the run menu only while a judge model is configured for one of the open workspaces,
 * by the settings, settings.json or the environment.
 */
export class RootCauseProfile implements vscode.Disposable {
  private profile: vscode.TestRunProfile | undefined;
  private disposed = false;
  private readonly listeners: vscode.Disposable[];
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly explorer: TestExplorer,
    private readonly create: (label: string) => vscode.TestRunProfile,
  ) {
    this.listeners = [
      explorer.onDidChange(() => this.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('rook.judge')) this.update();
      }),
    ];
  }

  dispose(): void {
    this.disposed = true;
    for (const listener of this.listeners) listener.dispose();
    this.profile?.dispose();
  }

  /** One look at a time: the last change decides. */
  private update(): void {
    this.work = this.work.then(async () => this.show(await this.anyJudge())).catch(() => {}); // what cannot be read is said by a run
  }

  private show(wanted: boolean): void {
    if (this.disposed || wanted === (this.profile !== undefined)) return;
    this.profile?.dispose();
    this.profile = wanted ? this.create(vscode.l10n.t('Run with Root Cause Analysis')) : undefined;
  }

  private async anyJudge(): Promise<boolean> {
    const env = environmentForHooks();
    for (const { workspace } of this.explorer.workspaces)
      if (workspace && (await hasEditorJudge(workspace, env))) return true;
    return false;
  }
}
