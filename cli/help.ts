import { styleText } from 'node:util';
import type { Command, Help, HelpConfiguration } from 'commander';

type Item = [term: string, description: string];

/**
 * How help reads: what the command is for, then how to write it, then its parts; the examples come last, where the eye
 * is when the prompt returns. Titles are bold where the stream takes colour: commander strips them elsewhere.
 */
export const helpLayout: HelpConfiguration = {
  showGlobalOptions: true,
  styleTitle: (title) => styleText('bold', title, { validateStream: false }),
  formatHelp,
};

function formatHelp(command: Command, helper: Help): string {
  const width = helper.helpWidth ?? 80;
  const termWidth = helper.padWidth(command, helper);
  const section = (title: string, items: Item[]): string[] =>
    items.length === 0
      ? []
      : [
          helper.styleTitle(title),
          ...items.map(([term, text]) => helper.formatItem(term, termWidth, text, helper)),
          '',
        ];
  return [
    helper.boxWrap(helper.commandDescription(command), width),
    '',
    `${helper.styleTitle('Usage:')} ${helper.commandUsage(command)}`,
    '',
    ...section(
      'Commands:',
      helper.visibleCommands(command).map((sub) => [helper.subcommandTerm(sub), helper.subcommandDescription(sub)]),
    ),
    ...section(
      'Arguments:',
      helper.visibleArguments(command).map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)]),
    ),
    ...section(
      'Options:',
      helper.visibleOptions(command).map((each) => [helper.optionTerm(each), helper.optionDescription(each)]),
    ),
    ...section(
      'Everywhere:',
      helper
        .visibleGlobalOptions(command)
        .filter(({ long }) => long !== '--version')
        .map((each) => [helper.optionTerm(each), helper.optionDescription(each)]),
    ),
  ].join('\n');
}
