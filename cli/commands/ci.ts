import type { Command } from 'commander';
import { ciSystems } from '../../schemas/ci';
import type { GlobalFlags } from '../answer';
import { UsageError } from '../failure';
import type { Deliver } from '../program';
import { commaList } from './comma-list';

export interface CiInitFlags {
  profile?: string;
  only?: string[];
  shards?: number;
  force?: boolean;
}

const most = 256;

const examples = `
Examples:
  rook ci init                              for the system that the repository uses
  rook ci init gitlab                       for this one: ${ciSystems.join(', ')}
  rook ci init --profile staging --only SC-001,SC-004
  rook ci init github --shards 4            four machines beside each other, and a job that decides

Nothing that is there already is written over without --force. The suite stands in the pipeline itself, so that a change of
it is reviewed like a change of code. Rehearse it here before: rook run, then rook gate.
`;

/** `rook ci init [system]`: the files of a release gate, from the workspace as it is (seed 004). */
export function addCi(program: Command, deliver: Deliver): void {
  const group = program
    .command('ci')
    .summary('write the files of a release gate')
    .description('Writes what a release gate needs in continuous integration.')
    .helpCommand(false);
  group
    .command('init')
    .summary('write pipeline, gate script and policy')
    .description(
      'Writes a pipeline that runs the suite and decides, the script it calls, and the policy it decides by.',
    )
    .argument('[system]', `${ciSystems.join(', ')}; without it, the one that the repository uses`)
    .option('--profile <id>', 'the profile that the gate runs with (default: the active one)')
    .option(
      '--only <ids>',
      'the scenarios of the gate, with commas between them (default: all that can run)',
      commaList,
    )
    .option('--shards <n>', 'cut the run into n parts, each on a machine of its own', shardCount)
    .option('--force', 'write over files that are there with another text')
    .addHelpText('after', examples)
    .action(async (system: string | undefined, flags: CiInitFlags, command: Command) => {
      const { initCi } = await import('../actions/ci-init');
      await deliver(initCi(system, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}

function shardCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
  throw new UsageError(`--shards must be a whole number from 1 to ${most}, found ${text || 'nothing'}`);
}
