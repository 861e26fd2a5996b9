/**
 * Leads the process group of a server: `node server-guard.mjs PROGRAM ARGS…` with a pipe as stdin.
 * When the pipe closes, because the owner says so or because it was killed, the whole group ends.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const graceMs = 3_000;
const [program = '', ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });

server.once('error', (error) => {
  console.error(error);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));

function end() {
  process.kill(-process.pid, 'SIGTERM');
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), graceMs);
}

// Its own signal must reach the group first; the server's exit then ends the guard.
process.on('SIGTERM', () => {});
process.stdin.once('close', end).resume();
