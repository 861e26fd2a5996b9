import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { addGroup } from './group';

export interface AddServerFlags {
  url?: string;
  env?: string[];
  header?: string[];
  scope?: string;
  force?: boolean;
}

const addExamples = `
Examples:
  rook mcp add billing node servers/billing.mjs
  rook mcp add billing --env 'TOKEN=\${BILLING_TOKEN}' -- npx -y billing-mcp --read-only
  rook mcp add tracker --url https://tracker.example.com/mcp --header 'Authorization: Bearer \${TRACKER_TOKEN}'

\${NAME} is replaced when the server is started, from the environment, and its value is never shown or written.
Scopes: local (you, this workspace), project (everybody who has the workspace; each must approve it), user (you, everywhere).
`;

const approveExamples = `
An approval is bound to the exact definition: when it changes, it must be approved again. Where nobody can be asked, say
which definition you mean:
  rook mcp approve billing --fingerprint sha256:…      rook mcp get billing shows it
`;

/** `rook mcp list | get | add | remove | enable | disable | approve` (behaviour §9, §10). */
export function addMcp(program: Command, deliver: Deliver): void {
  const { group, list } = addGroup(program, 'mcp', 'see and choose the MCP servers that judging may ask');
  list
    .description('Lists the MCP servers of this workspace and of yours, and whether each can be used.')
    .action(async (_flags: object, command: Command) => {
      const { listServers } = await import('../actions/mcp');
      await deliver(listServers(command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('get')
    .description('Shows one server: its definition as it is written, its state and its fingerprint.')
    .argument('<name>', 'which server')
    .action(async (name: string, _flags: object, command: Command) => {
      const { getServer } = await import('../actions/mcp');
      await deliver(getServer(name, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('add')
    .description('Adds a server: a program that Rook starts, or an address.')
    .argument('<name>', 'what it is called')
    .argument('[command...]', 'the program and its arguments')
    .option('--url <url>', 'the address of a server that is reached over HTTP')
    .option('--env <NAME=value>', 'a variable for the program; can be repeated', collect)
    .option('--header <text>', 'a header for the address, Name: value; can be repeated', collect)
    .option('--scope <scope>', 'local, project or user', 'local')
    .option('--force', 'replace a server of this name')
    .allowUnknownOption()
    .addHelpText('after', addExamples)
    .action(async (name: string, words: string[], flags: AddServerFlags, command: Command) => {
      const { addNewServer } = await import('../actions/mcp');
      await deliver(addNewServer(name, words, flags, command.optsWithGlobals<GlobalFlags>()));
    });
  group
    .command('remove')
    .description('Removes a server that Rook has written.')
    .argument('<name>', 'which server')
    .option('--scope <scope>', 'remove the one of this scope: local, project or user')
    .action(async (name: string, flags: { scope?: string }, command: Command) => {
      const { removeOldServer } = await import('../actions/mcp');
      await deliver(removeOldServer(name, flags.scope, command.optsWithGlobals<GlobalFlags>()));
    });
  for (const [verb, on, description] of [
    ['enable', true, 'Lets a server be used again that was disabled.'],
    ['disable', false, 'Keeps a server from being used in this workspace, by you.'],
  ] as const) {
    group
      .command(verb)
      .description(description)
      .argument('<name>', 'which server')
      .action(async (name: string, _flags: object, command: Command) => {
        const { switchOldServer } = await import('../actions/mcp');
        await deliver(switchOldServer(name, on, command.optsWithGlobals<GlobalFlags>()));
      });
  }
  group
    .command('approve')
    .description('Approves the exact definition of a server that the workspace brings along.')
    .argument('<name>', 'which server')
    .option('--fingerprint <sha256>', 'the definition that you have looked at')
    .addHelpText('after', approveExamples)
    .action(async (name: string, flags: { fingerprint?: string }, command: Command) => {
      const { approveOldServer } = await import('../actions/mcp');
      await deliver(approveOldServer(name, flags.fingerprint, command.optsWithGlobals<GlobalFlags>()));
    });
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
