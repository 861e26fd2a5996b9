import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

const examples = `
Examples:
  rook env set REFUND_API_TOKEN             asks for the value, and does not show it
  pass show refund | rook env set REFUND_API_TOKEN   from standard input, without the line feed at its end
  rook env set REFUND_API_TOKEN < token.txt
  rook env set BASE_URL=http://localhost:8080 REGION=eu   these stay in the history of the shell
  rook env set '{"BASE_URL":"http://localhost:8080"}'

Values are kept in your global home (ROOK_HOME, else ~/.testmuai/rook), for this workspace alone, readable by you alone. A
hook gets those that its profile names; a value in the environment that Rook is started from wins.
`;

/** `rook env list | set | show | rm` (behaviour §10, §13). */
export function addEnv(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'env', 'see and keep the values that profiles need, outside the workspace');
  list
    .description(
      'Lists the variables that profiles of the active agent need and those that are stored: which have a value.',
    )
    .action(async (_flags: object, command: Command) => {
      const { listEnv } = await import('../actions/env');
      await deliver(listEnv(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('set')
    .description('Keeps values for this workspace. A name alone: its value is asked for, or read from standard input.')
    .argument('<values...>', 'NAME, NAME=value, or \'{"NAME":"value"}\'')
    .addHelpText('after', examples)
    .action(async (words: string[], _flags: object, command: Command) => {
      const { setEnv } = await import('../actions/env');
      await deliver(setEnv(words, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('show')
    .description('Shows the value that a hook would get, on a terminal or with --reveal; else masked.')
    .argument('<name>', 'which variable')
    .option('--reveal', 'print the value, wherever it goes')
    .action(async (name: string, flags: { reveal?: boolean }, command: Command) => {
      const { showEnv } = await import('../actions/env');
      await deliver(showEnv(name, flags.reveal === true, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('rm')
    .alias('remove')
    .description('Removes stored values, all of them or none.')
    .argument('<names...>', 'which variables')
    .action(async (names: string[], _flags: object, command: Command) => {
      const { removeEnv } = await import('../actions/env');
      await deliver(removeEnv(names, command.optsWithGlobals<GlobalFlags>()));
    });
}
