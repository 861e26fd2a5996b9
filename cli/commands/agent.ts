import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

/** `rook agent list | show | use` (behaviour §1, §10). */
export function addAgent(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'agent', 'see and choose the agent to work with');
  list
    .description('Lists the agents; a star marks the active one.')
    .action(async (_flags: object, command: Command) => {
      const { listAgents } = await import('../actions/agent');
      await deliver(listAgents(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('show')
    .description('Shows one agent, the active one unless an id is given.')
    .argument('[id]', 'which agent')
    .action(async (id: string | undefined, _flags: object, command: Command) => {
      const { showAgent } = await import('../actions/agent');
      await deliver(showAgent(id, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('use')
    .description('Makes a agent the active one.')
    .argument('<id>', 'which agent')
    .action(async (id: string, _flags: object, command: Command) => {
      const { useAgent } = await import('../actions/agent');
      await deliver(useAgent(id, command.optsWithGlobals<GlobalFlags>()));
    });
}
