import * as vscode from 'vscode';
import { isWithin, rootName } from './rook-roots';
import type { LocatedAgent, TestExplorer } from './test-explorer';

/**
 * The agent that a command is about: that of a test or of a file, of the editor in front, else the active one; when that
 * leaves several, the one that is picked.
 * @param target what the command was called with: an item of the Test Explorer, a URI, or anything else
 */
export async function chooseAgent(explorer: TestExplorer, target?: unknown): Promise<LocatedAgent | undefined> {
  await explorer.ready;
  const { agents } = explorer;
  const named = agentOf(explorer, target) ?? agentOfFile(agents, vscode.window.activeTextEditor?.document.uri);
  if (named) return named;
  const active = agents.filter(isActive);
  const candidates = active.length > 0 ? active : agents;
  if (candidates.length <= 1) {
    if (candidates.length === 0)
      void vscode.window.showInformationMessage(vscode.l10n.t('There is no agent in the open folders.'));
    return candidates[0];
  }
  const picked = await vscode.window.showQuickPick(
    candidates.map((located) => ({
      label: located.agent.name,
      description: [located.project.name, rootName(located.workspace.root)].join(' · '),
      located,
    })),
    { title: vscode.l10n.t('Which agent?') },
  );
  return picked?.located;
}

/** The agent of an item of the Test Explorer, or of a file; undefined when the target is neither. */
export function agentOf(explorer: TestExplorer, target: unknown): LocatedAgent | undefined {
  if (target instanceof vscode.Uri) return agentOfFile(explorer.agents, target);
  // Nothing is taken on trust here: an object that is not one of our items has no subject.
  const subject =
    target !== null && typeof target === 'object' ? explorer.tree.subjectOf(target as vscode.TestItem) : undefined;
  return subject && subject.kind !== 'group' ? explorer.agentAt(subject.agentDir) : undefined;
}

function agentOfFile(agents: readonly LocatedAgent[], uri: vscode.Uri | undefined): LocatedAgent | undefined {
  return uri?.scheme === 'file' ? agents.find(({ agent }) => isWithin(uri.fsPath, agent.agentDir)) : undefined;
}

function isActive({ agent, project, workspace }: LocatedAgent): boolean {
  const projectId = workspace.workspace?.activeProjectId;
  return (projectId === undefined || project.id === projectId) && agent.id === project.activeAgentId;
}
