import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

const examples = `
Examples:
  rook compare                                    the newest run with the one before it
  rook compare 2026-10-04T21-07-16Z               the newest run with this one
  rook compare base-report.json                   the newest run with what rook report --json printed
  rook compare main-artifact/ rook-results/       two downloaded artifacts, each with one run in it
  rook compare --json | jq '.newly_failing | length'

A run is named by its id, its folder, a file of rook report --json, or a folder that holds one of these.
Exit code 0 says that the runs were compared, whatever has changed. A gate is made with rook gate --base.
`;

/** `rook compare [base] [head]` (behaviour §8, §10, §14). */
export function addCompare(program: Command, deliver: Deliver): void {
  program
    .command('compare')
    .summary('see what has changed between two runs: newly failing, fixed, flaky')
    .description('Compares two runs of the active agent, scenario by scenario.')
    .argument('[base]', 'the run to compare with; the one before head unless given')
    .argument('[head]', 'the run to look at; the newest unless given')
    .addHelpText('after', examples)
    .action(async (base: string | undefined, head: string | undefined, _flags: object, command: Command) => {
      const { compareCommand } = await import('../actions/compare');
      await deliver(compareCommand(base, head, command.optsWithGlobals<GlobalFlags>()));
    });
}
