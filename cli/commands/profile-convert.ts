import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

/** `rook profile convert` (behaviour §13). */
export function addConvert(group: Command, deliver: Deliver): void {
  group
    .command('convert')
    .description('Turns a recipe profile of the old kind (kind, invoke, result) into hooks, in place.')
    .argument('<id>', 'which profile')
    .option('-y, --yes', 'keep credentials that stand in the recipe in the store of the workspace, without asking')
    .addHelpText('after', '\nThe profile as it was is kept beside it, as <id>.legacy.bak.\n')
    .action(async (id: string, flags: { yes?: boolean }, command: Command) => {
      const { convertLegacy } = await import('../actions/profile-convert');
      await deliver(convertLegacy(id, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
