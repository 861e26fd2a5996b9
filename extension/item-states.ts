import type * as vscode from 'vscode';
import type { OwnStates } from './own-states';
import type { FinalState } from './verdict-states';

export interface SettledItem {
  item: vscode.TestItem;
  state: FinalState;
  messages: readonly vscode.TestMessage[];
}

/** The states of one test run. Every item that was enqueued gets exactly one final state, whatever happens. */
export class ItemStates {
  private readonly open = new Set<vscode.TestItem>();
  private readonly settled = new Set<vscode.TestItem>();

  constructor(
    private readonly run: vscode.TestRun,
    private readonly ownStates: OwnStates,
    private readonly onSettled: (settled: SettledItem) => void,
  ) {}

  enqueue(item: vscode.TestItem): void {
    if (this.open.has(item) || this.settled.has(item)) return;
    this.open.add(item);
    this.run.enqueued(item);
  }

  start(item: vscode.TestItem): void {
    if (this.open.has(item)) this.run.started(item);
  }

  isOpen(item: vscode.TestItem): boolean {
    return this.open.has(item);
  }

  /** Gives an item its final state. The first one counts: nothing that comes late replaces a verdict. */
  settle(item: vscode.TestItem, state: FinalState, messages: readonly vscode.TestMessage[] = []): void {
    if (this.settled.has(item)) return;
    this.open.delete(item);
    this.settled.add(item);
    switch (state) {
      case 'passed':
        this.run.passed(item);
        break;
      case 'failed':
        this.run.failed(item, messages);
        break;
      case 'errored':
        this.run.errored(item, messages);
        break;
      case 'skipped':
        this.run.skipped(item);
        break;
      default:
        state satisfies never;
    }
    this.onSettled({ item, state, messages });
  }

  /** Gives a scenario a state of its own. Its criteria are skipped, or what they show from before would outshine it. */
  settleScenario(
    scenario: vscode.TestItem,
    criteria: Iterable<vscode.TestItem>,
    state: FinalState,
    messages: readonly vscode.TestMessage[],
  ): void {
    for (const item of criteria) this.settle(item, 'skipped');
    this.settle(scenario, state, messages);
    this.ownStates.note(scenario, state !== 'skipped');
  }

  /** Leaves the states to a scenario's criteria: what the scenario itself shows from before is cleared. */
  yieldToCriteria(scenario: vscode.TestItem): void {
    if (!this.open.has(scenario) && !this.ownStates.has(scenario)) return;
    this.settle(scenario, 'skipped');
    this.ownStates.note(scenario, false);
  }

  /** Settles what is still open. */
  settleRest(): void {
    for (const item of [...this.open]) this.settle(item, 'skipped');
  }
}
