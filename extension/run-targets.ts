import type * as vscode from 'vscode';
import type { ItemTree } from './item-tree';
import { resolveSelection, type SelectedScenario } from './run-selection';
import type { ScenarioOutline } from './scenario-outline';
import type { ScenarioTarget } from './scenario-target';
import type { LocatedAgent, TestExplorer } from './test-explorer';

export type SelectedItem = SelectedScenario<vscode.TestItem>;

/** The scenarios of a request, by the folder of their agent. */
export function selectByAgent(
  { controller, tree }: TestExplorer,
  request: vscode.TestRunRequest,
): Map<string, SelectedItem[]> {
  const selected = resolveSelection(childrenOf(controller.items), request, {
    kind: (item) => {
      const kind = tree.subjectOf(item)?.kind;
      return kind === 'scenario' || kind === 'criterion' ? kind : 'group';
    },
    parent: (item) => item.parent,
    children: (item) => childrenOf(item.children),
  });
  const byAgent = new Map<string, SelectedItem[]>();
  for (const one of selected) {
    const subject = tree.subjectOf(one.scenario);
    if (subject?.kind !== 'scenario') continue;
    const list = byAgent.get(subject.agentDir) ?? [];
    list.push(one);
    byAgent.set(subject.agentDir, list);
  }
  return byAgent;
}

/** The criteria that stand in a scenario's file and were not left out: they can be expected to get a state. */
export function wantedCriteria(tree: ItemTree, { scenario, excludedCriteria }: SelectedItem): vscode.TestItem[] {
  tree.resolve(scenario);
  return childrenOf(scenario.children).filter((item) => !tree.isBrought(item) && !excludedCriteria.has(item));
}

/** An item with what was read of its file. */
export interface OutlinedItem {
  one: SelectedItem;
  outline: ScenarioOutline;
}

/** Scenarios by id. Of several files with one id the one that can run is meant, as the engine has it. */
export function outlinedItems(
  tree: ItemTree,
  located: LocatedAgent,
  selected: readonly SelectedItem[],
): Map<string, OutlinedItem> {
  const outlines = new Map(located.scenarios.map((outline) => [outline.entry.file, outline]));
  const items = new Map<string, OutlinedItem>();
  for (const one of selected) {
    const subject = tree.subjectOf(one.scenario);
    const outline = subject?.kind === 'scenario' ? outlines.get(subject.file) : undefined;
    if (!outline || subject?.kind !== 'scenario' || outline.entry.id !== subject.scenarioId) continue; // changed since
    if (!items.get(outline.entry.id)?.outline.entry.scenario) items.set(outline.entry.id, { one, outline });
  }
  return items;
}

/** What a scenario's states are shown on; its criteria get their items. */
export function targetOf(tree: ItemTree, { one, outline }: OutlinedItem): ScenarioTarget {
  const idOf = (criterion: vscode.TestItem): string[] => {
    const subject = tree.subjectOf(criterion);
    return subject?.kind === 'criterion' ? [subject.criterionId] : [];
  };
  const criteria = wantedCriteria(tree, one).flatMap((item) => idOf(item).map((id) => [id, item] as const));
  return {
    item: one.scenario,
    outline,
    criteria: new Map(criteria),
    excluded: new Set([...one.excludedCriteria].flatMap(idOf)),
    named: one.named,
  };
}

/** Scenarios with what their states are shown on, by id. */
export function targetsOf(
  tree: ItemTree,
  located: LocatedAgent,
  selected: readonly SelectedItem[],
): Map<string, ScenarioTarget> {
  return new Map([...outlinedItems(tree, located, selected)].map(([id, item]) => [id, targetOf(tree, item)]));
}

function childrenOf(items: vscode.TestItemCollection): vscode.TestItem[] {
  return [...items].map(([, item]) => item);
}
