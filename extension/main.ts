import * as vscode from 'vscode';
import { messageOf } from '../engine/workspace/read-text';
import { checkedDocumentOpened } from './checked-documents';
import { CodeLenses } from './code-lenses';
import { commandsOf } from './commands';
import type { Doors } from './doors';
import { explainEmptyView } from './empty-view';
import { EnvironmentSecrets } from './environment-secrets';
import { RunExports } from './export-run';
import { FlakyScenarios } from './flaky-scenarios';
import { languageModelTools } from './language-model-tools';
import { OwnStates } from './own-states';
import { ProfileAuthor } from './profile-author';
import { ProfileTrials } from './profile-trials';
import { RecentRuns } from './recent-runs';
import { restoreResults } from './restored-results';
import { RunProfiles } from './run-profiles';
import { StatusBar } from './status-bar';
import { TestExplorer } from './test-explorer';
import { TestRuns } from './test-runs';
import { UnverifiedProblems } from './unverified-problems';
import { registerVerdictDocuments } from './verdict-comparison';
import { VerdictPanels } from './verdict-panels';
import { watchWorkspace } from './workspace-watch';

/** The parts that are running, and what the doors of extension.ts lead to. */
export interface RunningRook extends Doors {
  controller: vscode.TestController;
  /** Resolves when the tree shows the open folders. */
  ready: Promise<void>;
  /** Resolves when the last verdicts on disk are shown, or cannot be. */
  restored: Promise<void>;
  run: TestRuns['run'];
  onDidSettle: TestRuns['onDidSettle'];
  /** Ends what must be ended, and waited for, when the extension is. */
  stop: () => Promise<void>;
}

/** Wires the parts; reading and starting go on behind it. */
export function start(context: vscode.ExtensionContext): RunningRook {
  const log = vscode.window.createOutputChannel('Rook', { log: true });
  const report = (what: string) => (error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    void vscode.window.showErrorMessage(`Rook: ${what}: ${messageOf(error)}`);
  };
  const explorer = new TestExplorer();
  const { controller } = explorer;
  const recent = new RecentRuns();
  const ownStates = new OwnStates(context.workspaceState);
  const problems = new UnverifiedProblems(explorer);
  const secrets = new EnvironmentSecrets(context.secrets, context.globalState);
  const runs = new TestRuns(explorer, recent, ownStates, secrets, log);
  const runExports = new RunExports(explorer, secrets, String(context.extension.packageJSON.version));
  const panels = new VerdictPanels(explorer, context.extensionUri, log, (...run) => runExports.export(...run));
  const trials = new ProfileTrials(explorer, secrets, context.extensionUri, log);
  const author = new ProfileAuthor(explorer, secrets, (items) => runs.run(new vscode.TestRunRequest([...items])), log);
  const logFault = (error: unknown): void => log.error(messageOf(error));

  const lenses = new CodeLenses(explorer, recent);
  const { extensionUri } = context;
  const commands = commandsOf({
    explorer,
    runs,
    recent,
    panels,
    runExports,
    secrets,
    trials,
    author,
    extensionUri,
    log,
  });
  const flaky = new FlakyScenarios(explorer, runs, logFault);

  controller.refreshHandler = () => explorer.refresh();
  context.subscriptions.push(
    log,
    explorer,
    recent,
    problems,
    flaky,
    runs,
    runs.onDidJudge(({ target, verdict }) => problems.take(target, verdict)),
    new RunProfiles(explorer, runs),
    runs.onDidFail((record) => void panels.open(record).catch(logFault)),
    panels,
    trials,
    author,
    lenses,
    explainEmptyView(explorer),
    new StatusBar(explorer, recent, logFault),
    registerVerdictDocuments(explorer),
    watchWorkspace(
      (folder) => explorer.holdsRoot(folder),
      (paths) => void explorer.update(paths).catch(report(vscode.l10n.t('changed files could not be read'))),
    ),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => explorer.tree.resolveFile(uri.fsPath)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('rook.testExplorer')) void explorer.refresh().catch(logFault);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(
      () => void explorer.refresh().catch(report(vscode.l10n.t('the open folders could not be read'))),
    ),
  );
  void vscode.commands.executeCommand('setContext', 'rook.active', true);
  explorer.ready
    .then(() => {
      for (const { uri } of vscode.workspace.textDocuments) explorer.tree.resolveFile(uri.fsPath);
    })
    .catch(report(vscode.l10n.t('the workspace could not be read')));
  runs.endOrphans().catch(logFault);
  const restored = restoreResults({ explorer, ownStates, recent, problems }).catch(
    report(vscode.l10n.t('earlier results could not be shown')),
  );
  restored.then(() => flaky.begin()).catch(logFault);

  // The processes of runs first, and at once: the host may be gone a moment later.
  const farewells = [() => runs.shutDown(), () => trials.shutDown(), () => author.shutDown()];
  // The tree and its states first: all read every scenario, and would share the processor. Who edits a file waits for neither.
  explorer.ready
    .catch(() => {}) // reported above; files are checked all the same
    .then(() => checkedDocumentOpened(restored))
    .then(() => import('./language-client'))
    .then(({ startLanguageClient }) =>
      startLanguageClient(context.extensionUri, {
        commands: [...Object.keys(commands), 'vscode.open'],
        shownLenses: (shown, document) => lenses.shown(shown, document),
      }),
    )
    .then((client) => {
      lenses.connect(() => client.refreshLenses());
      farewells.push(() => client.stop());
      const tellValues = (): void =>
        client.tellValues(Object.fromEntries(explorer.workspaces.map(({ root }) => [root, secrets.list(root)])));
      context.subscriptions.push(context.secrets.onDidChange(tellValues));
      tellValues();
    })
    .catch(report(vscode.l10n.t('the language server did not start, so profiles and scenarios are not checked')));
  return {
    controller,
    ready: explorer.ready,
    restored,
    run: (request, token, how) => runs.run(request, token, how),
    onDidSettle: runs.onDidSettle,
    commands,
    tools: languageModelTools(explorer, runs, recent),
    restorePanel: (panel, kept) => panels.restore(panel, kept),
    openLink: (uri) => panels.openLink(uri),
    stop: async () => {
      await Promise.allSettled(farewells.map((farewell) => farewell()));
    },
  };
}
