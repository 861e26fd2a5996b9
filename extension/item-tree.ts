import * as vscode from 'vscode';
import type { TestSubject } from './test-subject';
import { labelOf, type TreeNode } from './tree-nodes';

/** The items of the Test Explorer. They are made, changed and removed one by one, so that states and focus stay. */
export class ItemTree {
  private readonly nodes = new WeakMap<vscode.TestItem, TreeNode>();
  private readonly subjects = new WeakMap<vscode.TestItem, TestSubject>();
  /** Items that a verdict brought: they stay until another verdict of their scenario does without them. */
  private readonly brought = new WeakSet<vscode.TestItem>();
  /** Last verdicts in words, by item id: shown where the tree itself has nothing to say. */
  private readonly notes = new Map<string, string>();
  private readonly tags = new Map<string, vscode.TestTag>();

  constructor(private readonly controller: vscode.TestController) {}

  /** Makes the items equal to the nodes. A node that is the same object as before is not looked at. */
  apply(nodes: readonly TreeNode[]): void {
    this.sync(this.controller.items, nodes);
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
    for (const [id] of gone) collection.delete(id);
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
    if (before?.tags?.join('\n') !== node.tags?.join('\n')) item.tags = (node.tags ?? []).map((tag) => this.tag(tag));
    this.describe(item);
    this.sync(item.children, node.children);
  }

  private describe(item: vscode.TestItem): void {
    const node = this.nodes.get(item);
    const words = node?.description ?? this.notes.get(item.id);
    const description = words === undefined || !node ? words : `${words} · ${nameOf(node)}`;
    // The API clears a description by undefined; its type does not say so.
    if (item.description !== description) (item as { description: string | undefined }).description = description;
  }

  private tag(id: string): vscode.TestTag {
    const tag = this.tags.get(id) ?? new vscode.TestTag(id);
    this.tags.set(id, tag);
    return tag;
  }
}

/** Screen readers are given a row's description instead of its label: it must say what it is about. */
function nameOf({ subject, label }: TreeNode): string {
  return subject.kind === 'scenario' ? subject.scenarioId : label;
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}
