import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { commaList } from './comma-list';
import { addGroup } from './group';

/** `rook scenarios list | exclude | include | delete` (behaviour §10). */
export function addScenarios(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'scenarios', 'see which scenarios there are, and which can run');
  list
    .summary('list the scenarios, and why one cannot run')
    .description('Lists the scenarios of the active agent, and why one cannot run with the profile.')
    .option('--profile <id>', 'judge by this profile, whichever is active')
    .action(async (flags: { profile?: string }, command: Command) => {
      const { listScenarios } = await import('../actions/scenarios');
      await deliver(listScenarios(flags.profile, command.optsWithGlobals<GlobalFlags>()));
    });
  for (const [verb, description] of verbs) {
    const command = group
      .command(verb)
      .description(description)
      .argument('<ids...>', 'which scenarios; commas and spaces separate them')
      .action(async (ids: string[], flags: { yes?: boolean }, command: Command) => {
        const { editScenarios } = await import('../actions/scenario-edits');
        await deliver(editScenarios(verb, commaList(ids.join()), flags, command.optsWithGlobals<GlobalFlags>()));
      });
    if (verb === 'delete') command.option('-y, --yes', 'delete without asking');
  }
}

const verbs = [
  ['exclude', 'Leaves scenarios out of runs (excluded: true); naming one with --only still runs it.'],
  ['include', 'Takes excluded scenarios in again.'],
  ['delete', 'Removes the files of scenarios for good.'],
] as const;
