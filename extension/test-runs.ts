import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { endOrphans } from '../engine/lifecycle/orphans';
import { messageOf } from '../engine/workspace/read-text';
import type { RecordLink } from '../schemas/panel';
import type { Verdict } from '../schemas/verdict';
import { AgentQueue } from './agent-queue';
import { runAgent } from './agent-run';
import { readSettings, type Settings } from './configuration';
import { EditorDebugger } from './editor-debugger';
import type { EnvironmentSecrets } from './environment-secrets';
import { ItemStates, type SettledItem } from './item-states';
import type { OwnStates } from './own-states';
import type { RecentRuns } from './recent-runs';
import { dimLine } from './run-output';
import { RunProgress } from './run-progress';
import { RunReporter } from './run-reporter';
import { type SelectedItem, selectByAgent, targetsOf, wantedCriteria } from './run-targets';
import type { ScenarioTarget } from './scenario-target';
import type { TestExplorer } from './test-explorer';

/** How long close hooks get when the window closes, in milliseconds: VS Code gives an extension five seconds in all. */
const farewellMs = 3000;

interface ActiveRun {
  abort: AbortController;
  endAllNow: Set<() => void>;
  done: Promise<void>;
}

/** How a request is to be carried out. */
export interface RunManner {
  /** Hooks run under the debugger. */
  debug?: boolean;
  /** The Rook profile to reach the agents with; each agent's active one when absent. */
  profileId?: string;
  /** A judge model looks for the root causes of what came out badly. */
  rca?: boolean;
  /** Judges this run again, from its records. */
  rejudge?: string;
  /** Told the id of the run that this request has started. */
  onPlanned?: (runId: string) => void;
}

/** A scenario that a run has judged. */
export interface JudgedScenario {
  agentDir: string;
  target: ScenarioTarget;
  verdict: Verdict;
}

/** Carries out test run requests: one TestRun for each, one engine run for each agent in it. */
export class TestRuns implements vscode.Disposable {
  private readonly queue = new AgentQueue();
  private readonly active = new Set<ActiveRun>();
  private readonly settled = new vscode.EventEmitter<SettledItem>();
  /** Fires for each final state that a test gets. */
  readonly onDidSettle = this.settled.event;
  private readonly failed = new vscode.EventEmitter<RecordLink>();
  /** Fires at the end of a run in which something failed, when the settings want it shown. */
  readonly onDidFail = this.failed.event;

  private readonly judged = new vscode.EventEmitter<JudgedScenario>();
  /** Fires for each verdict of a run. */
  readonly onDidJudge = this.judged.event;

  constructor(
    private readonly explorer: TestExplorer,
    private readonly recent: RecentRuns,
    private readonly ownStates: OwnStates,
    private readonly secrets: EnvironmentSecrets,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Runs what was asked for. Never rejects: what goes wrong is shown. */
  run(request: vscode.TestRunRequest, token?: vscode.CancellationToken, how: RunManner = {}): Promise<void> {
    const selected = selectByAgent(this.explorer, request);
    const run = this.explorer.controller.createTestRun(request, this.nameOf([...selected.keys()]));
    const active: ActiveRun = { abort: new AbortController(), endAllNow: new Set(), done: Promise.resolve() };
    const cancel = (): void => active.abort.abort();
    const listeners = [run.token, token].map((one) => one?.onCancellationRequested(cancel));
    if (run.token.isCancellationRequested || token?.isCancellationRequested) cancel();
    this.active.add(active);
    active.done = this.carryOut(selected, run, active, how).finally(() => {
      run.end();
      for (const listener of listeners) listener?.dispose();
      this.active.delete(active);
    });
    return active.done;
  }

  /** Ends what an extension host that was killed has left running; runs that are asked for meanwhile wait for it. */
  async endOrphans(): Promise<void> {
    if (!vscode.workspace.isTrusted) return; // nothing was run here
    await this.explorer.ready;
    for (const { agent, workspace } of this.explorer.agents) {
      if (!workspace.workspace) continue;
      const leave = await this.queue.enter(agent.agentDir, new AbortController().signal, () => {});
      try {
        const ended = await endOrphans(workspace.workspace.rookDir, agent);
        if (ended > 0)
          this.log.warn(
            `ended ${ended} process(es) that an earlier run of ${agent.id}, killed midway, had left behind`,
          );
      } finally {
        leave?.();
      }
    }
  }

  /** Ends everything, processes first and at once, then gives the runs a moment to write what is done. */
  async shutDown(): Promise<void> {
    const runs = [...this.active];
    const endAllNow = (): void => {
      for (const run of runs) for (const end of run.endAllNow) end();
    };
    for (const run of runs) run.abort.abort();
    endAllNow();
    await Promise.race([Promise.all(runs.map(({ done }) => done)), delay(farewellMs)]);
    endAllNow();
  }

  dispose(): void {
    for (const run of this.active) run.abort.abort();
    this.settled.dispose();
    this.failed.dispose();
    this.judged.dispose();
  }

  private async carryOut(
    selected: ReadonlyMap<string, SelectedItem[]>,
    run: vscode.TestRun,
    active: ActiveRun,
    how: RunManner,
  ): Promise<void> {
    const states = new ItemStates(run, this.ownStates, (item) => this.settled.fire(item));
    try {
      if (!vscode.workspace.isTrusted) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t(
            'Rook runs the hook scripts of a workspace, and this one is not trusted. Trust it, then run again.',
          ),
        );
        return;
      }
      for (const [agentDir, items] of selected) {
        const settings = readSettings(vscode.Uri.file(agentDir));
        for (const one of items) this.enqueue(states, one, settings);
      }
      for (const [agentDir, items] of selected) {
        if (active.abort.signal.aborted) break;
        await this.runOne(agentDir, items, run, states, active, how);
      }
    } catch (error) {
      this.log.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(vscode.l10n.t('Rook failed: {0}', messageOf(error)));
    } finally {
      states.settleRest();
      await this.ownStates.save().catch((error: unknown) => this.log.error(messageOf(error)));
    }
  }

  private async runOne(
    agentDir: string,
    selected: readonly SelectedItem[],
    run: vscode.TestRun,
    states: ItemStates,
    active: ActiveRun,
    how: RunManner,
  ): Promise<void> {
    const { signal } = active.abort;
    const name = this.explorer.agentAt(agentDir)?.agent.name ?? agentDir;
    const leave = await this.queue.enter(agentDir, signal, () =>
      run.appendOutput(dimLine(vscode.l10n.t('waiting for another run of {0} to end …', name))),
    );
    if (!leave) return;
    let end: (() => void) | undefined;
    let attached: EditorDebugger | undefined;
    const cancel = (): void => active.abort.abort();
    let firstFailed: string | undefined;
    let reporter: RunReporter | undefined;
    const progress = new RunProgress(vscode.l10n.t('Rook runs {0}', name), cancel);
    try {
      await this.explorer.catchUp([agentDir]);
      const located = this.explorer.agentAt(agentDir);
      if (!located) return; // removed in the meantime: its items are gone too
      const targets = targetsOf(this.explorer.tree, located, selected);
      const settings = readSettings(vscode.Uri.file(agentDir));
      reporter = new RunReporter(run, states, this.explorer.tree, targets, settings.unableToVerify);
      if (how.debug) {
        const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(agentDir));
        attached = new EditorDebugger(run, folder, located.workspace.root, cancel);
      }
      await runAgent({
        located,
        targets,
        settings,
        secrets: this.secrets.of(located.workspace.root),
        reporter,
        signal,
        onProcesses: (endAllNow) => {
          end = endAllNow;
          active.endAllNow.add(endAllNow);
        },
        onEvent: (event) => {
          this.recent.handle(agentDir, event);
          progress.handle(event);
          if (event.type === 'planned') how.onPlanned?.(event.runId);
          if (event.type !== 'verdict') return;
          const target = targets.get(event.scenarioId);
          if (target) this.judged.fire({ agentDir, target, verdict: event.verdict });
          if (event.verdict.status === 'Fail') firstFailed ??= event.scenarioId;
        },
        ...(attached && { debugger: attached }),
        ...(how.profileId !== undefined && { profileId: how.profileId }),
        ...(how.rca && { rca: true }),
        ...(how.rejudge !== undefined && { rejudge: how.rejudge }),
      });
      const failed = firstFailed && settings.openPanelOnFailure && (await this.recent.find(agentDir, firstFailed));
      if (failed) this.failed.fire(failed);
    } catch (error) {
      const text = vscode.l10n.t('Rook failed: {0}', messageOf(error));
      for (const { scenario } of selected) {
        const open = [...scenario.children].map(([, item]) => item).filter((item) => states.isOpen(item));
        if (open.length > 0 || states.isOpen(scenario))
          states.settleScenario(scenario, open, 'errored', [new vscode.TestMessage(text)]);
      }
      throw error;
    } finally {
      progress.dispose();
      reporter?.dispose();
      this.recent.leave(agentDir);
      attached?.dispose();
      if (end) active.endAllNow.delete(end);
      leave();
    }
  }

  /** The criteria wait for their states; a scenario does only when it has none that could show one. */
  private enqueue(states: ItemStates, selected: SelectedItem, { unableToVerify }: Settings): void {
    const { scenario, named } = selected;
    const stays = scenario.tags.some(
      ({ id }) => id === 'unrunnable' || id === 'broken' || (id === 'excluded' && !named),
    );
    if (stays) return;
    const criteria = unableToVerify === 'skipped' ? [] : wantedCriteria(this.explorer.tree, selected);
    for (const item of criteria) states.enqueue(item);
    if (criteria.length === 0) states.enqueue(scenario);
  }

  /** What the results are headed with. */
  private nameOf(agentDirs: readonly string[]): string | undefined {
    const names = agentDirs.map((dir) => this.explorer.agentAt(dir)?.agent.name ?? dir);
    return names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ') || undefined;
  }
}
