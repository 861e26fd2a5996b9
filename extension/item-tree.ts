import * as vscode from 'vscode';
import type { TestSubject } from './test-subject';
import { labelOf, type TreeNode } from './tree-nodes';

const flakyTag = 'flaky';
/**
 * In a tree of more scenarios than these, criteria get their items when somebody looks at them, or when they get states.
 * An item costs the host 5 KB and the window a row: 30,000 of them took 5 s and 200 MB.
 */
const eagerScenarios = 500;

/** The items of the Test Explorer. They are made, changed and removed one by one, so that states and focus stay. */
export class ItemTree {
  private readonly nodes = new WeakMap<vscode.TestItem, TreeNode>();
  private readonly subjects = new WeakMap<vscode.TestItem, TestSubject>();
  /** Items that a verdict brought: they stay until another verdict of their scenario does without them. */
  private readonly brought = new WeakSet<vscode.TestItem>();
  /** Last verdicts in words, by item id: shown where the tree itself has nothing to say. */
  private readonly notes = new Map<string, string>();
  /** Ids of the scenarios' items whose runs disagree. */
  private readonly flaky = new Set<string>();
  private readonly tags = new Map<string, vscode.TestTag>();
  /** Scenarios whose criteria have no items yet, by their file. */
  private readonly unresolved = new Map<string, vscode.TestItem>();
  private isLarge = false;

  constructor(private readonly controller: vscode.TestController) {
    controller.resolveHandler = (item) => {
      if (item) this.resolve(item);
    };
  }

  /** Makes the items equal to the nodes. A node that is the same object as before is not looked at. */
  apply(nodes: readonly TreeNode[]): void {
    this.isLarge = scenarioCount(nodes) > eagerScenarios;
    this.sync(this.controller.items, nodes);
  }

  /** Makes the items of a scenario's criteria, if they are not there yet. */
  resolve(scenario: vscode.TestItem): void {
    const node = this.nodes.get(scenario);
    if (!node || node.file === undefined || this.unresolved.get(node.file) !== scenario) return;
    this.unresolved.delete(node.file);
    scenario.canResolveChildren = false;
    this.sync(scenario.children, node.children);
  }

  /** Does so for the scenario of a file that is shown: its lines get their icons. */
  resolveFile(file: string): void {
    const scenario = this.unresolved.get(file);
    if (scenario) this.resolve(scenario);
  }

  /** What an item stands for; undefined when it is not one of ours. */
  subjectOf(item: vscode.TestItem): TestSubject | undefined {
    return this.subjects.get(item);
  }

  /** Whether only a verdict brought this item. */
  isBrought(item: vscode.TestItem): boolean {
    return this.brought.has(item);
  }

  /** Shows the last verdict beside a scenario, unless there is a reason why it cannot run. */
  setNote(item: vscode.TestItem, note: string | undefined): void {
    if (note === undefined) this.notes.delete(item.id);
    else this.notes.set(item.id, note);
    this.describe(item);
  }

  /** Marks a scenario, and with it its criteria, as one whose runs disagree. */
  setFlaky(scenario: vscode.TestItem, flaky: boolean): void {
    if (this.flaky.has(scenario.id) === flaky) return;
    if (flaky) this.flaky.add(scenario.id);
    else this.flaky.delete(scenario.id);
    this.label(scenario);
    for (const [, criterion] of scenario.children) criterion.tags = scenario.tags;
    this.describe(scenario);
  }

  /** The item of a criterion that is not in the file: FORBIDDEN-01, VERIFY-01, COMPROMISED. */
  bring(scenario: vscode.TestItem, criterionId: string, statement: string, line: number): vscode.TestItem {
    const subject = this.subjects.get(scenario);
    if (subject?.kind !== 'scenario') throw new Error(`${scenario.id} is not a scenario of the tree`);
    const id = `${scenario.id}#${criterionId}`;
    const item = scenario.children.get(id) ?? this.controller.createTestItem(id, criterionId, scenario.uri);
    item.label = labelOf(criterionId, statement);
    item.sortText = `~${criterionId}`;
    item.range = lineRange(line);
    item.tags = scenario.tags;
    this.subjects.set(item, { ...subject, kind: 'criterion', criterionId });
    this.brought.add(item);
    scenario.children.add(item);
    return item;
  }

  /** Removes the items that earlier verdicts brought, save these criteria. */
  dropBrought(scenario: vscode.TestItem, keep: ReadonlySet<string>): void {
    for (const [id, item] of scenario.children) {
      const subject = this.subjects.get(item);
      if (this.brought.has(item) && subject?.kind === 'criterion' && !keep.has(subject.criterionId))
        scenario.children.delete(id);
    }
  }

  private sync(collection: vscode.TestItemCollection, nodes: readonly TreeNode[]): void {
    const wanted = new Set(nodes.map(({ id }) => id));
    const gone = [...collection].filter(([id, item]) => !wanted.has(id) && !this.brought.has(item));
    for (const [id, item] of gone) {
      collection.delete(id);
      const file = this.nodes.get(item)?.file;
      if (file !== undefined && this.unresolved.get(file) === item) this.unresolved.delete(file);
    }
    for (const node of nodes) {
      const known = collection.get(node.id);
      if (known) this.update(known, node);
      else collection.add(this.make(node));
    }
  }

  private make(node: TreeNode): vscode.TestItem {
    const uri = node.file === undefined ? undefined : vscode.Uri.file(node.file);
    const item = this.controller.createTestItem(node.id, node.label, uri);
    this.update(item, node); // children first, then into the tree: one message to the window for all of them
    return item;
  }

  private update(item: vscode.TestItem, node: TreeNode): void {
    const before = this.nodes.get(item);
    if (before === node) return;
    this.nodes.set(item, node);
    this.subjects.set(item, node.subject);
    if (item.label !== node.label) item.label = node.label;
    if (item.sortText !== node.sortText) item.sortText = node.sortText;
    if (before?.line !== node.line) item.range = node.line === undefined ? undefined : lineRange(node.line);
    if (before?.error !== node.error) item.error = node.error;
    if (before?.tags?.join('\n') !== node.tags?.join('\n')) this.label(item);
    this.describe(item);
    const { subject, file, children } = node;
    const isNew = before === undefined;
    if (subject.kind === 'scenario' && file !== undefined && children.length > 0) {
      if (isNew && this.isLarge) {
        this.unresolved.set(file, item);
        item.canResolveChildren = true;
      }
      if (this.unresolved.get(file) === item) return;
    }
    this.sync(item.children, children);
  }

  private describe(item: vscode.TestItem): void {
    const node = this.nodes.get(item);
    const noted = node?.description ?? this.notes.get(item.id);
    const words = this.flaky.has(item.id) ? [noted, flakyTag].filter(Boolean).join(', ') : noted;
    const description = words === undefined || !node ? words : `${words} · ${nameOf(node)}`;
    // The window never hears of a description that became undefined: an empty one clears it.
    if ((item.description ?? '') !== (description ?? '')) item.description = description ?? '';
  }

  /** Gives an item the tags of its node; criteria have those of their scenario, or a filter would hide them. */
  private label(item: vscode.TestItem): void {
    const { tags = [], subject } = this.nodes.get(item) ?? {};
    const scenario = subject?.kind === 'criterion' ? `${subject.file}#${subject.scenarioId}` : item.id;
    const all = this.flaky.has(scenario) ? [...new Set([...tags, flakyTag])] : tags;
    item.tags = all.map((tag) => this.tag(tag));
  }

  private tag(id: string): vscode.TestTag {
    const tag = this.tags.get(id) ?? new vscode.TestTag(id);
    this.tags.set(id, tag);
    return tag;
  }
}

function scenarioCount(nodes: readonly TreeNode[]): number {
  return nodes.reduce(
    (sum, { subject, children }) => sum + (subject.kind === 'scenario' ? 1 : scenarioCount(children)),
    0,
  );
}

/** Screen readers are given a row's description instead of its label: it must say what it is about. */
function nameOf({ subject, label }: TreeNode): string {
  return subject.kind === 'scenario' ? subject.scenarioId : label;
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}
