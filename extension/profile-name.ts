import * as vscode from 'vscode';
import type { AgentRef } from '../engine/workspace/workspace';
import { Slug } from '../schemas/profile';

/** The id that was chosen. */
export interface ProfileName {
  id: string;
  /** Whether a profile of this id, or its script, is to be replaced. */
  replaces: boolean;
}

/**
 * Asks for the id of a new profile. One that is taken is pointed out while it is typed; taking it all the same has to be
 * confirmed.
 * @param recognised what the profile will be written from, in words
 */
export async function askProfileName(
  agent: AgentRef,
  suggested: string,
  recognised: string,
): Promise<ProfileName | undefined> {
  const { inTheWay } = await import('../engine/author/in-the-way');
  const isTaken = async (id: string): Promise<boolean> => (await inTheWay(agent, id)).length > 0;
  let value = await firstFree(suggested, isTaken);
  for (;;) {
    const typed = await vscode.window.showInputBox({
      title: vscode.l10n.t('Name of the Profile'),
      prompt: recognised,
      value,
      ignoreFocusOut: true,
      validateInput: async (text) => {
        const id = text.trim();
        if (!Slug.safeParse(id).success)
          return vscode.l10n.t('A name has small letters, digits and dashes, and no dash first.');
        if (!(await isTaken(id))) return undefined;
        const message = vscode.l10n.t('{0} is there already: Enter asks whether to replace it.', id);
        return { message, severity: vscode.InputBoxValidationSeverity.Warning };
      },
    });
    if (typed === undefined) return undefined;
    const id = typed.trim();
    const there = await inTheWay(agent, id);
    if (there.length === 0) return { id, replaces: false };
    const replace = vscode.l10n.t('Replace');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Replace {0}?', id),
      { modal: true, detail: there.map((file) => vscode.workspace.asRelativePath(file)).join('\n') },
      replace,
    );
    if (answer === replace) return { id, replaces: true };
    value = id;
  }
}

async function firstFree(suggested: string, isTaken: (id: string) => Promise<boolean>): Promise<string> {
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? suggested : `${suggested}-${count}`;
    if (!(await isTaken(id))) return id;
  }
}
