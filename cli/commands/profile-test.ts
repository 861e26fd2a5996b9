import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

export interface TestFlags {
  goal?: string;
  turns?: string;
  write?: boolean;
}

const examples = `
Examples:
  rook profile test                      the active profile: does it answer, and what does it return?
  rook profile test staging --turns 2    two turns of one conversation
  rook profile test --write              and put what was observed into capabilities
  rook profile test --goal "What is your refund policy?"

It really invokes the agent: prepare, open, execute, close, collect, with their limits. No run is recorded. Exit code 1
says that the agent did not answer; the diagnosis says why, and what to do next.
`;

/** `rook profile test` (behaviour §13). */
export function addTest(group: Command, deliver: Deliver): void {
  group
    .command('test')
    .description('Invokes a profile once, for real, and says what came back and what was observed.')
    .argument('[id]', 'which profile; the active one when none is named')
    .option('--goal <text>', 'what the agent is asked (default: Say hello and nothing else.)')
    .option('--turns <n>', 'so many turns of one conversation (default: 1)')
    .option('--write', 'put what was observed into the capabilities of the profile')
    .option('-y, --yes', 'accepted like elsewhere: nothing is asked here')
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: TestFlags, command: Command) => {
      const { testProfile } = await import('../actions/profile-test');
      await deliver(testProfile(id, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
