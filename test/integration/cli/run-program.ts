import { spawn } from 'node:child_process';
import type { Finished } from './rook-command';

export type { Finished } from './rook-command';

/** Only ends what hangs. */
const limitMs = 50_000;

/** Runs a program to its end, with nothing in its environment but what is given. */
export function runProgram(
  program: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const streams = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        streams[name] += text;
      });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...streams });
    });
  });
}
