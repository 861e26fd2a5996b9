import type { Refusal } from '../schemas/result';
import type { WorkspaceOutline } from './workspace-index';

/** Why the Testing view has no scenario to show; package.json has a text for each. */
export type EmptyState = 'noWorkspace' | 'noAgents' | 'noScenarios' | 'broken';

/** Undefined when there is a scenario, or the file of one that cannot be read: the tree says more then. */
export function emptyStateOf(workspaces: readonly WorkspaceOutline[]): EmptyState | undefined {
  const agents = workspaces.flatMap((workspace) => workspace.agents);
  if (agents.some(({ scenarios }) => scenarios.length > 0)) return undefined;
  if (troubleOf(workspaces)) return 'broken';
  if (workspaces.length === 0) return 'noWorkspace';
  return agents.length === 0 ? 'noAgents' : 'noScenarios';
}

/** What keeps a workspace from being read, of the first that cannot be. */
export function troubleOf(workspaces: readonly WorkspaceOutline[]): Refusal | undefined {
  return workspaces.find(({ trouble }) => trouble)?.trouble;
}
