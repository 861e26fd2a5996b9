import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

/** `rook sync` (behaviour §10): there is nothing to synchronise with, so it validates. */
export function addSync(program: Command, deliver: Deliver): void {
  program
    .command('sync')
    .summary('check every file of the workspace (nothing is sent anywhere)')
    .description(
      'Reads every project, agent, profile, feature and scenario and says what is wrong. This Rook works on local files alone: nothing is sent or fetched.',
    )
    .action(async (_flags: object, command: Command) => {
      const { sync } = await import('../actions/sync');
      await deliver(sync(command.optsWithGlobals<GlobalFlags>()));
    });
}
