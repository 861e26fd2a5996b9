import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * @typedef {object} CommandResult
 * @property {number | null} code exit code, null when a signal ended it
 * @property {boolean} timedOut whether the limit ended it
 * @property {number} seconds how long it ran
 * @property {string} output last part of what it wrote; empty unless `quiet`
 *
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; the own one when absent
 * @property {number} [limitSeconds] after this time the whole process group is killed
 * @property {boolean} [quiet] keep the output instead of showing it
 * @property {boolean} [shell] needed for .cmd files on Windows
 */

const keptOutput = 20_000;
const graceMs = 5_000;
/** Process groups that are running: leaving this process must end them, however it leaves. */
const running = /** @type {Set<number>} */ (new Set());
let watchingExit = false;

/**
 * Signals a process and everything it started.
 * @param {number} pid leader of a process group (started with `detached`)
 * @param {NodeJS.Signals} signal
 */
export function killGroup(pid, signal) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Every member has already gone.
  }
}

function endGroupsOnExit() {
  if (watchingExit) return;
  watchingExit = true;
  process.once('exit', () => {
    for (const pid of running) killGroup(pid, 'SIGTERM');
  });
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.once(signal, () => process.exit(code));
  }
}

/**
 * Runs a program in its own process group, so that a limit or Ctrl+C ends all of it.
 * @param {string} command
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<CommandResult>} rejects only when the program cannot be started
 */
export function runCommand(command, args, options = {}) {
  const { cwd, env, limitSeconds, quiet = false, shell = false } = options;
  endGroupsOnExit();
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      shell,
      detached: process.platform !== 'win32',
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    let timedOut = false;
    const pid = child.pid;
    if (pid !== undefined) running.add(pid);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-keptOutput);
      });
    }
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    if (limitSeconds !== undefined && pid !== undefined) {
      timers.push(
        setTimeout(() => {
          timedOut = true;
          killGroup(pid, 'SIGTERM');
          timers.push(setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs));
        }, limitSeconds * 1000),
      );
    }
    const settle = () => {
      for (const timer of timers) clearTimeout(timer);
      if (pid === undefined) return;
      running.delete(pid);
      // What the program left behind would otherwise keep pipes and ports open.
      if (process.platform !== 'win32') killGroup(pid, 'SIGKILL');
    };
    child.once('error', (error) => {
      settle();
      reject(new Error(`Could not start ${command}: ${error.message}`, { cause: error }));
    });
    // Not 'close': a grandchild may hold the pipes open for ever.
    child.once('exit', (code) => {
      settle();
      setImmediate(() => resolve({ code, timedOut, seconds: (Date.now() - startedAt) / 1000, output }));
    });
  });
}

/**
 * Runs npm: the one that started this script when there is one, else the one on PATH.
 * @param {string[]} args
 * @param {CommandOptions} [options]
 */
export function runNpm(args, options = {}) {
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js') && existsSync(own)) return runCommand(process.execPath, [own, ...args], options);
  return process.platform === 'win32'
    ? runCommand('npm.cmd', args, { ...options, shell: true })
    : runCommand('npm', args, options);
}
