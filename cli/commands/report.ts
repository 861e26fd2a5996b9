import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

const examples = `
Examples:
  rook report                        the newest run
  rook report 2026-10-04T21-07-16Z   this one
  rook report --json                 with coverage gaps, for a program
`;

/** `rook report [id]` (behaviour §8, §10). */
export function addReport(program: Command, deliver: Deliver): void {
  program
    .command('report')
    .summary('show a run again: verdicts, evidence, coverage')
    .description('Shows a run of the active agent again, the newest unless an id is given.')
    .argument('[run-id]', 'which run')
    .addHelpText('after', examples)
    .action(async (runId: string | undefined, _flags: object, command: Command) => {
      const { report } = await import('../actions/report');
      await deliver(report(runId, command.optsWithGlobals<GlobalFlags>()));
    });
}
