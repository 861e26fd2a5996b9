import * as vscode from 'vscode';
import { messageOf } from '../engine/workspace/read-text';
import { registerCommands } from './commands';
import { OwnStates } from './own-states';
import { RecentRuns } from './recent-runs';
import { StatusBar } from './status-bar';
import { TestExplorer } from './test-explorer';
import { TestRuns } from './test-runs';
import { VerdictPanels } from './verdict-panels';
import { watchWorkspace } from './workspace-watch';

/** What other extensions, and our own tests, may use. */
export interface RookApi {
  controller: vscode.TestController;
  /** Resolves when the tree shows the open folders. */
  ready: Promise<void>;
  run: TestRuns['run'];
  onDidSettle: TestRuns['onDidSettle'];
}

/** What must be ended, and waited for, when the extension is. */
let farewells: (() => Promise<void>)[] = [];

/** Called by VS Code in folders with `.testmuai/rook/`. It wires the parts; reading and starting go on behind it. */
export function activate(context: vscode.ExtensionContext): RookApi {
  const log = vscode.window.createOutputChannel('Rook', { log: true });
  const report = (what: string) => (error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(`Rook: ${what}: ${messageOf(error)}`);
  };
  const explorer = new TestExplorer();
  const { controller } = explorer;
  const recent = new RecentRuns();
  const runs = new TestRuns(explorer, recent, new OwnStates(context.workspaceState), log);
  const panels = new VerdictPanels(explorer, context.extensionUri, log);
  const logFault = (error: unknown): void => log.error(messageOf(error));

  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request, token) => runs.run(request, token), true);
  controller.refreshHandler = () => explorer.refresh();
  context.subscriptions.push(
    log,
    explorer,
    recent,
    runs,
    panels,
    new StatusBar(explorer, recent, logFault),
    registerCommands({ explorer, runs, recent, panels, log }),
    watchWorkspace(
      (folder) => explorer.holdsRoot(folder),
      (paths) => void explorer.update(paths).catch(report('changed files could not be read')),
    ),
    vscode.workspace.onDidChangeWorkspaceFolders(
      () => void explorer.refresh().catch(report('the open folders could not be read')),
    ),
  );
  void vscode.commands.executeCommand('setContext', 'rook.active', true);
  explorer.ready.catch(report('the workspace could not be read'));

  // The processes of runs first, and at once: the host may be gone a moment later.
  farewells = [() => runs.shutDown()];
  import('./language-client')
    .then(({ startLanguageClient }) => startLanguageClient(context.extensionUri))
    .then((client) => farewells.push(() => client.stop()))
    .catch(report('the language server did not start, so profiles and scenarios are not checked'));
  return {
    controller,
    ready: explorer.ready,
    run: (request, token) => runs.run(request, token),
    onDidSettle: runs.onDidSettle,
  };
}

/** Called by VS Code when the window closes or the extension is switched off; it waits five seconds at most. */
export async function deactivate(): Promise<void> {
  await Promise.allSettled(farewells.map((farewell) => farewell()));
}
