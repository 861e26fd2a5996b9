// Runs this suite the way a pipeline does: nobody is asked, so everything that needs a permission is named here.
//
// 1. The MCP server comes with the workspace, so it stays inert until its exact definition is approved. The fingerprint
//    below is what was reviewed: a definition that has changed since is not approved.
// 2. Approvals live in the global home. This one is thrown away afterwards: nothing of yours is read or changed.
// 3. Starting the server and calling its tools need a rule each. The second one covers reset_ledger, too; it is not
//    called all the same, since it writes (SC-014).
//
// What stands after the name of this file goes to `rook run`: node run.mjs --only SC-013

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const reviewed = 'sha256:d7021f7502ab8da01263a9e4a61f168ff50c5fb0c375ff04c8845b4055eceabf';
const rules = ['mcp_start(refund-status)', 'mcp_call(refund-status.*)'];

const program = path.join(import.meta.dirname, '..', '..', 'dist', 'rook.js');
const home = mkdtempSync(path.join(tmpdir(), 'rook-home-'));
let running;
// Ctrl+C in a terminal reaches rook by itself, which ends what it has started; a signal to this program alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => running?.kill('SIGTERM'));
try {
  process.exitCode =
    // What approving says is no part of what `rook run --json` prints.
    (await rook(['mcp', 'approve', 'refund-status', '--fingerprint', reviewed], process.stderr)) ||
    (await rook(['run', ...rules.flatMap((rule) => ['--allow', rule]), ...process.argv.slice(2)], process.stdout));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Runs a command of Rook to its end and returns its exit code. */
async function rook(args, output) {
  console.error(`$ rook ${args.map((arg) => (/[()*\s]/.test(arg) ? `'${arg}'` : arg)).join(' ')}`);
  running = spawn(process.execPath, [program, ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, ROOK_HOME: home },
    stdio: ['ignore', output, process.stderr],
  });
  const [code] = await once(running, 'close');
  return code ?? 1;
}
