import type * as vscode from 'vscode';
import type { ScenarioOutline } from './scenario-outline';

/** A scenario of a test run: its item, what its file said when the run began, and what is wanted of it. */
export interface ScenarioTarget {
  item: vscode.TestItem;
  outline: ScenarioOutline;
  /** Items of the criteria that shall show a state, by id. */
  criteria: ReadonlyMap<string, vscode.TestItem>;
  /** Criteria that the user left out, by id. */
  excluded: ReadonlySet<string>;
  named: boolean;
}
