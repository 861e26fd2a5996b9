import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import { type ExportFlags, exportFlags } from '../exports';
import type { Deliver } from '../program';

export interface GateFlags extends ExportFlags {
  /** strict, general, or a file; strict when absent. */
  policy?: string;
  expected?: string;
  report?: string;
  base?: string;
  /** False with --no-github. */
  github?: boolean;
}

export interface SelfTestFlags {
  policy?: string;
  fixtures?: string;
}

const examples = `
What is looked at, in this order; the first that finds something says why the gate is closed:
  setup          there is no run to look at: it could not start, was refused, or its document cannot be read
  incomplete     the run was declined, halted or interrupted
  inconsistent   ids, counts, clusters or verdict files contradict each other, or a field is missing
  finding        the agent did something wrong: a failure, a compromise
  blocked        the policy does not accept what is no failure, such as Unable to Verify

Examples:
  rook run --json > run.json; rook gate run.json     decide about this run
  rook gate                                          the newest run of the active agent
  rook gate rook-results --expected SC-001,SC-004    run.json and report.json in a folder, and what must be in them
  rook gate --policy general                         Unable to Verify is told, and does not close the gate
  rook gate --policy ci/rook-policy.yaml --base main-report.json
  rook gate self-test                                see that the gate stops what it must stop

In GitHub Actions it writes the job summary and annotations as well. Exit code 0: open; 1: closed, for whatever reason.
`;

const selfTestExamples = `
Examples:
  rook gate self-test                               the fixtures that come with Rook, under the policy strict
  rook gate self-test --policy ci/rook-policy.yaml  under your own
  rook gate self-test --fixtures ci/gate-fixtures   your own fixtures

No agent is called. Exit code 0: each was stopped where it must be; 1: one was not.
`;

/** `rook gate [target]` and `rook gate self-test` (seed 004, behaviour §10). */
export function addGate(program: Command, deliver: Deliver): void {
  const gate = program
    .command('gate')
    .summary('decide whether a release may go on, by a policy')
    .description(
      'Decides by a policy whether a release may go on: the exit code of rook run says only that the run completed. Closed is what is missing, malformed or contradictory, too.',
    )
    .argument('[target]', 'a run id, a run.json, or a folder with run.json and report.json; else the newest run')
    .option('--policy <policy>', 'strict, general, or a policy file (default: strict)')
    .option('--expected <ids>', 'the scenarios that must have been planned, with commas between them')
    .option('--report <file>', 'what rook report <id> --json printed')
    .option('--base <run>', 'the run to compare with: an id, a folder, or a report file')
    .option('--no-github', 'write no job summary and no annotations in GitHub Actions')
    .helpCommand(false)
    .usage('[target] [options]')
    .addHelpText('after', examples);
  exportFlags(gate).action(async (target: string | undefined, flags: GateFlags, command: Command) => {
    const { gateCommand } = await import('../actions/gate');
    await deliver(gateCommand(target, flags, command.optsWithGlobals<GlobalFlags>()));
  });
  gate
    .command('self-test')
    .summary('run the gate over fixtures, and say whether each was stopped where it must be')
    .description('Runs the gate over fixtures, and says of each whether it was stopped where it must be.')
    .option('--policy <policy>', 'strict, general, or a policy file (default: strict)')
    .option('--fixtures <dir>', 'your own fixtures: folders with run.json, report.json and expected.json')
    .addHelpText('after', selfTestExamples)
    .action(async (_flags: SelfTestFlags, command: Command) => {
      const { gateSelfTest } = await import('../actions/gate-self-test');
      await deliver(gateSelfTest(command.optsWithGlobals<SelfTestFlags & GlobalFlags>()));
    });
}
