import * as vscode from 'vscode';
import type { RecentRun, RecentRuns } from './recent-runs';
import type { TestExplorer } from './test-explorer';

/** The profile that a run would use and how the last run came out; a click shows the profiles. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('rook.status', vscode.StatusBarAlignment.Left, 10);
  private readonly owned: vscode.Disposable[];
  private leadsTo: string | undefined;

  constructor(
    private readonly explorer: TestExplorer,
    private readonly recent: RecentRuns,
    onFault: (error: unknown) => void,
  ) {
    this.item.name = 'Rook';
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
    const icon = last && !last.ended ? '$(loading~spin)' : '$(beaker)';
    this.leadTo(agent.agentDir);
    this.item.text = `${icon} ${profile?.id ?? vscode.l10n.t('no profile')}${countsOf(last)}`;
    this.item.tooltip = [
      `Rook: ${agent.name}, ${profile ? vscode.l10n.t('profile {0}', profile.name) : (profileTrouble ?? vscode.l10n.t('no profile'))}`,
      last?.report ? vscode.l10n.t('Last run: {0}', last.report.headline) : vscode.l10n.t('Nothing has run yet.'),
      vscode.l10n.t('Click to choose a profile.'),
    ].join('\n');
    this.item.show();
  }

  /** A click shows the profiles of this agent. Set anew, a command is a new one: a click a moment before would find none. */
  private leadTo(agentDir: string): void {
    if (this.leadsTo === agentDir) return;
    this.leadsTo = agentDir;
    this.item.command = {
      command: 'rook.chooseProfile',
      title: vscode.l10n.t('Choose Profile…'),
      arguments: [vscode.Uri.file(agentDir)],
    };
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
