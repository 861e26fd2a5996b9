import * as vscode from 'vscode';
import { checkNames, findCheck } from '../engine/judge/known-checks';
import { hasEditorJudge } from './editor-judge';
import { environmentForHooks } from './hook-host';
import type { LocatedAgent } from './test-explorer';

/** Why checks would leave a criterion Unable to Verify as things are, by their names: said before one is chosen. */
export async function doubtsAbout({ profile, workspace }: LocatedAgent): Promise<Map<string, string>> {
  const doubts = new Map<string, string>();
  const judged =
    workspace.workspace !== undefined && (await hasEditorJudge(workspace.workspace, environmentForHooks()));
  for (const name of checkNames) {
    const needs = findCheck(name)?.needs;
    switch (needs) {
      case undefined:
        break;
      case 'judge':
        if (!judged) doubts.set(name, vscode.l10n.t('No judge model is configured: it would be Unable to Verify.'));
        break;
      case 'calls':
      case 'usage':
        if (profile && !profile.capabilities[needs])
          doubts.set(
            name,
            vscode.l10n.t('Profile {0} does not declare {1}: it would be Unable to Verify.', profile.id, needs),
          );
        break;
      default:
        needs satisfies never;
    }
  }
  return doubts;
}
