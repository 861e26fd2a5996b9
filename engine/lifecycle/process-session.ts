import { execa } from 'execa';
import { messageOf } from '../workspace/read-text';
import { BoundedText } from './bounded-text';
import { endGroup } from './process-group';
import { endStrays, type Marker, markerVariable } from './process-strays';

/** A process that is spoken to for a while, such as an MCP server. */
export interface SessionSpec {
  /** Program and arguments; no shell. */
  command: string[];
  cwd: string;
  env: Record<string, string>;
  /** Standard output, as it comes. */
  onStdout: (chunk: Buffer) => void;
}

/** What the runner lends a session: its mark, its book of groups, and how long an end may take. */
export interface SessionHost {
  marker: Marker;
  graceMs: number;
  started(leader: number): void;
  released(leader: number): void;
}

/** How a session's process ended. */
export interface SessionEnd {
  code: number | null;
  signal: string | null;
}

/** A running process with its pipes. Whoever opened it ends it. */
export interface ProcessSession {
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<SessionEnd>;
  /** Writes to standard input; rejects when it is closed. */
  write(text: string): Promise<void>;
  /** What came on standard error, its middle left out when it is long. */
  stderr(): string;
  /** Closes standard input, then ends whatever is left of the process and of what it started. Never rejects. */
  end(): Promise<void>;
}

/** After its standard input was closed a server gets this long to end by itself, in milliseconds. */
const partingMs = 300;

/** Starts a process. @returns why it could not be started, when it could not. */
export async function openSession(
  spec: SessionSpec,
  host: SessionHost,
): Promise<{ ok: true; session: ProcessSession } | { ok: false; why: string }> {
  const [program, ...args] = spec.command;
  if (program === undefined) throw new Error('a command needs a program');
  const child = execa(program, args, {
    cwd: spec.cwd,
    env: { ...spec.env, [markerVariable]: host.marker },
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    cleanup: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const settled = child.then(
    (result) => result,
    (error: unknown) => ({ originalMessage: messageOf(error) }),
  );
  const leader = child.pid;
  if (leader === undefined) {
    return { ok: false, why: String((await settled).originalMessage ?? 'the program could not be started') };
  }
  host.started(leader);
  const stderr = new BoundedText();
  const decoder = new TextDecoder('utf-8');
  child.stdout.on('data', spec.onStdout);
  child.stderr.on('data', (chunk: Buffer) => stderr.append(decoder.decode(chunk, { stream: true })));
  // A torn pipe ends the stream; how the process ended tells the rest.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  const exited = new Promise<SessionEnd>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  let ending: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    child.stdin.end();
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, partingMs).unref())]);
    await endGroup(leader, host.graceMs);
    await endStrays(host.marker, host.graceMs);
    child.stdout.destroy();
    child.stderr.destroy();
    host.released(leader);
  };
  return {
    ok: true,
    session: {
      exited,
      write: (text) =>
        new Promise((resolve, reject) => child.stdin.write(text, (error) => (error ? reject(error) : resolve()))),
      stderr: () => stderr.toString(),
      end: () => {
        ending ??= endAll();
        return ending;
      },
    },
  };
}
