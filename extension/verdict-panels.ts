import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentRef } from '../engine/workspace/workspace';
import { PanelState, type RecordLink } from '../schemas/panel';
import type { Result } from '../schemas/result';
import { verdictPanelType } from './doors';
import { openScript } from './open-script';
import { placeOfLink } from './panel-link';
import { checkPlace, type PanelPlace, placeOf } from './panel-record';
import { lineOfCriterion } from './scenario-outline';
import type { TestExplorer } from './test-explorer';
import { type PanelSurroundings, type ScenarioPlace, VerdictPanel } from './verdict-panel';

/** The verdict panels: one for each place that was opened, used again, and restored when the window is loaded again. */
export class VerdictPanels implements vscode.Disposable {
  private readonly panels = new Set<VerdictPanel>();
  private readonly surroundings: PanelSurroundings;

  constructor(
    private readonly explorer: TestExplorer,
    extensionUri: vscode.Uri,
    log: vscode.LogOutputChannel,
    exportRun: PanelSurroundings['exportRun'],
  ) {
    this.surroundings = {
      extensionUri,
      log,
      exportRun,
      openScenario: (place, id) => this.openScenario(place, id),
      openScript: async (place, phase) => {
        const root = explorer.agentAt(place.agent.agentDir)?.workspace.root;
        if (root !== undefined) await openScript(place, root, phase);
      },
    };
  }

  /** Shows the verdict of these records, or says why it cannot. */
  async open(record: RecordLink): Promise<void> {
    await this.explorer.ready;
    const place = this.known(placeOf(record, this.agents));
    if (place) this.openPlace(place);
  }

  /** Shows the place that a link from outside leads to, or says why it cannot. */
  async openLink({ path, query }: vscode.Uri): Promise<void> {
    await this.explorer.ready;
    const place = this.known(placeOfLink(path, query, this.explorer.agents));
    if (place) this.openPlace(place);
  }

  /** Shows a place in the runs of an agent that is open: in the panel that shows it already, else in a new one. */
  openPlace(place: PanelPlace): void {
    const known = [...this.panels].find((panel) => panel.shows(place));
    if (known) known.reveal();
    else this.adopt(vscode.window.createWebviewPanel(verdictPanelType, '', vscode.ViewColumn.Active), place);
  }

  /** Takes over a panel of the window before its reload, with what it had kept. */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const state = PanelState.safeParse(kept);
    await this.explorer.ready;
    const place = state.success ? this.known(checkPlace(state.data, this.agents)) : undefined;
    if (place) this.adopt(panel, place);
    else panel.dispose();
  }

  dispose(): void {
    for (const panel of this.panels) panel.dispose();
  }

  private get agents(): AgentRef[] {
    return this.explorer.agents.map(({ agent }) => agent);
  }

  private adopt(panel: vscode.WebviewPanel, place: PanelPlace): void {
    const verdict = new VerdictPanel(panel, place, this.surroundings);
    this.panels.add(verdict);
    panel.onDidDispose(() => {
      verdict.dispose();
      this.panels.delete(verdict);
    });
  }

  private known<T>(result: Result<T>): T | undefined {
    if (result.ok) return result.value;
    void vscode.window.showWarningMessage([result.error.message, result.error.remedy].filter(Boolean).join('. '));
    return undefined;
  }

  /** Opens the scenario's file as it is today; when it is gone, the copy that the run has. */
  private async openScenario({ agent, route, scenarioDir }: ScenarioPlace, criterionId?: string): Promise<void> {
    const { scenarioId } = route;
    const outlines =
      this.explorer.agentAt(agent.agentDir)?.scenarios.filter(({ entry }) => entry.id === scenarioId) ?? [];
    const outline = outlines.find(({ entry }) => entry.scenario) ?? outlines[0];
    const uri = vscode.Uri.file(outline ? outline.entry.file : join(scenarioDir, 'snapshot.yaml'));
    const line = outline ? (criterionId === undefined ? outline.line : lineOfCriterion(outline, criterionId)) : 0;
    const position = new vscode.Position(line, 0);
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
  }
}
