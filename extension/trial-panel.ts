import * as vscode from 'vscode';
import { messageOf } from '../engine/workspace/read-text';
import { FromPanel, type ToPanel } from '../schemas/panel';
import type { TrialView } from '../schemas/panel-view';
import { panelHtml } from './panel-html';

/** What the panel of a trial hands on. */
export type TrialAction = Extract<FromPanel, { type: 'trialAction' }>['action'];

const trialPanelType = 'rook.trial';

/** The panel that shows how a profile was tried. It is not restored: what it shows is of this window. */
export class TrialPanel implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private view: TrialView;
  private ready = false;

  constructor(
    view: TrialView,
    extensionUri: vscode.Uri,
    private readonly act: (action: TrialAction) => Promise<void>,
    onClosed: () => void,
  ) {
    this.view = view;
    this.panel = vscode.window.createWebviewPanel(
      trialPanelType,
      vscode.l10n.t('{0} Trial', view.profileId),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')] },
    );
    const { panel } = this;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'rook.svg');
    panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message));
    panel.onDidDispose(onClosed);
    panel.webview.html = panelHtml(panel.webview, extensionUri, { title: panel.title });
  }

  /** Shows a trial in place of the one before. */
  show(view: TrialView): void {
    this.view = view;
    this.send();
    this.panel.reveal(undefined, true);
  }

  get capabilities(): TrialView['capabilities'] {
    return this.view.capabilities;
  }

  /** Takes note of what the profile declares now. */
  setDeclared(declared: Readonly<Record<string, boolean>>): void {
    const capabilities = this.view.capabilities.map((one) => ({
      ...one,
      declared: declared[one.name] ?? one.declared,
    }));
    this.view = { ...this.view, capabilities };
    this.send();
  }

  /** Says that another trial is on, or over; what was shown stays. */
  setRunning(running: boolean): void {
    this.view = { ...this.view, running };
    this.send();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private receive(data: unknown): void {
    const message = FromPanel.safeParse(data);
    if (!message.success) return; // not one of ours
    switch (message.data.type) {
      case 'ready': // sent again whenever a hidden panel is shown again: its page is new then
        this.ready = true;
        this.send();
        return;
      case 'trialAction':
        this.act(message.data.action).catch((error: unknown) => {
          void vscode.window.showErrorMessage(`Rook: ${messageOf(error)}`);
        });
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.data.text);
        return;
      case 'go': // of the panel of a verdict
      case 'request':
      case 'openFile':
      case 'openScenario':
      case 'openScript':
      case 'export':
        return;
      default:
        message.data satisfies never;
    }
  }

  private send(): void {
    if (this.ready) void this.panel.webview.postMessage({ type: 'trial', view: this.view } satisfies ToPanel);
  }
}
