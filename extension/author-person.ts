import * as vscode from 'vscode';
import type { AuthorPerson, ShownAnswer } from '../engine/author/author-surface';
import { formatPlace } from '../engine/author/reading/path';
import type { ScriptPreviews } from './script-previews';

/** What the author does with a script that is accepted, as the person reads it. */
export interface Acceptance {
  /** Absolute path of where the script will be, when that is not where it is now. */
  file?: string;
  /** Whether a script is there already. */
  present: boolean;
  label: string;
  detail: string;
}

/** An entry is clipped by its list; a longer answer is shown in an editor, too. */
const longestInEntry = 110;

/** The person at the editor. Everything but a clear yes is a no; a click elsewhere decides nothing. */
export function editorPerson(previews: ScriptPreviews, acceptance: Acceptance): AuthorPerson {
  return {
    chooseOption: (options, signal) =>
      chooseIndex(
        vscode.l10n.t('What You Gave Can Be Understood in Several Ways'),
        vscode.l10n.t('Which one is the agent called by?'),
        options.map(({ label }) => ({ label })),
        signal,
      ),
    chooseAnswer: (candidates, signal) =>
      chooseIndex(
        vscode.l10n.t('Several Fields of the Reply May Be the Answer'),
        vscode.l10n.t('Which of these is what the agent said?'),
        candidates.map(({ place, text }) => ({ label: inOneLine(text), detail: formatPlace(place) })),
        signal,
      ),
    accept: (answer, signal) => accept(previews, acceptance, answer, signal),
    askValue: ({ variable, purpose }, signal) =>
      whileWanted(signal, (token) =>
        vscode.window.showInputBox(
          {
            title: vscode.l10n.t('Value of {0}', variable),
            prompt: [purpose, vscode.l10n.t('Kept in the secret storage of VS Code, in no file.')]
              .filter(Boolean)
              .join('. '),
            password: true,
            ignoreFocusOut: true,
          },
          token,
        ),
      ),
    mayKeep: async ({ variable, purpose }, signal) => {
      const keep = vscode.l10n.t('Keep It');
      const picked = await whileWanted(signal, (token) =>
        vscode.window.showQuickPick(
          [
            { label: keep, detail: vscode.l10n.t('In the secret storage of VS Code, for this workspace alone') },
            {
              label: vscode.l10n.t('Do Not Keep It'),
              detail: vscode.l10n.t('Runs need a value: set it later with Rook: Set Environment Value…'),
            },
          ],
          {
            title: vscode.l10n.t('Keep the Value of {0}?', variable),
            placeHolder: vscode.l10n.t('{0}. It is in no file that was written', purpose),
            ignoreFocusOut: true,
          },
          token,
        ),
      );
      return picked?.label === keep;
    },
  };
}

type AcceptEntry = vscode.QuickPickItem & { means?: 'yes' | 'no' | 'answer' };

async function accept(
  previews: ScriptPreviews,
  { file, present, label, detail }: Acceptance,
  { output, place, proposed, scriptFile }: ShownAnswer,
  signal: AbortSignal,
): Promise<boolean> {
  const preview = await previews.show(file ?? scriptFile, present, proposed);
  const line = inOneLine(output);
  const isClipped = line !== output.trim();
  const entries: AcceptEntry[] = [
    { label: vscode.l10n.t('The agent said, at {0}', place), kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(comment) ${line}`,
      ...(isClipped && { detail: vscode.l10n.t('Show the whole answer') }),
      means: 'answer',
    },
    { label: vscode.l10n.t('Is that its answer?'), kind: vscode.QuickPickItemKind.Separator },
    { label: `$(check) ${label}`, detail, means: 'yes' },
    { label: `$(trash) ${vscode.l10n.t('Discard')}`, detail: vscode.l10n.t('Nothing is written'), means: 'no' },
  ];
  try {
    for (;;) {
      const means = await askAccept(entries, signal);
      if (means !== 'answer') return means === 'yes';
      await preview.showAnswer(output);
    }
  } finally {
    await preview.close();
  }
}

/** A list of its own making: the answer stands first, and yet Enter means yes. */
function askAccept(entries: readonly AcceptEntry[], signal: AbortSignal): Promise<AcceptEntry['means']> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<AcceptEntry>();
    pick.title = vscode.l10n.t('The Agent Answers');
    pick.placeholder = vscode.l10n.t('The script below reads this answer');
    pick.items = entries;
    pick.activeItems = entries.filter(({ means }) => means === 'yes');
    pick.ignoreFocusOut = true;
    const end = (means: AcceptEntry['means']): void => {
      resolve(means); // the first one counts: disposing hides the list, too
      signal.removeEventListener('abort', stop);
      pick.dispose();
    };
    const stop = (): void => end(undefined);
    signal.addEventListener('abort', stop, { once: true });
    pick.onDidAccept(() => end(pick.activeItems[0]?.means));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

async function chooseIndex(
  title: string,
  placeHolder: string,
  items: readonly vscode.QuickPickItem[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const entries = items.map((item, index) => ({ ...item, index }));
  const picked = await whileWanted(signal, (token) =>
    vscode.window.showQuickPick(entries, { title, placeHolder, ignoreFocusOut: true, matchOnDetail: true }, token),
  );
  return picked?.index;
}

/** Asks, and takes the question back when the work is stopped. */
async function whileWanted<T>(
  signal: AbortSignal,
  ask: (token: vscode.CancellationToken) => Thenable<T | undefined>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const source = new vscode.CancellationTokenSource();
  const stop = (): void => source.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask(source.token);
  } finally {
    signal.removeEventListener('abort', stop);
    source.dispose();
  }
}

/** Line breaks and icons of a text would change how its entry looks. */
function inOneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ').replaceAll('$(', '$\u200b(');
  return line.length > longestInEntry ? `${line.slice(0, longestInEntry - 1)}…` : line;
}
