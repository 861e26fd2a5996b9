import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type ScenarioState, scenarioState } from '../engine/lifecycle/plan';
import type { Profile } from '../schemas/profile';
import { formatRefusal } from '../schemas/result';
import { type Grouping, groupOf, type ScenarioGroup } from './scenario-groups';
import type { ScenarioOutline } from './scenario-outline';
import type { ScenarioSubject, TestSubject } from './test-subject';
import type { AgentOutline, WorkspaceOutline } from './workspace-index';

/** An item of the Test Explorer as plain data. The same object stands for "nothing has changed here". */
export interface TreeNode {
  id: string;
  label: string;
  subject: TestSubject;
  sortText: string;
  children: TreeNode[];
  description?: string;
  /** File to open; with a line (0-based) the place in it. */
  file?: string;
  line?: number;
  /** Why the file could not be read as a test. */
  error?: string;
  tags?: string[];
}

/** Nodes of scenarios that have not changed, by what they were made from. */
const made = new WeakMap<ScenarioOutline, { profile: Profile | undefined; node: TreeNode }>();

/** The whole tree: (workspace →) project → agent → group → scenario → criterion. */
export function treeOf(
  workspaces: readonly WorkspaceOutline[],
  nameOf: (root: string) => string,
  grouping: Grouping = 'class',
): TreeNode[] {
  const several = workspaces.length > 1;
  return workspaces.flatMap((workspace) => {
    const children = [...troubleNode(workspace), ...projectNodes(workspace, grouping)];
    if (!several) return children;
    const label = nameOf(workspace.root);
    return [group({ id: `workspace:${workspace.root}`, label, sortText: label, file: workspace.root, children })];
  });
}

/** A workspace that cannot be read says so in the tree: the place where its agents are missed. */
function troubleNode({ root, trouble }: WorkspaceOutline): TreeNode[] {
  if (!trouble) return [];
  return [
    group({
      id: `trouble:${root}`,
      label: vscode.l10n.t('.testmuai/rook cannot be read'),
      sortText: '',
      children: [],
      error: [formatRefusal(trouble), trouble.remedy].filter(Boolean).join('\n'),
      ...(trouble.place && { file: trouble.place.file, line: (trouble.place.line ?? 1) - 1 }),
    }),
  ];
}

function projectNodes({ agents, workspace, root }: WorkspaceOutline, grouping: Grouping): TreeNode[] {
  return (workspace?.projects ?? []).map((project) =>
    group({
      id: `project:${project.dir}`,
      label: project.name,
      sortText: project.name,
      file: project.dir,
      children: agents
        .filter((outline) => outline.project === project)
        .map((outline) => agentNode(outline, root, grouping)),
    }),
  );
}

function agentNode(outline: AgentOutline, root: string, grouping: Grouping): TreeNode {
  const { agent, scenarios, profileTrouble, features } = outline;
  const alone: TreeNode[] = [];
  const groups = new Map<string, { group: ScenarioGroup; children: TreeNode[] }>();
  for (const scenario of scenarios) {
    const node = scenarioNode(scenario, outline, root);
    const found = groupOf(scenario, grouping, features);
    if (!found) {
      alone.push(node);
      continue;
    }
    const known = groups.get(found.key) ?? { group: found, children: [] };
    known.children.push(node);
    groups.set(found.key, known);
  }
  const inOrder = [...groups.values()].sort((one, other) => (one.group.order < other.group.order ? -1 : 1));
  return {
    id: `agent:${agent.agentDir}`,
    label: agent.name,
    subject: { kind: 'agent', root, agentDir: agent.agentDir },
    sortText: agent.name,
    file: agent.agentFile,
    ...(profileTrouble !== undefined && { description: profileTrouble }),
    children: [
      ...alone,
      ...inOrder.map(({ group: { key, label, order }, children }) => {
        const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
        return group({ id: `${kind}:${agent.agentDir}#${name}`, label, sortText: order, children });
      }),
    ],
  };
}

function scenarioNode(outline: ScenarioOutline, { agent, profile }: AgentOutline, root: string): TreeNode {
  const known = made.get(outline);
  if (known && known.profile === profile) return known.node;
  const { entry } = outline;
  const subject: ScenarioSubject = {
    kind: 'scenario',
    root,
    agentDir: agent.agentDir,
    file: entry.file,
    scenarioId: entry.id,
  };
  const state = profile && scenarioState(entry, profile);
  const tags = tagsOf(outline, state);
  const description = descriptionOf(outline, state);
  const error = errorOf(outline);
  const id = `${entry.file}#${entry.id}`;
  const node: TreeNode = {
    id,
    label: labelOf(entry.id, entry.title),
    subject,
    sortText: entry.id,
    file: entry.file,
    line: outline.line,
    tags,
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    children: outline.criteria.map(({ id: criterionId, statement, line }, index) => ({
      id: `${id}#${criterionId}`,
      label: labelOf(criterionId, statement),
      subject: { ...subject, kind: 'criterion', criterionId },
      sortText: String(index).padStart(4, '0'),
      file: entry.file,
      line,
      tags,
      children: [],
    })),
  };
  made.set(outline, { profile, node });
  return node;
}

/** `SC-001 · Title`: the id first, as people and reports name a scenario by it. A title that is the id says nothing more. */
export function labelOf(id: string, title: string): string {
  const oneLine = title.replace(/\s+/g, ' ').trim();
  return oneLine === id || oneLine === '' ? id : `${id} · ${oneLine}`;
}

function descriptionOf({ entry }: ScenarioOutline, state: ScenarioState | undefined): string | undefined {
  if (!entry.scenario) return undefined; // its error says more
  switch (state?.kind) {
    case undefined:
    case 'runnable':
      return undefined;
    case 'excluded':
      return state.why;
    case 'unrunnable':
      return vscode.l10n.t('not runnable: {0}', state.why);
    default:
      return state satisfies never;
  }
}

function errorOf({ entry }: ScenarioOutline): string | undefined {
  if (entry.scenario) return undefined;
  const errors = entry.problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return vscode.l10n.t('The file cannot be read as a scenario.');
  return errors
    .map(({ line, column, message, remedy }) =>
      [`${basename(entry.file)}:${line}:${column}: ${message}`, remedy].filter(Boolean).join('. '),
    )
    .join('\n');
}

/** Tags that `@rook:<tag>` filters by. */
function tagsOf({ entry }: ScenarioOutline, state: ScenarioState | undefined): string[] {
  const { scenario } = entry;
  if (!scenario) return ['broken'];
  const standing = state === undefined ? [] : [state.kind];
  const own = [scenario.class ?? 'unclassified', scenario.category, ...scenario.tags, ...standing];
  return [...new Set(own.filter((tag) => tag !== undefined))];
}

function group(node: Omit<TreeNode, 'subject'>): TreeNode {
  return { ...node, subject: { kind: 'group' } };
}
