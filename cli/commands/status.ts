import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

/** `rook status` (behaviour §10). */
export function addStatus(program: Command, deliver: Deliver): void {
  program
    .command('status')
    .summary('see where you are: project, agents, profiles, latest runs')
    .description('Shows the active project, its agents and profiles, and the latest runs of the active agent.')
    .action(async (_flags: object, command: Command) => {
      const { status } = await import('../actions/status');
      await deliver(status(command.optsWithGlobals<GlobalFlags>()));
    });
}
