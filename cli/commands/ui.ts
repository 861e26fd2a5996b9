import type { Command } from 'commander';
import type { GlobalFlags } from '../answer';
import type { Deliver } from '../program';

export interface UiFlags {
  /** Accepted and the same as nothing: there is no other way here. */
  local?: boolean;
  /** The run to begin with. */
  run?: string;
  port?: string;
  /** Opens the browser. */
  open?: boolean;
}

const examples = `
Examples:
  rook ui                              the newest run, and from there every other, in a browser
  rook ui --run 2026-10-04T21-07-16Z   this one
  rook ui --open                       opens the browser, too
  rook ui --json                       {"ok": true, "url", "port", "pid"}, then it goes on serving

It is the panel that VS Code shows, for people without the editor: it listens on 127.0.0.1 only, lets in whoever has
the address with its token, and only reads. There is no account and no cloud, so --local is all there is; Ctrl+C ends it.
`;

/** `rook ui [--local]` (behaviour §10). */
export function addUi(program: Command, deliver: Deliver): void {
  program
    .command('ui')
    .summary('look at runs in a browser, on this machine only')
    .description('Serves the runs of the active agent on this machine, to be looked at in a browser.')
    .option('--local', 'on this machine only; the same as without it')
    .option('--run <id>', 'begin with this run; the newest unless given')
    .option('--port <number>', 'the port to listen on; one that is free unless given')
    .option('--open', 'open the browser')
    .addHelpText('after', examples)
    .action(async (flags: UiFlags, command: Command) => {
      const { ui } = await import('../actions/ui');
      await deliver(ui(flags, command.optsWithGlobals<GlobalFlags>()));
    });
}
