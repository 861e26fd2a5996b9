import * as vscode from 'vscode';
import type { Verdict } from '../schemas/verdict';
import { readSettings } from './configuration';
import type { ScenarioTarget } from './scenario-target';
import type { TestExplorer } from './test-explorer';
import { type UnverifiedCriterion, unverifiedCriteria } from './unverified-criteria';

interface Shown {
  /** What the scenario said when it was judged: the verdict is about no other text. */
  text: string;
  diagnostics: vscode.Diagnostic[];
}

/**
 * The Problems panel's view of the last verdicts: what could not be verified, at the line that would have to change.
 * An entry stays until its scenario is decided, changes, or goes.
 */
export class UnverifiedProblems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('rook-verdicts');
  private readonly shown = new Map<string, Shown>();
  private readonly owned: vscode.Disposable[];

  constructor(private readonly explorer: TestExplorer) {
    this.owned = [
      this.collection,
      explorer.onDidChange(() => this.dropOutdated()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('rook.problems')) for (const file of this.shown.keys()) this.publish(file);
      }),
    ];
  }

  /** Takes in the verdict of a scenario; it replaces what an earlier one has left. */
  take({ outline }: ScenarioTarget, verdict: Verdict): void {
    const { file, text } = outline.entry;
    const diagnostics = unverifiedCriteria(verdict, outline).map(diagnosticOf);
    if (diagnostics.length > 0) this.shown.set(file, { text, diagnostics });
    else if (!this.shown.delete(file)) return;
    this.publish(file);
  }

  dispose(): void {
    for (const one of this.owned) one.dispose();
  }

  private dropOutdated(): void {
    if (this.shown.size === 0) return;
    const texts = new Map(
      this.explorer.agents.flatMap(({ scenarios }) => scenarios.map(({ entry }) => [entry.file, entry.text])),
    );
    for (const [file, { text }] of this.shown) {
      if (texts.get(file) === text) continue;
      this.shown.delete(file);
      this.publish(file);
    }
  }

  private publish(file: string): void {
    const uri = vscode.Uri.file(file);
    const wanted = readSettings(uri).unverifiedProblems ? this.shown.get(file)?.diagnostics : undefined;
    this.collection.set(uri, wanted);
  }
}

function diagnosticOf({ line, start, end, reason, message }: UnverifiedCriterion): vscode.Diagnostic {
  const range = new vscode.Range(line, start, line, end);
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Information);
  diagnostic.source = 'Rook';
  diagnostic.code = reason;
  return diagnostic;
}
