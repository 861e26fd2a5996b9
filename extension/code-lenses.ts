import * as vscode from 'vscode';
import { readSettings } from './configuration';
import type { RecentRuns } from './recent-runs';
import type { TestExplorer } from './test-explorer';

/** What the lenses of the language server look like here, by their command; those that are not listed keep their words. */
const titles: Readonly<Record<string, () => string>> = {
  'rook.runScenario': () => `$(play) ${vscode.l10n.t('Run')}`,
  'rook.debugScenario': () => `$(debug-alt) ${vscode.l10n.t('Debug')}`,
  'rook.openRunFolder': () => vscode.l10n.t('Open Evidence'),
  'rook.newCriterion': () => vscode.l10n.t('New Criterion…'),
  'rook.chooseProfile': () => `$(check) ${vscode.l10n.t('Active Profile')}`,
  'rook.useProfile': () => vscode.l10n.t('Use Profile'),
  'rook.testProfile': () => `$(beaker) ${vscode.l10n.t('Test Profile')}`,
  'rook.showEnvironment': () => vscode.l10n.t('Show Environment'),
  'rook.convertProfile': () => vscode.l10n.t('Convert to Hooks'),
};

/**
 * Shows the lenses that the language server gives above profiles, scenarios and hook scripts, and has them given anew when what
 * they tell has changed. The setting `rook.codeLens` hides them.
 */
export class CodeLenses implements vscode.Disposable {
  private readonly owned: vscode.Disposable[];
  private refresh: () => void = () => {};

  constructor(explorer: TestExplorer, recent: RecentRuns) {
    const again = (): void => this.refresh();
    this.owned = [
      explorer.onDidChange(again),
      recent.onDidChange(again),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('rook.codeLens')) again();
      }),
    ];
  }

  /** The server runs, and can be asked again. */
  connect(refresh: () => void): void {
    this.refresh = refresh;
  }

  dispose(): void {
    for (const one of this.owned) one.dispose();
  }

  /** Lenses as they are shown: in the language of the window, with icons, and with URIs that commands take. */
  shown(lenses: readonly vscode.CodeLens[], { uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (!readSettings(uri).codeLens) return [];
    return lenses.map(({ range, command }) => {
      if (!command) return new vscode.CodeLens(range);
      const given: unknown[] = command.arguments ?? [];
      return new vscode.CodeLens(range, { ...command, title: titleOf(command), arguments: given.map(asUri) });
    });
  }
}

function titleOf({ command, title }: vscode.Command): string {
  if (title.startsWith('Open Verdict')) return `$(law) ${title.replace('Open Verdict', vscode.l10n.t('Open Verdict'))}`;
  if (command === 'vscode.open' && title === 'Open Script') return vscode.l10n.t('Open Script');
  return titles[command]?.() ?? title;
}

function asUri(argument: unknown): unknown {
  return typeof argument === 'string' && argument.startsWith('file:') ? vscode.Uri.parse(argument) : argument;
}
