import * as vscode from 'vscode';
import * as z from 'zod';
import type { EnvSource } from '../engine/lifecycle/effective-environment';
import { checkEnvValue, EnvStore, isEnvName } from '../engine/workspace/env-store';
import { formatRefusal, type Result } from '../schemas/result';
import type { EnvironmentSecrets } from './environment-secrets';
import { type ShownVariable, variablesOf } from './environment-variables';
import { environmentForHooks } from './hook-host';
import { rootName } from './rook-roots';
import type { TestExplorer } from './test-explorer';
import type { WorkspaceOutline } from './workspace-index';

/** Which values are asked for, when a command is called from a message that knows. */
export const WantedValues = z.object({ root: z.string(), variables: z.array(z.string()).min(1) });
export type WantedValues = z.infer<typeof WantedValues>;

const sourceWords: Record<EnvSource, string> = {
  process: vscode.l10n.t('from the environment of VS Code'),
  'secret-storage': vscode.l10n.t('in the secret storage of VS Code'),
  store: vscode.l10n.t('stored with rook env set'),
};

/** Asks for values of a workspace, those that are wanted or of one variable that is picked, and keeps them as secrets. */
export async function setEnvironmentValue(
  explorer: TestExplorer,
  secrets: EnvironmentSecrets,
  target?: unknown,
): Promise<void> {
  const wanted = WantedValues.safeParse(target);
  const outline = await outlineOf(explorer, wanted.success ? wanted.data.root : undefined);
  if (!outline) return;
  const variables = orThrow(await variablesOf(outline, secrets));
  const names = wanted.success ? wanted.data.variables : await pickName(variables);
  for (const name of names) {
    const known = variables.find(({ variable }) => variable === name);
    if (!(await askAndKeep(outline, known ?? { variable: name }, secrets))) return; // the rest is given up with it
  }
}

/** Shows what the profiles of a workspace need, what has a value and where it comes from; a pick changes it. */
export async function showEnvironment(explorer: TestExplorer, secrets: EnvironmentSecrets): Promise<void> {
  const outline = await outlineOf(explorer);
  if (!outline) return;
  const variables = orThrow(await variablesOf(outline, secrets));
  if (variables.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No profile of {0} needs a variable, and no value is kept.', rootName(outline.root)),
    );
    return;
  }
  const missing = variables.filter(({ source, active }) => active && source === undefined).length;
  const picked = await vscode.window.showQuickPick(variables.map(pickOf), {
    title: vscode.l10n.t('Environment of {0}', rootName(outline.root)),
    placeHolder:
      missing > 0
        ? vscode.l10n.t('Values that active profiles lack: {0}. Pick one to set it', missing)
        : vscode.l10n.t('Active profiles have all values. Pick one to change it'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return;
  if (picked.shown.kept.length === 0) await askAndKeep(outline, picked.shown, secrets);
  else await change(outline, picked.shown, secrets);
}

async function change(outline: WorkspaceOutline, shown: ShownVariable, secrets: EnvironmentSecrets): Promise<void> {
  const set = vscode.l10n.t('Set a new value …');
  const remove = vscode.l10n.t('Remove the value …');
  const answer = await vscode.window.showQuickPick([set, remove], { title: shown.variable });
  if (answer === set) await askAndKeep(outline, shown, secrets);
  if (answer === remove) await removeAfterAsking(outline, shown, secrets);
}

/** Removes a value that is kept for a workspace, after asking. */
export async function removeEnvironmentValue(explorer: TestExplorer, secrets: EnvironmentSecrets): Promise<void> {
  const outline = await outlineOf(explorer);
  if (!outline) return;
  const kept = orThrow(await variablesOf(outline, secrets)).filter((shown) => shown.kept.length > 0);
  if (kept.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No value is kept for {0}.', rootName(outline.root)));
    return;
  }
  const picked = await vscode.window.showQuickPick(kept.map(pickOf), {
    title: vscode.l10n.t('Remove which value?'),
    matchOnDescription: true,
  });
  if (picked) await removeAfterAsking(outline, picked.shown, secrets);
}

async function removeAfterAsking(
  { root }: WorkspaceOutline,
  { variable, kept }: ShownVariable,
  secrets: EnvironmentSecrets,
): Promise<void> {
  const remove = vscode.l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the value of {0}?', variable),
    { modal: true, detail: kept.map((place) => sourceWords[place]).join(', ') },
    remove,
  );
  if (answer !== remove) return;
  if (kept.includes('secret-storage')) await secrets.remove(root, variable);
  if (kept.includes('store')) orThrow(await EnvStore.of(environmentForHooks(), root).remove([variable]));
}

/** @returns whether a value was given. */
async function askAndKeep(
  { root }: WorkspaceOutline,
  { variable, purpose }: Pick<ShownVariable, 'variable' | 'purpose'>,
  secrets: EnvironmentSecrets,
): Promise<boolean> {
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('Value of {0}', variable),
    prompt: [purpose, vscode.l10n.t('Kept in the secret storage of VS Code, for {0} alone.', rootName(root))]
      .filter(Boolean)
      .join('. '),
    password: true,
    ignoreFocusOut: true, // it may have to be fetched from elsewhere
    validateInput: (text) => {
      const checked = checkEnvValue(variable, text);
      return checked.ok ? undefined : checked.error.message;
    },
  });
  if (value === undefined) return false;
  orThrow(checkEnvValue(variable, value));
  await secrets.set(root, variable, value);
  void vscode.window.showInformationMessage(
    environmentForHooks()[variable]
      ? vscode.l10n.t(
          'The value of {0} is kept. The environment that VS Code was started from has one, too, which wins.',
          variable,
        )
      : vscode.l10n.t('The value of {0} is kept in the secret storage of VS Code.', variable),
  );
  return true;
}

/** The variable that is picked, or typed when it is none of those. */
async function pickName(variables: readonly ShownVariable[]): Promise<string[]> {
  const other: VariablePick = { label: `$(add) ${vscode.l10n.t('Another variable …')}` };
  const picked = await vscode.window.showQuickPick([...variables.map(pickOf), other], {
    title: vscode.l10n.t('Set which variable?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return [];
  if (picked.shown) return [picked.shown.variable];
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the variable'),
    prompt: vscode.l10n.t('A hook gets it once its profile names it.'),
    validateInput: (text) =>
      isEnvName(text) ? undefined : vscode.l10n.t('A name has letters, digits and _, and no digit first.'),
  });
  return name ? [name] : [];
}

interface VariablePick extends vscode.QuickPickItem {
  shown?: ShownVariable;
}

function pickOf(shown: ShownVariable): VariablePick & { shown: ShownVariable } {
  const { variable, source, profiles, purpose } = shown;
  const state = source === undefined ? vscode.l10n.t('missing') : sourceWords[source];
  const users =
    profiles.length > 0 ? vscode.l10n.t('for {0}', profiles.join(', ')) : vscode.l10n.t('no profile needs it');
  return {
    label: `${source === undefined ? '$(warning)' : '$(pass)'} ${variable}`,
    description: `${state}, ${users}`,
    ...(purpose && { detail: purpose }),
    shown,
  };
}

/** The workspace that is meant: the one that is named, the only one, or the one that is picked. */
async function outlineOf(explorer: TestExplorer, root?: string): Promise<WorkspaceOutline | undefined> {
  await explorer.ready;
  const outlines = explorer.workspaces;
  if (root !== undefined) return outlines.find((outline) => outline.root === root);
  if (outlines.length < 2) return outlines[0];
  const picked = await vscode.window.showQuickPick(
    outlines.map((outline) => ({ label: rootName(outline.root), outline })),
    { title: vscode.l10n.t('Which workspace?') },
  );
  return picked?.outline;
}

function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error([formatRefusal(result.error), result.error.remedy].filter(Boolean).join('. '));
}
