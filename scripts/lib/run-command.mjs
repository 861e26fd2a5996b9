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
const pipeGraceMs = 1_000;
/** Process groups that are running: leaving this process must end them, however it leaves. */
const running = /** @type {Set<number>} */ (new Set());

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

function endRunningGroups() {
  // Nobody is left to insist when a member ignores a politer signal.
  for (const pid of running) killGroup(pid, 'SIGKILL');
}
const signalHandlers = {
  SIGINT: () => process.exit(130),
  SIGTERM: () => process.exit(143),
  SIGHUP: () => process.exit(129),
};

/** @param {number} pid */
function track(pid) {
  if (running.size === 0) {
    process.once('exit', endRunningGroups);
    for (const [signal, handler] of Object.entries(signalHandlers)) process.once(signal, handler);
  }
  running.add(pid);
}

/** @param {number} pid */
function untrack(pid) {
  running.delete(pid);
  if (running.size > 0) return;
  process.off('exit', endRunningGroups);
  for (const [signal, handler] of Object.entries(signalHandlers)) process.off(signal, handler);
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
    if (pid !== undefined) track(pid);
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
      untrack(pid);
      // What the program left behind would otherwise keep pipes and ports open.
      if (process.platform !== 'win32') killGroup(pid, 'SIGKILL');
    };
    child.once('error', (error) => {
      settle();
      reject(new Error(`Could not start ${command}: ${error.message}`, { cause: error }));
    });
    child.once('exit', (code) => {
      settle();
      const finish = () => resolve({ code, timedOut, seconds: (Date.now() - startedAt) / 1000, output });
      // 'close' brings the last output, but a process that left the group may hold the pipes open for ever.
      const late = setTimeout(finish, pipeGraceMs);
      child.once('close', () => {
        clearTimeout(late);
        finish();
      });
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
