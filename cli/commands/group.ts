import type { Command } from 'commander';
import { nearestName } from '../../engine/workspace/nearest-name';
import { UsageError } from '../failure';

/**
 * A group of commands, such as `rook profile`, whose `list` is what it does when nothing else is said.
 * @returns the group and its `list`, for the caller to fill.
 */
export function addGroup(program: Command, name: string, summary: string): { group: Command; list: Command } {
  const group = program
    .command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}. Alone, it is ${name} list.`)
    .helpCommand(false)
    .usage('[command] [options]');
  // What follows the group and is no command of it lands in `list`: it is said there, in the words of the group.
  const list = group.command('list', { isDefault: true }).allowExcessArguments().usage('[options]');
  list.hook('preAction', () => refuseUnknown(group, list.args));
  return { group, list };
}

function refuseUnknown(group: Command, words: string[]): void {
  const [word] = words;
  if (word === undefined) return;
  const known = group.commands.map((command: Command) => command.name());
  const near = nearestName(word, known);
  throw new UsageError(
    `rook ${group.name()} has no command ${word}${near ? `; did you mean ${near}?` : ''}`,
    `Its commands are ${known.join(', ')}.`,
  );
}
