import { basename } from 'node:path';
import * as vscode from 'vscode';

const scheme = 'rook-preview';

/** What is shown of a script before it is written. */
export interface ShownPreview {
  /** Opens the whole answer beside it. */
  showAnswer(answer: string): Promise<void>;
  /** Closes what was opened. */
  close(): Promise<void>;
}

/** Shows scripts that are not written yet, read-only, as a diff; what was shown is forgotten when it is closed. */
export class ScriptPreviews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration: vscode.Disposable;
  private count = 0;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /**
   * Opens a diff of the script that is there, or of nothing, and the one that would be.
   * @param file absolute path of where it will be; @param present whether a script is there already
   */
  async show(file: string, present: boolean, proposed: string): Promise<ShownPreview> {
    this.count += 1;
    const folder = `/${this.count}`;
    const name = basename(file);
    const before = present ? vscode.Uri.file(file) : this.keep(`${folder}/none/${name}`, '');
    const after = this.keep(`${folder}/${name}`, proposed);
    const title = present ? vscode.l10n.t('{0}: Now ↔ Proposed', name) : vscode.l10n.t('{0}: Proposed Script', name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true, preserveFocus: true });
    return {
      showAnswer: async (answer) => {
        const uri = this.keep(`${folder}/${vscode.l10n.t('answer')}.txt`, answer);
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
      },
      close: () => this.close(folder),
    };
  }

  dispose(): void {
    this.registration.dispose();
    this.texts.clear();
  }

  private keep(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  private async close(folder: string): Promise<void> {
    const isOurs = ({ scheme: its, path }: vscode.Uri): boolean => its === scheme && path.startsWith(`${folder}/`);
    const tabs = vscode.window.tabGroups.all
      .flatMap(({ tabs: all }) => all)
      .filter(({ input }) => {
        if (input instanceof vscode.TabInputTextDiff) return isOurs(input.modified);
        return input instanceof vscode.TabInputText && isOurs(input.uri);
      });
    await vscode.window.tabGroups.close(tabs);
    for (const key of this.texts.keys()) if (isOurs(vscode.Uri.parse(key))) this.texts.delete(key);
  }
}
