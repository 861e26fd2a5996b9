import * as vscode from 'vscode';
import { PanelState } from '../schemas/panel';
import { verdictPanelType } from './doors';
import { checkRecord, type PanelRecord } from './panel-record';
import { lineOfCriterion } from './scenario-outline';
import type { TestExplorer } from './test-explorer';
import { type PanelSurroundings, VerdictPanel } from './verdict-panel';

/** The verdict panels: one for each scenario of a run, used again, and restored when the window is loaded again. */
export class VerdictPanels implements vscode.Disposable {
  private readonly panels = new Map<string, VerdictPanel>();
  private readonly surroundings: PanelSurroundings;

  constructor(
    private readonly explorer: TestExplorer,
    extensionUri: vscode.Uri,
    log: vscode.LogOutputChannel,
  ) {
    this.surroundings = { extensionUri, log, openScenario: (record, id) => this.openScenario(record, id) };
  }

  /** Shows the verdict panel of these records, or says why it cannot. */
  async open(state: PanelState): Promise<void> {
    const record = await this.check(state);
    if (!record) return;
    const known = this.panels.get(keyOf(record));
    if (known) {
      known.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(verdictPanelType, record.scenarioId, vscode.ViewColumn.Active);
    this.adopt(panel, record);
  }

  /** Takes over a panel of the window before its reload, with what it had kept. */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const state = PanelState.safeParse(kept);
    const record = state.success ? await this.check(state.data) : undefined;
    if (record) this.adopt(panel, record);
    else panel.dispose();
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
  }

  private adopt(panel: vscode.WebviewPanel, record: PanelRecord): void {
    const verdict = new VerdictPanel(panel, record, this.surroundings);
    this.panels.set(keyOf(record), verdict);
    panel.onDidDispose(() => {
      verdict.dispose();
      if (this.panels.get(keyOf(record)) === verdict) this.panels.delete(keyOf(record));
    });
  }

  private async check(state: PanelState): Promise<PanelRecord | undefined> {
    await this.explorer.ready;
    const record = checkRecord(
      state,
      this.explorer.agents.map(({ agent }) => agent),
    );
    if (record.ok) return record.value;
    void vscode.window.showWarningMessage([record.error.message, record.error.remedy].filter(Boolean).join('. '));
    return undefined;
  }

  /** Opens the scenario's file as it is today; when it is gone, the copy that the run has. */
  private async openScenario({ agentDir, scenarioDir, scenarioId }: PanelRecord, criterionId?: string): Promise<void> {
    const outlines = this.explorer.agentAt(agentDir)?.scenarios.filter(({ entry }) => entry.id === scenarioId) ?? [];
    const outline = outlines.find(({ entry }) => entry.scenario) ?? outlines[0];
    const uri = outline
      ? vscode.Uri.file(outline.entry.file)
      : vscode.Uri.joinPath(vscode.Uri.file(scenarioDir), 'snapshot.yaml');
    const line = outline ? (criterionId === undefined ? outline.line : lineOfCriterion(outline, criterionId)) : 0;
    const position = new vscode.Position(line, 0);
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
  }
}

function keyOf({ runDir, scenarioId }: PanelState): string {
  return `${runDir}#${scenarioId}`;
}
