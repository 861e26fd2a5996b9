import * as vscode from 'vscode';
import type { RecentRun, RecentRuns } from './recent-runs';
import type { TestExplorer } from './test-explorer';

/** The profile that a run would use and how the last run came out; a click shows its verdicts. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('rook.status', vscode.StatusBarAlignment.Left, 10);
  private readonly owned: vscode.Disposable[];

  constructor(
    private readonly explorer: TestExplorer,
    private readonly recent: RecentRuns,
    onFault: (error: unknown) => void,
  ) {
    this.item.name = 'Rook';
    this.item.command = 'rook.openVerdict';
    const update = (): void => void this.update().catch(onFault);
    this.owned = [this.item, explorer.onDidChange(update), recent.onDidChange(update)];
  }

  dispose(): void {
    for (const one of this.owned) one.dispose();
  }

  private async update(): Promise<void> {
    const { agents } = this.explorer;
    const last = await this.recent.last(agents.map(({ agent }) => agent.agentDir));
    const shown = agents.find(({ agent }) => agent.agentDir === last?.agentDir) ?? activeOf(agents);
    if (!shown) {
      this.item.hide();
      return;
    }
    const { agent, profile, profileTrouble } = shown;
    this.item.text = `$(beaker) ${profile?.id ?? 'no profile'}${countsOf(last)}`;
    this.item.tooltip = [
      `Rook: ${agent.name}, ${profile ? `profile ${profile.name}` : (profileTrouble ?? 'no profile')}`,
      last?.report ? `Last run: ${last.report.headline}` : 'Nothing has run yet.',
    ].join('\n');
    this.item.show();
  }
}

function activeOf(agents: TestExplorer['agents']): TestExplorer['agents'][number] | undefined {
  return agents.find(({ agent, project }) => agent.id === project.activeAgentId) ?? agents[0];
}

function countsOf(last: RecentRun | undefined): string {
  if (!last?.report) return '';
  const { passed, failed, unverifiable } = last.report.totals;
  return `: $(pass) ${passed} $(error) ${failed} $(question) ${unverifiable}`;
}
