import * as vscode from 'vscode';

/** What was pasted, and for which agent. */
export interface Pasted {
  text: string;
  agentDir: string;
}

const continueCommand = 'rook.addProfileFromSelection';

/**
 * Untitled editors to paste material into: an input box has one line, a cURL command has several. The lens above the text
 * goes on with it.
 */
export class PastedEditors implements vscode.CodeLensProvider, vscode.Disposable {
  /** Agent folders, by the address of the document. */
  private readonly open = new Map<string, string>();
  private readonly owned: vscode.Disposable;

  constructor() {
    this.owned = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.open.delete(uri.toString())),
    );
  }

  /** Opens an editor with a hint in its first line, the cursor below it. */
  async show(agentDir: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'shellscript', content: `${hint()}\n` });
    this.open.set(document.uri.toString(), agentDir);
    const below = new vscode.Position(1, 0);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(below, below), preview: false });
  }

  /** What stands in one of these editors without the hint; undefined when it is none of them. */
  read(document: vscode.TextDocument | undefined): Pasted | undefined {
    const agentDir = document && this.open.get(document.uri.toString());
    if (!document || agentDir === undefined) return undefined;
    const [first = '', ...rest] = document.getText().split(/\r?\n/);
    return { text: first.trim() === hint() ? rest.join('\n') : document.getText(), agentDir };
  }

  /** Closes the editor: the material may have credentials in it, and has served. */
  async close(document: vscode.TextDocument): Promise<void> {
    if (!this.open.delete(document.uri.toString())) return;
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
    await vscode.workspace.applyEdit(edit); // one that is empty is closed without a question
    const tabs = vscode.window.tabGroups.all
      .flatMap(({ tabs: all }) => all)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString());
    await vscode.window.tabGroups.close(tabs);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.open.has(document.uri.toString())) return [];
    const title = `$(arrow-right) ${vscode.l10n.t('Continue: Add Profile from This Text')}`;
    return [
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
        title,
        command: continueCommand,
        arguments: [document.uri],
      }),
    ];
  }

  dispose(): void {
    this.owned.dispose();
  }
}

function hint(): string {
  return `# ${vscode.l10n.t('Paste below how your agent is called, then choose Continue above.')}`;
}
