import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';
import { addAuthoring } from './profile-author';
import { addConvert } from './profile-convert';
import { addTest } from './profile-test';

/** `rook profile` (behaviour §10, §13). */
export function addProfile(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'profile', 'see and choose how the agent is reached');
  list
    .description('Lists the profiles of the active agent; a star marks the active one.')
    .action(async (_flags: object, command: Command) => {
      const { listProfiles } = await import('../actions/profile');
      await deliver(listProfiles(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('show')
    .description('Shows the hooks, variables and capabilities of a profile, the active one unless an id is given.')
    .argument('[id]', 'which profile')
    .action(async (id: string | undefined, _flags: object, command: Command) => {
      const { showProfile } = await import('../actions/profile');
      await deliver(showProfile(id, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('use')
    .description('Makes a profile the active one.')
    .argument('<id>', 'which profile')
    .action(async (id: string, _flags: object, command: Command) => {
      const { useProfile } = await import('../actions/profile');
      await deliver(useProfile(id, command.optsWithGlobals<GlobalFlags>()));
    });
  addTest(group, deliver);
  addConvert(group, deliver);
  addAuthoring(group, deliver);
}
