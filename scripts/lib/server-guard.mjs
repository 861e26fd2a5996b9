/**
 * Leads the process group of a server: `node server-guard.mjs DATA_FOLDER PROGRAM ARGS…` with a pipe as stdin.
 * When the pipe closes, because the owner says so or because it was killed, the whole group ends and the server's
 * data folder is removed.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';

const graceMs = 3_000;
const [dataFolder = '', program = '', ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let ending = false;

function removeData() {
  // A server that ended by itself leaves its log to its owner.
  if (ending) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
}

server.once('error', (error) => {
  console.error(error);
  process.exit(1);
});
server.once('exit', (code) => {
  removeData();
  process.exit(code ?? 1);
});

function end() {
  ending = true;
  process.kill(-process.pid, 'SIGTERM');
  setTimeout(() => {
    removeData();
    process.kill(-process.pid, 'SIGKILL');
  }, graceMs);
}

// Its own signal must reach the group first; the server's exit then ends the guard.
process.on('SIGTERM', () => {});
process.stdin.once('close', end).resume();
