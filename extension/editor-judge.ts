import * as vscode from 'vscode';
import { type RunJudge, runJudgeOf } from '../engine/judge/model/run-judge';
import { configureJudge } from '../engine/judge/providers/configure-judge';
import type { Workspace } from '../engine/workspace/workspace';
import { JudgeSettings } from '../schemas/judge';
import { ok, type Result, refuse } from '../schemas/result';
import { findJudgeModel, judgeModels, LanguageModelJudge } from './language-model-judge';

/** The judge that settings, workspace and environment name, for a run in the editor; undefined when there is none. */
export async function editorJudge(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<Result<RunJudge | undefined>> {
  const configured = await configureJudge({ workspace, root: workspace.root, env, user: userSettings(workspace.root) });
  if (!configured.ok) return configured;
  const judge = configured.value;
  switch (judge.kind) {
    case 'none':
      return ok(undefined);
    case 'judge':
      return ok(judge.judge);
    case 'editor': {
      const model = judge.model === undefined ? undefined : await findJudgeModel(judge.model);
      if (model) return ok(runJudgeOf(new LanguageModelJudge(model), judge.limits));
      return refuse(
        judge.model === undefined
          ? 'a language model of VS Code is to be the judge, and none is chosen'
          : `VS Code has no language model ${judge.model}`,
        'Choose one with "Rook: Choose Judge Model…". Nothing was run.',
      );
    }
    default:
      return judge satisfies never;
  }
}

/** Whether a judge is named, completely: nothing is asked, and whether it answers is not known. */
export async function hasEditorJudge(workspace: Workspace, env: NodeJS.ProcessEnv): Promise<boolean> {
  const configured = await configureJudge({ workspace, root: workspace.root, env, user: userSettings(workspace.root) });
  if (!configured.ok) return false;
  return (
    configured.value.kind === 'judge' || (configured.value.kind === 'editor' && configured.value.model !== undefined)
  );
}

/** The settings `rook.judge.*`, in the shape of those in settings.json. */
function userSettings(root: string): JudgeSettings {
  const configuration = vscode.workspace.getConfiguration('rook.judge', vscode.Uri.file(root));
  const read = JudgeSettings.safeParse({
    provider: configuration.get('provider'),
    model: configuration.get('model'),
    base_url: configuration.get('baseUrl'),
    command: configuration.get('command'),
  });
  return read.success ? read.data : {}; // the settings editor has already said what is wrong
}

/** Lets the user choose one of the editor's language models as the judge, or none. */
export async function chooseJudgeModel(): Promise<void> {
  const none = { label: vscode.l10n.t('No judge model'), id: undefined };
  const models = (await judgeModels()).map((model) => ({
    label: model.name,
    description: `${model.vendor}/${model.id}`,
    id: `${model.vendor}/${model.id}`,
  }));
  if (models.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'VS Code has no language model here. Install an extension that brings one, or name a command or a provider in the settings rook.judge.',
      ),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick([...models, none], {
    title: vscode.l10n.t('Judge model'),
    placeHolder: vscode.l10n.t('Which model grades what no check decides?'),
  });
  if (!picked) return;
  const configuration = vscode.workspace.getConfiguration('rook.judge');
  const target = vscode.ConfigurationTarget.Global;
  await configuration.update('provider', picked.id === undefined ? undefined : 'vscode', target);
  await configuration.update('model', picked.id, target);
}
