import * as vscode from 'vscode';

/** Problems that the editor may tell of itself: its own JSON and JavaScript support finds the same broken places. */
const syntaxCodes: ReadonlySet<unknown> = new Set(['json-syntax', 'hook-syntax']);

interface Told {
  problems: readonly vscode.Diagnostic[];
  /** How many of them are shown; undefined before the first time. */
  shown: number | undefined;
  show: Show;
}

interface Languages {
  onDidChangeDiagnostics: typeof vscode.languages.onDidChangeDiagnostics;
  getDiagnostics(uri: vscode.Uri): vscode.Diagnostic[];
}

type Show = (uri: vscode.Uri, problems: vscode.Diagnostic[]) => void;

/**
 * Takes away what somebody else already tells: a syntax error of ours on a line that has one of another source. It comes back when
 * the other one goes, since the editor's own checks can be switched off, and allow comments where Rook does not.
 */
export class DoubledProblems implements vscode.Disposable {
  /** URI → what the server said of a file with a syntax error. */
  private readonly told = new Map<string, Told>();
  private readonly listening: vscode.Disposable;

  /** @param languages where the problems of everybody are; the editor's when absent. */
  constructor(private readonly languages: Languages = vscode.languages) {
    this.listening = languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) this.update(uri);
    });
  }

  /** Shows what the server says of a file, without what is told already. */
  handle(uri: vscode.Uri, problems: vscode.Diagnostic[], show: Show): void {
    const key = uri.toString();
    this.told.delete(key);
    if (problems.some(isSyntaxError)) {
      this.told.set(key, { problems, shown: undefined, show });
      this.update(uri);
    } else show(uri, problems);
  }

  dispose(): void {
    this.listening.dispose();
    this.told.clear();
  }

  private update(uri: vscode.Uri): void {
    const told = this.told.get(uri.toString());
    if (!told) return;
    const left = withoutDoubles(told.problems, this.languages.getDiagnostics(uri));
    // Showing is a change of diagnostics, too: once is enough.
    if (left.length === told.shown) return;
    told.shown = left.length;
    told.show(uri, left);
  }
}

/** Problems without the syntax errors that stand on a line with an error of another source. @param all of the file, ours among them. */
export function withoutDoubles(
  problems: readonly vscode.Diagnostic[],
  all: readonly vscode.Diagnostic[],
): vscode.Diagnostic[] {
  const others = all.filter(
    ({ source, severity }) => source !== 'rook' && severity === vscode.DiagnosticSeverity.Error,
  );
  const lines = new Set(others.map(({ range }) => range.start.line));
  return problems.filter((problem) => !(isSyntaxError(problem) && lines.has(problem.range.start.line)));
}

function isSyntaxError({ code }: vscode.Diagnostic): boolean {
  return syntaxCodes.has(typeof code === 'object' ? code.value : code);
}
