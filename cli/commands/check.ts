import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';
import { commaList } from './comma-list';

export interface CheckFlags {
  /** The file to write SARIF to. */
  sarif?: string;
  /** Codes that are not told. */
  disable?: string[];
}

const examples = `
Examples:
  rook check                               every file of the workspace
  rook check .testmuai/rook/mcp.json       one file, or all in a folder
  rook check --json                        one document, for a program
  rook check --sarif check.sarif           for a code host that shows findings at their lines
  rook check --disable variable-not-read   without what has this code

Exit code 1 says that there is an error. "# rook-ignore-next-line CODE" silences a rule for the line below.
Every code is explained in docs/diagnostics.md. Nothing is executed, and nothing is sent anywhere.
`;

/** `rook check [paths…]` (behaviour §10, §14): the rules that an editor shows, on the command line. */
export function addCheck(program: Command, deliver: Deliver): void {
  program
    .command('check')
    .summary('check profiles, scenarios, hook scripts and pipelines for mistakes')
    .description(
      'Checks every file of the workspace by the rules that the editor shows, too: profiles, scenarios, hook scripts, MCP servers, settings, and the pipelines that use rook.',
    )
    .argument('[paths...]', 'only these files, and those in these folders')
    .option('--sarif <file>', 'write SARIF 2.1.0, each problem at its line')
    .option('--disable <codes>', 'codes that are not told, separated by commas', commaList)
    .addHelpText('after', examples)
    .action(async (paths: string[], flags: CheckFlags, command: Command) => {
      const { check } = await import('../actions/check');
      await deliver(check(paths, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
