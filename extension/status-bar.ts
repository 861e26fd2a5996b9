import * as vscode from 'vscode';
import type { RecentRun, RecentRuns } from './recent-runs';
import type { TestExplorer } from './test-explorer';

/** The profile that a run would use, which leads to the others, and how the last run came out, which leads to it. */
export class StatusBar implements vscode.Disposable {
  private readonly profile = new LeadingItem('rook.status', 'Rook', 10, {
    command: 'rook.chooseProfile',
    title: vscode.l10n.t('Choose Profile…'),
  });
  private readonly run = new LeadingItem('rook.lastRun', vscode.l10n.t('Rook: Last Run'), 9, {
    command: 'rook.openLastRun',
    title: vscode.l10n.t('Open Last Run'),
  });
  private readonly owned: vscode.Disposable[];

  constructor(
    private readonly explorer: TestExplorer,
    private readonly recent: RecentRuns,
    onFault: (error: unknown) => void,
  ) {
    const update = (): void => void this.update().catch(onFault);
    this.owned = [this.profile, this.run, explorer.onDidChange(update), recent.onDidChange(update)];
  }

  dispose(): void {
    for (const one of this.owned) one.dispose();
  }

  private async update(): Promise<void> {
    const { agents } = this.explorer;
    const last = await this.recent.last(agents.map(({ agent }) => agent.agentDir));
    const shown = agents.find(({ agent }) => agent.agentDir === last?.agentDir) ?? activeOf(agents);
    if (!shown) {
      this.profile.hide();
      this.run.hide();
      return;
    }
    const { agent, profile, profileTrouble } = shown;
    this.profile.show(agent.agentDir, `$(beaker) ${profile?.id ?? vscode.l10n.t('no profile')}`, [
      `Rook: ${agent.name}, ${profile ? vscode.l10n.t('profile {0}', profile.name) : (profileTrouble ?? vscode.l10n.t('no profile'))}`,
      vscode.l10n.t('Click to choose a profile.'),
    ]);
    if (last)
      this.run.show(agent.agentDir, resultOf(last), [
        last.report
          ? vscode.l10n.t('Last run: {0}', last.report.headline)
          : last.ended
            ? vscode.l10n.t('The last run has no report.')
            : vscode.l10n.t('A run goes on.'),
        vscode.l10n.t('Click to open the run.'),
      ]);
    else this.run.hide();
  }
}

/** An item of the status bar whose command is about an agent. */
class LeadingItem implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private leadsTo: string | undefined;

  constructor(
    id: string,
    name: string,
    priority: number,
    private readonly command: vscode.Command,
  ) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.item.name = name;
  }

  show(agentDir: string, text: string, tooltip: readonly string[]): void {
    // Set anew, a command is a new one: a click a moment before would find none.
    if (this.leadsTo !== agentDir) this.item.command = { ...this.command, arguments: [vscode.Uri.file(agentDir)] };
    this.leadsTo = agentDir;
    this.item.text = text;
    this.item.tooltip = tooltip.join('\n');
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function activeOf(agents: TestExplorer['agents']): TestExplorer['agents'][number] | undefined {
  return agents.find(({ agent, project }) => agent.id === project.activeAgentId) ?? agents[0];
}

function resultOf({ report, ended }: RecentRun): string {
  if (!ended) return `$(loading~spin) ${vscode.l10n.t('running')}`;
  if (!report) return `$(law) ${vscode.l10n.t('no report')}`;
  const { passed, failed, unverifiable } = report.totals;
  return `$(pass) ${passed} $(error) ${failed} $(question) ${unverifiable}`;
}
