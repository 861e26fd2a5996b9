import * as vscode from 'vscode';
import { useProfile } from '../engine/workspace/pointers';
import { agentOf, chooseAgent } from './agent-choice';
import type { EnvironmentSecrets } from './environment-secrets';
import { environmentForHooks } from './hook-host';
import { type ProfileChoice, profileChoices } from './profile-choices';
import type { LocatedAgent, TestExplorer } from './test-explorer';

type Entry = vscode.QuickPickItem & { choose?: () => Promise<unknown> };

/**
 * Shows the profiles of an agent, the active one marked; choosing one makes it active. Below them is what else can be done
 * with profiles.
 */
export async function chooseProfile(
  explorer: TestExplorer,
  secrets: EnvironmentSecrets,
  target?: unknown,
): Promise<void> {
  const located = await chooseAgent(explorer, target);
  const workspace = located?.workspace.workspace;
  if (!located || !workspace) return;
  const choices = await profileChoices(located.agent, {
    workspace,
    env: environmentForHooks(),
    secrets: secrets.of(workspace.root),
  });
  const entries: Entry[] = choices.map((choice) => ({
    label: `${choice.isActive ? '$(check)' : '$(blank)'} ${choice.id}`,
    description: describe(choice),
    ...(choice.trouble !== undefined && { detail: choice.trouble.split('\n', 1)[0] ?? '' }),
    choose: () => activate(explorer, located, choice.id),
  }));
  const picked = await vscode.window.showQuickPick(
    [...entries, { label: '', kind: vscode.QuickPickItemKind.Separator }, ...(await furtherEntries(located, choices))],
    {
      title: vscode.l10n.t('Profile of {0}', located.agent.name),
      placeHolder: vscode.l10n.t('How the agent is reached'),
      matchOnDescription: true,
    },
  );
  await picked?.choose?.();
}

/** Makes the profile of a file the active one of its agent. */
export async function useProfileOf(
  explorer: TestExplorer,
  secrets: EnvironmentSecrets,
  target: unknown,
): Promise<void> {
  await explorer.ready;
  const located = agentOf(explorer, target);
  const id = target instanceof vscode.Uri ? /([^\\/]+)\.ya?ml$/.exec(target.fsPath)?.[1] : undefined;
  if (!located || id === undefined) return chooseProfile(explorer, secrets, target);
  await activate(explorer, located, id);
}

async function activate(explorer: TestExplorer, { agent, workspace }: LocatedAgent, id: string): Promise<void> {
  if (!workspace.workspace || id === agent.activeProfileId) return;
  await useProfile(workspace.workspace, agent, id);
  await explorer.update([agent.activeProfileFile]);
}

/** `Local desk · missing API_KEY · not tried yet` */
function describe({ id, name, missing, standing }: ProfileChoice): string {
  return [
    ...(name === id ? [] : [name]),
    ...(missing.length > 0 ? [vscode.l10n.t('missing {0}', missing.join(', '))] : []),
    ...standingWords(standing),
  ].join(' · ');
}

function standingWords(standing: ProfileChoice['standing']): string[] {
  switch (standing) {
    case 'tried':
      return [];
    case 'changed':
      return [vscode.l10n.t('changed since it was tried')];
    case 'untried':
      return [vscode.l10n.t('not tried yet')];
    case 'legacy':
      return [vscode.l10n.t('recipe of the old kind')];
    case 'broken':
      return [vscode.l10n.t('cannot be used')];
    default:
      return standing satisfies never;
  }
}

/** What else there is to do; a command that is not there has no entry. */
async function furtherEntries({ agent }: LocatedAgent, choices: readonly ProfileChoice[]): Promise<Entry[]> {
  const active = choices.find(({ isActive }) => isActive);
  const known = new Set(await vscode.commands.getCommands(true));
  const entries: Entry[] = [];
  const offer = (label: string, command: string, argument: vscode.Uri): void => {
    if (!known.has(command)) return;
    entries.push({ label, choose: async () => vscode.commands.executeCommand(command, argument) });
  };
  const activeUri = active && vscode.Uri.file(active.file);
  if (activeUri) offer(`$(beaker) ${vscode.l10n.t('Test Profile')}`, 'rook.testProfile', activeUri);
  offer(`$(add) ${vscode.l10n.t('Add Profile…')}`, 'rook.addProfile', vscode.Uri.file(agent.agentDir));
  if (activeUri) offer(`$(wrench) ${vscode.l10n.t('Fix Profile…')}`, 'rook.fixProfile', activeUri);
  if (activeUri) offer(`$(go-to-file) ${vscode.l10n.t('Open Profile File')}`, 'vscode.open', activeUri);
  offer(`$(law) ${vscode.l10n.t('Open Verdict')}`, 'rook.openVerdict', vscode.Uri.file(agent.agentDir));
  return entries;
}
