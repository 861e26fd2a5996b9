import * as vscode from 'vscode';
import type { Permission, PermissionAnswer, PermissionQuestion } from '../engine/tools/permission/permission';

/** Asks with a modal: once, always for this target, never, or no, which is what closing it means. */
export class ModalPermission implements Permission {
  async ask({ rule, what, target }: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer> {
    if (signal.aborted) return 'no';
    const answers = new Map<string, PermissionAnswer>([
      [vscode.l10n.t('Once'), 'once'],
      [vscode.l10n.t('Always for This Target'), 'always'],
      [vscode.l10n.t('Never'), 'never'],
    ]);
    const detail = vscode.l10n.t('Rule: {0}\nTarget: {1}', rule, target);
    const shown = vscode.window.showWarningMessage(what, { modal: true, detail }, ...answers.keys());
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const answer = await Promise.race([shown, aborted]);
    return (answer !== undefined && answers.get(answer)) || 'no';
  }
}
