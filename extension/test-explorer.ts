import * as vscode from 'vscode';
import { readSettings } from './configuration';
import { emptyStateOf } from './empty-state';
import { ItemTree } from './item-tree';
import { allRoots, directRoots, isRookRoot, isWithin, rootName, rootOf } from './rook-roots';
import { treeOf } from './tree-nodes';
import { type AgentOutline, WorkspaceIndex, type WorkspaceOutline } from './workspace-index';

/** An agent and the Rook workspace it is in. */
export interface LocatedAgent extends AgentOutline {
  workspace: WorkspaceOutline;
}

/** The test controller and what fills it: the Rook workspaces of the open folders, read again when their files change. */
export class TestExplorer implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController('rook', 'Rook');
  readonly tree = new ItemTree(this.controller);
  private readonly indexes = new Map<string, WorkspaceIndex>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when the tree has been made equal to the files. */
  readonly onDidChange = this.changed.event;
  private work: Promise<void> = Promise.resolve();
  /** Resolves when the tree shows the open folders for the first time, those in sub-folders included. */
  readonly ready: Promise<void>;

  constructor() {
    const all = allRoots(); // the search goes on while what is known at once is read
    all.catch(() => {}); // heard of below
    this.ready = this.enqueue(async () => {
      await this.setRoots(await directRoots());
      const known = [...this.indexes.keys()];
      const found = await all;
      if (found.length !== known.length || known.some((root) => !found.includes(root))) await this.setRoots(found);
    });
  }

  /** What was read last, one for each Rook workspace. */
  get workspaces(): WorkspaceOutline[] {
    return [...this.indexes.values()].map(({ outline }) => outline);
  }

  get agents(): LocatedAgent[] {
    return this.workspaces.flatMap((workspace) => workspace.agents.map((agent) => ({ ...agent, workspace })));
  }

  agentAt(agentDir: string): LocatedAgent | undefined {
    return this.agents.find(({ agent }) => agent.agentDir === agentDir);
  }

  /** The items of an agent's scenarios, those that `wanted` picks by their id. */
  scenarioItems(agentDir: string, wanted: (scenarioId: string) => boolean = () => true): vscode.TestItem[] {
    const found: vscode.TestItem[] = [];
    const visit = (item: vscode.TestItem): void => {
      const subject = this.tree.subjectOf(item);
      if (subject?.kind !== 'scenario') for (const [, child] of item.children) visit(child);
      else if (subject.agentDir === agentDir && wanted(subject.scenarioId)) found.push(item);
    };
    for (const [, item] of this.controller.items) visit(item);
    return found;
  }

  /** Looks for Rook workspaces and reads every file again. */
  refresh(): Promise<void> {
    return this.enqueue(async () => {
      for (const index of this.indexes.values()) index.forgetAll();
      await this.setRoots(await allRoots());
    });
  }

  /** Whether a Rook workspace is in this folder or below it. */
  holdsRoot(folder: string): boolean {
    return [...this.indexes.keys()].some((root) => isWithin(root, folder));
  }

  /** Takes in changes under `.testmuai/`, or of folders above it; only these files are parsed again. */
  update(files: Iterable<string>): Promise<void> {
    const paths = [...files];
    return this.enqueue(async () => {
      const above = [...this.indexes.keys()].filter((root) => paths.some((path) => isWithin(root, path)));
      const touched = new Set([...paths.flatMap((path) => rootOf(path) ?? []), ...above]);
      for (const path of paths) for (const index of this.indexes.values()) index.forget(path);
      for (const root of touched) {
        if (await isRookRoot(root)) this.indexes.set(root, this.indexes.get(root) ?? new WorkspaceIndex(root));
        else this.indexes.delete(root);
      }
      await this.read([...touched]);
    });
  }

  /** Makes sure that these agents' files are as they are on disk now, whether or not a watcher has told us. */
  catchUp(agentDirs: Iterable<string>): Promise<void> {
    const dirs = [...agentDirs];
    return this.enqueue(async () => {
      const agents = this.agents.filter(({ agent }) => dirs.includes(agent.agentDir));
      for (const { workspace, scenarios } of agents) {
        const index = this.indexes.get(workspace.root);
        await index?.forgetChanged(scenarios.map(({ entry }) => entry.file));
      }
      await this.read(new Set(agents.map(({ workspace }) => workspace.root)));
    });
  }

  dispose(): void {
    this.controller.dispose();
    this.changed.dispose();
  }

  private async setRoots(roots: readonly string[]): Promise<void> {
    for (const root of this.indexes.keys()) if (!roots.includes(root)) this.indexes.delete(root);
    for (const root of roots) if (!this.indexes.has(root)) this.indexes.set(root, new WorkspaceIndex(root));
    await this.read(roots);
  }

  private async read(roots: Iterable<string>): Promise<void> {
    const { groupBy } = readSettings();
    for (const root of roots) await this.indexes.get(root)?.read({ features: groupBy === 'feature' });
    // A tree without any scenario is left empty: VS Code explains an empty view, and shows what to do (package.json).
    const isEmpty = emptyStateOf(this.workspaces) !== undefined;
    this.tree.apply(isEmpty ? [] : treeOf(this.workspaces, rootName, groupBy));
    this.changed.fire();
  }

  /** One reading at a time: the tree never shows a mixture of two. */
  private enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.work.then(task);
    this.work = done.catch(() => {}); // the caller hears of it; the next reading starts all the same
    return done;
  }
}
