import type * as vscode from 'vscode';

const key = 'rook.scenariosWithOwnState';

/**
 * Which scenarios show a state of their own, rather than that of their criteria. VS Code goes on showing it until
 * another replaces it, over a reload of the window too: so it is remembered as long.
 */
export class OwnStates {
  private readonly ids: Set<string>;

  constructor(private readonly memento: vscode.Memento) {
    this.ids = new Set(memento.get<string[]>(key, []));
  }

  has(scenario: vscode.TestItem): boolean {
    return this.ids.has(scenario.id);
  }

  note(scenario: vscode.TestItem, shows: boolean): void {
    if (shows) this.ids.add(scenario.id);
    else this.ids.delete(scenario.id);
  }

  /** Writes what was noted; once a run, not once a scenario. */
  async save(): Promise<void> {
    await this.memento.update(key, [...this.ids]);
  }
}
