import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { scenarioViewOf } from '../engine/report/scenario-view';
import { messageOf } from '../engine/workspace/read-text';
import { openRun, storedValue } from '../engine/workspace/runs';
import { FromPanel, type ToPanel } from '../schemas/panel';
import { panelHtml } from './panel-html';
import { type PanelRecord, recordPath } from './panel-record';

/** A running scenario writes several files a second; the panel follows at this pace, in milliseconds. */
const refreshMs = 250;
/** A watcher begins late, and what was written before it did is missed: while a run goes on, it is looked at anyway. Milliseconds. */
const lookAgainMs = 1000;

/** What a panel needs from its surroundings. */
export interface PanelSurroundings {
  extensionUri: vscode.Uri;
  openScenario(record: PanelRecord, criterionId: string | undefined): Promise<void>;
  log: vscode.LogOutputChannel;
}

/** One verdict panel: shows the records of one scenario in one run, and follows them while they are written. */
export class VerdictPanel implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lookAgain: NodeJS.Timeout | undefined;
  private ready = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly record: PanelRecord,
    private readonly surroundings: PanelSurroundings,
  ) {
    const { runDir, scenarioDir, scenarioId } = record;
    const { extensionUri } = surroundings;
    panel.title = vscode.l10n.t('{0} Verdict', scenarioId);
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'rook.svg');
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')] };
    this.owned.push(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    for (const folder of [runDir, scenarioDir]) {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '*');
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const soon = (): void => this.refreshSoon();
      this.owned.push(watcher, watcher.onDidCreate(soon), watcher.onDidChange(soon), watcher.onDidDelete(soon));
    }
    panel.webview.html = panelHtml(panel.webview, extensionUri, {
      title: scenarioId,
      state: { runDir, scenarioId },
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.lookAgain);
    this.ready = false;
    for (const one of this.owned) one.dispose();
  }

  private receive(data: unknown): void {
    const message = FromPanel.safeParse(data);
    if (!message.success) return; // not one of ours
    this.answer(message.data).catch((error: unknown) => this.fault(error));
  }

  private async answer(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready': // sent again whenever a hidden panel is shown again: its page is new then
        this.ready = true;
        return this.refresh();
      case 'openFile': {
        const file = await recordPath(this.record.scenarioDir, message.file);
        if (file.ok) await vscode.window.showTextDocument(vscode.Uri.file(file.value), { preview: true });
        else void vscode.window.showWarningMessage(file.error.message);
        return;
      }
      case 'openScenario':
        return this.surroundings.openScenario(this.record, message.criterionId);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'trialAction': // of the panel of a trial
        return;
      default:
        message satisfies never;
    }
  }

  private refreshSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.refresh().catch((error: unknown) => this.fault(error));
    }, refreshMs);
  }

  private async refresh(): Promise<void> {
    if (!this.ready) return;
    const { runDir, runId, scenarioId } = this.record;
    const run = await openRun(dirname(runDir), runId);
    const message: ToPanel = run.ok
      ? { type: 'scenario', view: await scenarioViewOf(run.value, scenarioId) }
      : { type: 'failed', ...run.error };
    if (!this.ready) return; // closed meanwhile
    clearTimeout(this.lookAgain);
    if (run.ok && storedValue(run.value.file)?.status === 'running')
      this.lookAgain = setTimeout(() => this.refreshSoon(), lookAgainMs);
    await this.panel.webview.postMessage(message);
  }

  private fault(error: unknown): void {
    this.surroundings.log.error(error instanceof Error ? error : String(error));
    void this.panel.webview.postMessage({ type: 'failed', message: messageOf(error) } satisfies ToPanel);
  }
}
