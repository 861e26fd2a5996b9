import { Command } from 'commander';
import type { Result } from '../schemas/result';
import type { Answer } from './answer';
import { addAgent } from './commands/agent';
import { addCheck } from './commands/check';
import { addCi } from './commands/ci';
import { addCompare } from './commands/compare';
import { addEnv } from './commands/env';
import { addGate } from './commands/gate';
import { addHooks } from './commands/hooks';
import { addMcp } from './commands/mcp';
import { addMerge } from './commands/merge';
import { addProfile } from './commands/profile';
import { addProject } from './commands/project';
import { addReport } from './commands/report';
import { addRun } from './commands/run';
import { addScenarios } from './commands/scenarios';
import { addStatus } from './commands/status';
import { addSync } from './commands/sync';
import { addUi } from './commands/ui';
import { helpLayout } from './help';
import { wantsColour } from './terminal/paint';
import { version } from './version';

/** Takes the outcome of a command's work and prints it. */
export type Deliver = (outcome: Promise<Result<Answer>>) => Promise<void>;

const examples = `
Examples:
  rook run                           run every scenario with the active profile
  rook run --only SC-004 --verbose   one scenario, and what its hooks say
  rook report                        the newest run again: verdicts and evidence
  rook run --json > run.json         one document for a program, progress on stderr
  rook -C examples/refund-desk run   somewhere else

Exit code 0 says that the command completed, whatever the verdicts are; 1 that it did not.
`;

const widestHelp = 100;

/**
 * The whole command tree. Commands are only declared here: what they do is loaded when one is used, so that `--version`
 * and `--help` stay quick.
 */
export function buildProgram(io: { say: (text: string) => void; deliver: Deliver }): Command {
  const program = new Command('rook');
  // Help that stands for a missing command goes to standard output, too.
  const colours = (): boolean => wantsColour(process.stdout, process.env);
  const helpWidth = (): number => Math.min(process.stdout.columns || widestHelp, widestHelp);
  program
    .exitOverride()
    .configureOutput({
      writeOut: io.say,
      writeErr: io.say,
      // Errors are thrown as well, and printed in one place.
      outputError: () => {},
      getOutHasColors: colours,
      getErrHasColors: colours,
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
    })
    .configureHelp(helpLayout)
    .description('Tests AI agents: runs the scenarios of a Rook workspace (.testmuai/rook/) and shows their verdicts.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .option('-C <dir>', 'work in this folder instead of the current one')
    .option('--project <id>', 'use this project, whichever is active')
    .option('--agent <id>', 'use this agent, whichever is active')
    .option('--json', 'print one JSON document; everything else goes to stderr')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', examples);
  const commands = [
    addRun,
    addReport,
    addUi,
    addGate,
    addMerge,
    addCompare,
    addScenarios,
    addStatus,
    addCheck,
    addSync,
    addProject,
    addAgent,
    addProfile,
    addEnv,
    addMcp,
    addHooks,
    addCi,
  ];
  for (const add of commands) add(program, io.deliver);
  return program;
}
