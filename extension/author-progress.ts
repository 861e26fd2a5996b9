import * as vscode from 'vscode';
import type { AuthorEvent } from '../engine/author/author-surface';

/**
 * Tells what the author does just now: in the notification in a few words, in the log whole.
 * @param hooks whether it tells of the phases of hooks, too: who runs a finished profile looks at them
 */
export function authorProgress(
  log: vscode.LogOutputChannel,
  progress: vscode.Progress<{ message?: string }>,
): (event: AuthorEvent) => void {
  const say = (message: string): void => {
    log.info(message);
    progress.report({ message: firstLine(message) });
  };
  return (event) => {
    switch (event.type) {
      case 'recognised':
        say(vscode.l10n.t('this is {0}', event.what));
        for (const warning of event.warnings) log.warn(warning);
        break;
      case 'probing':
        say(
          event.turns > 1
            ? vscode.l10n.t('invocation {0}, with a second turn: {1}', event.attempt, event.goal)
            : vscode.l10n.t('invocation {0}: {1}', event.attempt, event.goal),
        );
        break;
      case 'learned':
        say(event.what);
        break;
      case 'diff': // the editor shows it beside the question
        break;
      case 'hook':
        if (event.event.type === 'output') log.info(event.event.text);
        if (event.event.type === 'warning') log.warn(event.event.message);
        break;
      default:
        event satisfies never;
    }
  };
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
