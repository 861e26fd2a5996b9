import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

/** `rook project list | show | use` (behaviour §1, §10). */
export function addProject(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'project', 'see and choose the project to work with');
  list
    .description('Lists the projects; a star marks the active one.')
    .action(async (_flags: object, command: Command) => {
      const { listProjects } = await import('../actions/project');
      await deliver(listProjects(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('show')
    .description('Shows one project, the active one unless an id is given.')
    .argument('[id]', 'which project')
    .action(async (id: string | undefined, _flags: object, command: Command) => {
      const { showProject } = await import('../actions/project');
      await deliver(showProject(id, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('use')
    .description('Makes a project the active one.')
    .argument('<id>', 'which project')
    .action(async (id: string, _flags: object, command: Command) => {
      const { useProject } = await import('../actions/project');
      await deliver(useProject(id, command.optsWithGlobals<GlobalFlags>()));
    });
}
