import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import { UsageError } from '../failure';
import type { Deliver } from '../program';
import { commaList } from './comma-list';

export interface RunFlags {
  only?: string[];
  class?: string[];
  category?: string[];
  tag?: string[];
  profile?: string;
  name?: string;
  concurrency?: string;
  phases?: string[];
  run?: string;
  resume?: string;
  skip?: string[];
  allow?: string[];
  yes?: boolean;
  verbose?: boolean;
  inputs?: string;
  /** Has a judge model look for root causes. */
  rca?: boolean;
  /** False with --no-cache. */
  cache?: boolean;
  /** i/n: one part of what is selected. */
  shard?: string;
  /** What shards are cut by. */
  durations?: string;
}

const examples = `
Lists take commas and can be repeated; selectors narrow together.

Examples:
  rook run                                  everything, with the active profile
  rook run --only SC-001,SC-004             these two, even when one is excluded
  rook run --class adversarial --tag smoke  adversarial ones that are tagged smoke
  rook run --profile staging --concurrency 4
  rook run --skip collect,judge             talk to the agent now …
  rook run --run <id> --phases collect,judge   … fetch its traces and grade it later
  rook run --resume <id>                    run again only what was not decided
  rook run --shard 2/4                      the second quarter; rook merge puts the four together

A judge model grades what no check can (llm_judge, and a regex that is not found). It is named by "judge" in
.testmuai/rook/settings.json or by the environment; without one such criteria are Unable to Verify. Keys come from the
environment only.
  ROOK_JUDGE_PROVIDER=openai-compatible ROOK_JUDGE_BASE_URL=http://localhost:11434/v1 ROOK_JUDGE_MODEL=qwen3 rook run
  ROOK_JUDGE_PROVIDER=anthropic ROOK_JUDGE_MODEL=<name> ROOK_JUDGE_API_KEY=… rook run
  ROOK_JUDGE_COMMAND='node judge.mjs' rook run   the question on its standard input, JSON on its standard output
  rook run --run <id> --phases judge --no-cache  grade a run again, with new answers
  rook run --rca                                 and say why, for each group of scenarios that came out badly

MCP probes and the tools of a judge need a rule where nobody can be asked: in a pipeline, or without a terminal.
  rook run --allow 'mcp_start(billing)' --allow 'mcp_call(billing.lookup)'

Ctrl+C ends the hooks, closes the sessions and keeps what is done; a second one leaves at once.
`;

/** `rook run`: what can be written on the command line (behaviour §10). */
export function addRun(program: Command, deliver: Deliver): void {
  program
    .command('run')
    .summary('run scenarios and print their verdicts')
    .description('Runs scenarios of the active agent and prints their verdicts, each with its evidence.')
    .option('--only <ids>', 'exactly these scenarios', commaList)
    .option('--class <names>', 'scenarios of these classes', commaList)
    .option('--category <names>', 'scenarios of these categories', commaList)
    .option('--tag <tags>', 'scenarios with one of these tags', commaList)
    .option('--profile <id>', 'reach the agent with this profile, whichever is active')
    .option('--name <text>', 'a name for the run, for people')
    .option('--concurrency <n>', "scenarios at once, 1 to 8 (default: the profile's)")
    .option('--phases <names>', 'only these phases, in the order of the lifecycle', commaList)
    .option('--skip <names>', 'all phases but these last ones', commaList)
    .option('--run <id>', 'go on with this run in place, with its own copies of scenarios and profile')
    .option('--resume <id>', 'a new run that takes over what this one has decided and what has not changed since')
    .option('--allow <rule>', 'permit an MCP server or a tool call of a judge: tool(subject); can be repeated', collect)
    .option('-y, --yes', 'ask nothing: approve whatever would be asked; no deny rule is beaten')
    .option('--inputs <json>', 'tool hooks for this run: {"hooks":[…]}, or @file with that')
    .option('--rca', 'root cause analysis: a judge model says why scenarios came out badly, and what mends it')
    .option('--no-cache', 'ask the judge model anew, whatever it answered to the same question before')
    .option('--shard <i/n>', 'only the i-th of n parts of what is selected, for a machine of several: see rook merge')
    .option('--durations <file>', "cut shards by these durations (default: the agent's durations.json)")
    .option('--verbose', 'show what the hooks write to stderr')
    .allowExcessArguments()
    .addHelpText('after', examples)
    .action(async (flags: RunFlags, command: Command) => {
      refuseBareIds(command.args);
      const { run } = await import('../actions/run');
      await deliver(run(flags, command.optsWithGlobals<GlobalFlags>()));
    });
}

/** Ids belong to --only: without it a typing slip would run everything. */
function refuseBareIds(words: string[]): void {
  if (words.length === 0) return;
  throw new UsageError(
    `rook run does not know what to do with ${words.join(' ')}`,
    `Did you mean rook run --only ${words.join(',')}?`,
  );
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
