import type * as vscode from 'vscode';
import { isFlaky, readHistory } from '../engine/report/comparison/verdict-history';
import type { LocatedAgent, TestExplorer } from './test-explorer';
import type { TestRuns } from './test-runs';

/** Verdicts that come together are looked up together; the first look waits until a window that opens has settled. */
const settleMs = 500;
const firstLookMs = 2000;

/**
 * Marks the scenarios whose newest runs disagree, for eyes and for the filter `@rook:flaky`. The runs on disk are read
 * some time after the window was loaded, and after a run only those of the scenarios that it has judged.
 */
export class FlakyScenarios implements vscode.Disposable {
  /** Ids of scenarios to look up, by the folder of their agent. */
  private readonly due = new Map<string, Set<string>>();
  /** The text that each marked scenario had, by its file: of another text nothing is known yet. */
  private readonly marked = new Map<string, string>();
  private readonly owned: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly explorer: TestExplorer,
    runs: TestRuns,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.owned = [
      runs.onDidJudge(({ agentDir, target }) => this.ask(agentDir, [target.outline.entry.id], settleMs)),
      explorer.onDidChange(() => this.forgetChanged()),
    ];
  }

  /** Looks up every scenario, in a while. */
  async begin(): Promise<void> {
    await this.explorer.ready;
    for (const { agent, scenarios } of this.explorer.agents)
      this.ask(
        agent.agentDir,
        scenarios.map(({ entry }) => entry.id),
        firstLookMs,
      );
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of this.owned) one.dispose();
  }

  private ask(agentDir: string, ids: readonly string[], afterMs: number): void {
    const due = this.due.get(agentDir) ?? new Set();
    this.due.set(agentDir, due);
    for (const id of ids) due.add(id);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.lookUp().catch(this.onFault);
    }, afterMs);
  }

  private async lookUp(): Promise<void> {
    const asked = [...this.due];
    this.due.clear();
    for (const [agentDir, ids] of asked) {
      const located = this.explorer.agentAt(agentDir);
      if (located) await this.lookUpAgent(located, [...ids]);
    }
  }

  private async lookUpAgent({ agent, scenarios }: LocatedAgent, ids: readonly string[]): Promise<void> {
    const history = await readHistory(agent.runsDir, ids);
    const { tree } = this.explorer;
    const entries = new Map(scenarios.map(({ entry }) => [entry.file, entry]));
    for (const item of this.explorer.scenarioItems(agent.agentDir, (id) => history.has(id))) {
      const subject = tree.subjectOf(item);
      const entry = subject?.kind === 'scenario' && entries.get(subject.file);
      if (!entry) continue;
      const flaky = await isFlaky(history.get(entry.id) ?? [], entry.text);
      tree.setFlaky(item, flaky);
      if (flaky) this.marked.set(entry.file, entry.text);
      else this.marked.delete(entry.file);
    }
  }

  private forgetChanged(): void {
    if (this.marked.size === 0) return;
    for (const { agent, scenarios } of this.explorer.agents) {
      const changed = scenarios.filter(({ entry }) => (this.marked.get(entry.file) ?? entry.text) !== entry.text);
      if (changed.length > 0)
        this.ask(
          agent.agentDir,
          changed.map(({ entry }) => entry.id),
          settleMs,
        );
    }
  }
}
