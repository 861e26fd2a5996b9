import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../workspace-builder';

const bundle = join(repository, 'dist/rook.js');
/** Only ends what hangs. */
const limitMs = 50_000;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  finished: Promise<Finished>;
}

interface Options {
  cwd: string;
  env?: Record<string, string>;
  /** How many files it may have open at once (POSIX). */
  openFiles?: number;
  /** What it reads on standard input, which ends after it; absent: nothing is there. */
  input?: string | Uint8Array;
}

/** Starts the bundled command with an environment in which nothing decides for it. */
export function startRook(args: string[], { cwd, env = {}, openFiles, input }: Options): Started {
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: node scripts/build.mjs`);
  const { PATH = '', HOME = '' } = process.env;
  const limited = openFiles === undefined ? [] : ['bash', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`];
  const [program = '', ...rest] = [...limited, process.execPath, bundle, ...args];
  const child = spawn(program, rest, {
    cwd,
    env: { PATH, HOME, ROOK_HOME: join(cwd, '.rook-home'), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, finished };
}

/** Runs the bundled command to its end. */
export function rook(args: string[], options: Options): Promise<Finished> {
  return startRook(args, options).finished;
}

/** Runs a command with --json; standard output must be one document and nothing else. */
export async function rookJson(
  args: string[],
  options: Options,
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the document is
): Promise<Finished & { document: any }> {
  const finished = await rook([...args, '--json'], options);
  return { ...finished, document: JSON.parse(finished.stdout) };
}

/** Waits until something is there: a file that a hook writes, a line on a stream. */
export async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether a process runs. One that has ended and was not collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return !existsSync('/proc/self');
  }
}
