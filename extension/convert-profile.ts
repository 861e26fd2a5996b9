import * as vscode from 'vscode';
import { formatRefusal } from '../schemas/result';
import { agentOf } from './agent-choice';
import type { EnvironmentSecrets } from './environment-secrets';
import type { TestExplorer } from './test-explorer';

/**
 * Turns a recipe profile of the old kind into hooks, in place, after asking: the old text is kept beside it (behaviour §13).
 * @param target URI of the profile, as an object or a text; else the editor in front counts
 */
export async function convertLegacyProfile(
  explorer: TestExplorer,
  secrets: EnvironmentSecrets,
  target?: unknown,
): Promise<void> {
  await explorer.ready;
  const uri = uriOf(target) ?? vscode.window.activeTextEditor?.document.uri;
  const located = uri && agentOf(explorer, uri);
  const workspace = located?.workspace.workspace;
  const id = uri && /[\\/]profiles[\\/]([^\\/]+)\.ya?ml$/.exec(uri.fsPath)?.[1];
  if (!located || !workspace || id === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This file is no profile of an agent.'));
    return;
  }
  const convert = vscode.l10n.t('Convert');
  const detail = vscode.l10n.t(
    'Its scripts are written, and the text as it is now is kept as {0}.',
    `${id}.legacy.bak`,
  );
  const question = vscode.l10n.t('Convert the profile {0} to hooks?', id);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, convert)) !== convert) return;
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open?.isDirty && !(await open.save())) return;
  const { convertProfile } = await import('../engine/author/convert/convert-profile');
  const converted = await convertProfile(workspace, located.agent, id);
  if (!converted.ok) throw new Error(formatRefusal(converted.error));
  const { warnings, secrets: found } = converted.value;
  if (found.length > 0) await keepValues(workspace.root, found, secrets);
  if (warnings.length > 0) void vscode.window.showWarningMessage(warnings.join(' '));
  await vscode.window.showTextDocument(uri);
}

/** Credentials that stood in the recipe: their values can be kept where hooks find them, and no file has them. */
async function keepValues(
  root: string,
  found: readonly { variable: string; value: string }[],
  secrets: EnvironmentSecrets,
): Promise<void> {
  const names = found.map(({ variable }) => variable).join(', ');
  const keep = vscode.l10n.t('Keep');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Keep the values of {0} in the secret storage of VS Code?', names),
    { modal: true },
    keep,
  );
  if (answer !== keep) return;
  for (const { variable, value } of found) await secrets.set(root, variable, value);
}

function uriOf(target: unknown): vscode.Uri | undefined {
  if (target instanceof vscode.Uri) return target;
  return typeof target === 'string' && target.startsWith('file:') ? vscode.Uri.parse(target) : undefined;
}
