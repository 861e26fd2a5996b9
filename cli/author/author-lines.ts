import type { AuthorEvent } from '../../engine/author/author-surface';
import { LineBuffer } from '../../engine/lifecycle/line-buffer';
import { paperOf } from '../terminal/paper';
import { inertForRunner } from '../terminal/runner-commands';
import { visibleInOneLine, visibleLines } from '../terminal/visible-text';

/** Tells on standard error what the author does, line by line. @param verbose also what hooks write to standard error. */
export function authorLines(verbose: boolean): (event: AuthorEvent) => void {
  const { paint } = paperOf(process.stderr, process.env);
  const say = (text: string): void => void process.stderr.write(`${inertForRunner(text, process.env)}\n`);
  const output = new LineBuffer((text) => say(paint('dim', `    ${visibleInOneLine(text)}`)));
  return (event) => {
    switch (event.type) {
      case 'recognised':
        say(`This is ${visibleInOneLine(event.what)}.`);
        for (const warning of event.warnings) say(`${paint('yellow', 'note:')} ${visibleInOneLine(warning)}`);
        break;
      case 'probing':
        say(
          `  invocation ${event.attempt}: ${(event.goals ?? [event.goal]).map((goal) => visibleInOneLine(JSON.stringify(goal))).join(', then ')}`,
        );
        break;
      case 'learned':
        say(`  ${visibleInOneLine(event.what)}`);
        break;
      case 'diff':
        say(`\n${visibleLines(event.text).join('\n')}`);
        break;
      case 'hook':
        if (verbose && event.event.type === 'output') output.append(`${event.event.text}\n`);
        break;
      default:
        event satisfies never;
    }
  };
}
