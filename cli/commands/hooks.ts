import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

const examples = `
Examples:
  rook hooks add pre-tool node hooks/check.mjs {tool} {path}
  rook hooks add post-tool -- node hooks/log.mjs --json {tool}   everything after -- belongs to the command
  rook hooks add --from .orkeon/hooks.json

{tool}, {event} and {path} are replaced; there is no shell, and no variable is expanded. The program is one of node, npm,
dotnet, find, or of tool_hooks.extra_programs in settings.json of the global home. A stop hook is stored and never run.
`;

/** `rook hooks list | add | remove` (behaviour §9, §10). */
export function addHooks(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(
    program,
    'hooks',
    'see and choose commands that run around the tool calls of a judge',
  );
  list
    .description(
      'Lists the tool hooks of this workspace, in the order in which they run. They are yours, stay until they are removed, and are kept outside the workspace.',
    )
    .action(async (_flags: object, command: Command) => {
      const { listHooks } = await import('../actions/hooks');
      await deliver(listHooks(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('add')
    .description('Adds a tool hook at the end of the list, or all of a file.')
    .argument('[event]', 'pre-tool, post-tool or stop')
    .argument('[command...]', 'the program and its arguments')
    .option('--from <file>', 'a list of hooks: [{"event","command"}] or {"hooks":[…]}')
    .allowUnknownOption()
    .addHelpText('after', examples)
    .action(async (event: string | undefined, words: string[], flags: { from?: string }, command: Command) => {
      const { addHook } = await import('../actions/hooks');
      await deliver(addHook(event, words, flags.from, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('remove')
    .description('Removes a tool hook by its number in the list.')
    .argument('<number>', 'which one, from 1')
    .action(async (number: string, _flags: object, command: Command) => {
      const { removeHook } = await import('../actions/hooks');
      await deliver(removeHook(number, command.optsWithGlobals<GlobalFlags>()));
    });
}
