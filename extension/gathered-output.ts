import type * as vscode from 'vscode';

/** Longer than this no line waits, in milliseconds: nobody sees it, and every message costs the window work. */
const longestWaitMs = 100;

/** Hands lines that follow each other and belong to the same item to a test run as one. The order stays. */
export class GatheredOutput implements vscode.Disposable {
  private text = '';
  private item: vscode.TestItem | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly run: Pick<vscode.TestRun, 'appendOutput'>) {}

  /** Takes whole lines, each with its CRLF. */
  write(text: string, item: vscode.TestItem | undefined): void {
    if (item !== this.item) this.flush();
    this.item = item;
    this.text += text;
    this.timer ??= setTimeout(() => this.flush(), longestWaitMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text } = this;
    this.text = '';
    // Without a place: VS Code would show each line inside the scenario's file, as it does with messages.
    if (text !== '') this.run.appendOutput(text, undefined, this.item);
  }

  dispose(): void {
    this.flush();
  }
}
