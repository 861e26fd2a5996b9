import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

/** `rook scenarios list` (behaviour §10). */
export function addScenarios(program: Command, deliver: Deliver): void {
  const { list } = addGroup(program, 'scenarios', 'see which scenarios there are, and which can run');
  list
    .summary('list the scenarios, and why one cannot run')
    .description('Lists the scenarios of the active agent, and why one cannot run with the profile.')
    .option('--profile <id>', 'judge by this profile, whichever is active')
    .action(async (flags: { profile?: string }, command: Command) => {
      const { listScenarios } = await import('../actions/scenarios');
      await deliver(listScenarios(flags.profile, command.optsWithGlobals<GlobalFlags>()));
    });
}
