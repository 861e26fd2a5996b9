import * as vscode from 'vscode';
import { PanelFollower } from '../engine/report/views/panel-follower';
import { PanelSession } from '../engine/report/views/panel-session';
import { recordPath } from '../engine/report/views/record-files';
import { messageOf } from '../engine/workspace/read-text';
import type { AgentRef } from '../engine/workspace/workspace';
import { type ExportForm, FromPanel, type PanelRoute, type ToPanel } from '../schemas/panel';
import { panelHtml } from './panel-html';
import type { PanelPlace } from './panel-record';

/** What a panel needs from its surroundings. */
export interface PanelSurroundings {
  extensionUri: vscode.Uri;
  openScenario(place: ScenarioPlace, criterionId: string | undefined): Promise<void>;
  openScript(place: ScenarioPlace, phase: string): Promise<void>;
  /** @param form asked for when it is not given. */
  exportRun(agent: AgentRef, runId: string, form?: ExportForm): Promise<void>;
  log: vscode.LogOutputChannel;
}

/** A panel that shows a scenario, and where its records are. */
export interface ScenarioPlace {
  agent: AgentRef;
  route: Extract<PanelRoute, { view: 'scenario' }>;
  scenarioDir: string;
}

/** One verdict panel: shows a place in the runs of an agent, goes where it is sent, and follows what is written there. */
export class VerdictPanel implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private watchers: vscode.Disposable[] = [];
  private readonly session: PanelSession;
  private readonly follower: PanelFollower;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly place: PanelPlace,
    private readonly surroundings: PanelSurroundings,
  ) {
    const { extensionUri } = surroundings;
    this.session = new PanelSession(place.agent, place.route);
    this.follower = new PanelFollower(place.agent, this.session, {
      post: (message) => this.post(message),
      fault: (error) => this.fault(error),
    });
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'rook.svg');
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')] };
    this.owned.push(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    this.arrive();
    panel.webview.html = panelHtml(panel.webview, extensionUri, {
      title: panel.title,
      state: { agentDir: place.agent.agentDir, route: place.route, host: 'editor' },
    });
  }

  /** Whether it shows this place. */
  shows(place: PanelPlace): boolean {
    const { agent } = this.place;
    return agent.agentDir === place.agent.agentDir && sameRoute(this.session.route, place.route);
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.follower.stop();
    for (const one of [...this.owned, ...this.watchers]) one.dispose();
  }

  private receive(data: unknown): void {
    const message = FromPanel.safeParse(data);
    if (!message.success) return; // not one of ours
    this.take(message.data).catch((error: unknown) => this.fault(error));
  }

  private async take(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready': // sent again whenever a hidden panel is shown again: its page is new then
        return this.follower.begin();
      case 'go':
        this.session.go(message.route);
        this.arrive();
        return this.follower.refresh();
      case 'request':
        return this.post({
          type: 'answer',
          id: message.id,
          answer: await this.session.answer(message.request),
        });
      case 'openFile':
        return this.openFile(message.file);
      case 'openScenario':
        return this.onScenario((place) => this.surroundings.openScenario(place, message.criterionId));
      case 'openScript':
        return this.onScenario((place) => this.surroundings.openScript(place, message.phase));
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'export': {
        const { route } = this.session;
        const runId = route.view === 'run' || route.view === 'scenario' ? route.runId : undefined;
        if (runId !== undefined) await this.surroundings.exportRun(this.place.agent, runId, message.form);
        return;
      }
      case 'trialAction': // of the panel of a trial
        return;
      default:
        message satisfies never;
    }
  }

  private async onScenario(act: (place: ScenarioPlace) => Promise<void>): Promise<void> {
    const { route, scenarioDir } = this.session;
    if (route.view === 'scenario' && scenarioDir !== undefined)
      await act({ agent: this.place.agent, route, scenarioDir });
  }

  private async openFile(name: string): Promise<void> {
    const { scenarioDir } = this.session;
    if (scenarioDir === undefined) return;
    const file = await recordPath(scenarioDir, name);
    if (file.ok) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file.value), { preview: true });
    else void vscode.window.showWarningMessage(file.error.message);
  }

  /** The panel stands at another place: its title, and what it watches. */
  private arrive(): void {
    this.panel.title = titleOf(this.session.route, this.place.agent);
    for (const one of this.watchers) one.dispose();
    const deep = this.session.route.view === 'run';
    this.watchers = this.session.watchedFolders.flatMap((folder) => {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), deep ? '{*,*/verdict.yaml}' : '*');
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const soon = (): void => this.follower.soon();
      return [watcher, watcher.onDidCreate(soon), watcher.onDidChange(soon), watcher.onDidDelete(soon)];
    });
  }

  private async post(message: ToPanel): Promise<void> {
    await this.panel.webview.postMessage(message);
  }

  private fault(error: unknown): void {
    this.surroundings.log.error(error instanceof Error ? error : String(error));
    void this.post({ type: 'failed', message: messageOf(error) });
  }
}

/** Two names of one place. */
function sameRoute(one: PanelRoute, other: PanelRoute): boolean {
  const keyOf = (route: PanelRoute): string => JSON.stringify(Object.entries(route).sort());
  return keyOf(one) === keyOf(other);
}

function titleOf(route: PanelRoute, agent: AgentRef): string {
  switch (route.view) {
    case 'run':
      return vscode.l10n.t('Run {0}', route.runId);
    case 'scenario':
      return vscode.l10n.t('{0} Verdict', route.scenarioId);
    case 'compare':
      return vscode.l10n.t('{0} Compared', route.scenarioId ?? agent.name);
    case 'trends':
      return vscode.l10n.t('{0} Trends', route.scenarioId ?? agent.name);
    default:
      return route satisfies never;
  }
}
