import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

export interface MergeFlags {
  name?: string;
  /** Where to keep how long the scenarios took. */
  durations?: string;
}

const examples = `
A run can be cut over several machines with rook run --shard i/n. This puts the parts together: one run, with totals and
causes as if it had been run at once. Missing and duplicate shards are refused, and whatever does not belong together;
then nothing is written.

Examples:
  rook merge shards/                       all shards below this folder, as a CI has downloaded them
  rook merge one/run two/run --json        two shards; one document, like that of rook run --json
  rook merge shards/ --durations .testmuai/rook/projects/<p>/agents/<a>/durations.json
                                           keep how long scenarios took: later shards are cut by it
`;

/** `rook merge <dirs…>`: the shards of a run become one (behaviour §10). */
export function addMerge(program: Command, deliver: Deliver): void {
  program
    .command('merge')
    .summary('put the shards of a run together')
    .description('Makes one run of the shards in these folders, among the runs of the active agent.')
    .argument('<dirs...>', 'folders of shards, or folders that hold some, such as downloaded artifacts')
    .option('--name <text>', 'a name for the merged run, for people')
    .option('--durations <file>', 'keep how long each scenario took, for shards of equal length')
    .addHelpText('after', examples)
    .action(async (dirs: string[], flags: MergeFlags, command: Command) => {
      const { merge } = await import('../actions/merge');
      await deliver(merge(dirs, flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
