import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ok, type Result, refuse } from '../../schemas/result';
import { messageOf } from '../workspace/read-text';
import { BoundedText } from './bounded-text';
import { endGroup, signalGroup } from './process-group';
import type { ProcessJournal } from './process-journal';
import { openSession, type SessionSpec } from './process-session';
import { endStrays, killStrays, type Marker, markerVariable } from './process-strays';

export interface ProcessSpec {
  /** Program and arguments; no shell. */
  command: string[];
  cwd: string;
  env: Record<string, string>;
  /** Bytes for standard input; without it the process reads end-of-file at once. */
  stdin?: string;
  /** Limit of the whole invocation, in milliseconds; none while debugging. */
  timeoutMs?: number;
  /** Most that standard output may hold, in bytes. */
  stdoutLimit: number;
  /** Ends the process tree when aborted. */
  signal?: AbortSignal;
  /** Standard error, as it comes. */
  onStderr?: (text: string) => void;
  /** Stands between the process and everything that sees its standard error. */
  filterStderr?: (emit: (text: string) => void) => TextFilter;
  /** What the process started may live on after it (a fixture server of prepare); the caller ends the group. */
  keepGroup?: boolean;
}

/** Passes text on, changed; what it holds back comes with flush. */
export interface TextFilter {
  append(text: string): void;
  flush(): void;
}

export interface ProcessOutcome {
  startedAt: number;
  endedAt: number;
  /** How it came to an end: by itself, or because we ended it, or it never started. */
  ended: 'exit' | 'timeout' | 'cancelled' | 'stdout-limit' | 'spawn-failed';
  exitCode: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: string;
  spawnError?: string;
  /** Set when what it started was kept alive. */
  kept?: KeptProcesses;
}

/** What a process left running on purpose. */
export interface KeptProcesses {
  leader: number;
  marker: Marker;
}

/** Between SIGTERM and SIGKILL, in milliseconds (behaviour §3). */
const graceMs = 2000;
/** A timer for longer than this (25 days) would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
/** How long output may still come after the process has ended, when somebody it left behind holds the pipe. */
const drainMs = 300;

/**
 * Starts hook processes, each in a process group of its own, and answers for their end:
 * no process outlives its phase, whatever it forked or ignored.
 */
export class ProcessRunner {
  private readonly groups = new Set<number>();
  private readonly marker: Marker = randomUUID();
  private invocations = 0;

  constructor(private readonly journal?: ProcessJournal) {
    journal?.begin(this.marker);
  }

  /** Runs one process to its end. Never rejects for what the process does. */
  async run(spec: ProcessSpec): Promise<ProcessOutcome> {
    const startedAt = Date.now();
    const [program, ...args] = spec.command;
    if (program === undefined) throw new Error('a command needs a program');
    if (spec.signal?.aborted) return unstarted(startedAt, 'cancelled');
    const marker: Marker = `${this.marker}.${++this.invocations}`;
    const options: SpawnOptions = {
      cwd: spec.cwd,
      env: { ...spec.env, [markerVariable]: marker },
      stdio: [spec.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    };
    const started = await startProcess(program, args, options);
    if (!started.ok) return { ...unstarted(startedAt, 'spawn-failed'), spawnError: started.error.message };
    const { child, leader } = started.value;
    this.groups.add(leader);
    this.journal?.note(leader);

    let ended: ProcessOutcome['ended'] = 'exit';
    let ending: Promise<void> | undefined;
    const end = (reason: ProcessOutcome['ended']): void => {
      if (ending !== undefined) return;
      ended = reason;
      ending = endGroup(leader, graceMs);
    };

    const stdout: Buffer[] = [];
    let stdoutSize = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      stdoutSize += chunk.length;
      if (stdoutSize > spec.stdoutLimit) end('stdout-limit');
      else stdout.push(chunk);
    });
    const stderr = new BoundedText();
    const decoder = new TextDecoder('utf-8');
    const take = (text: string): void => {
      stderr.append(text);
      spec.onStderr?.(text);
    };
    const filter = spec.filterStderr?.(take) ?? { append: take, flush: () => {} };
    child.stderr?.on('data', (chunk: Buffer) => filter.append(decoder.decode(chunk, { stream: true })));
    for (const stream of [child.stdout, child.stderr]) stream?.on('error', () => {}); // a torn pipe ends the stream; the exit code tells the rest
    child.stdin?.on('error', () => {}); // EPIPE: a script that never reads its input is no failure
    child.stdin?.end(spec.stdin);

    const timer =
      spec.timeoutMs === undefined
        ? undefined
        : setTimeout(() => end('timeout'), Math.min(spec.timeoutMs, longestTimerMs));
    const abort = (): void => end('cancelled');
    spec.signal?.addEventListener('abort', abort, { once: true });
    if (spec.signal?.aborted) abort();

    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const exit = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    const endedAt = Date.now();
    clearTimeout(timer);
    spec.signal?.removeEventListener('abort', abort);

    const keep = spec.keepGroup === true && ending === undefined;
    await (ending ?? (keep ? undefined : endGroup(leader, graceMs)));
    // Other hooks that run now are no strays of this one.
    if (!keep) await endStrays(marker, graceMs, leader, this.groups);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMs).unref())]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    filter.flush();
    if (!keep) this.released(leader);

    return {
      startedAt,
      endedAt,
      ended,
      exitCode: exit.code,
      signal: exit.signal,
      stdout: Buffer.concat(stdout),
      stderr: stderr.toString(),
      ...(keep && { kept: { leader, marker } }),
    };
  }

  /** Starts a process that is spoken to for a while. Its end is the caller's business; close() ends what was forgotten. */
  open(spec: SessionSpec): ReturnType<typeof openSession> {
    return openSession(spec, {
      marker: `${this.marker}.${++this.invocations}`,
      graceMs,
      started: (leader) => {
        this.groups.add(leader);
        this.journal?.note(leader);
      },
      released: (leader) => this.released(leader),
    });
  }

  /** Ends what was kept. */
  async endKept({ leader, marker }: KeptProcesses): Promise<void> {
    await endGroup(leader, graceMs);
    await endStrays(marker, graceMs);
    this.released(leader);
  }

  /** Ends every running group at once, without waiting: for a second Ctrl+C and for a host that is going down. */
  endAllNow(): void {
    for (const leader of this.groups) {
      signalGroup(leader, 'SIGKILL');
      this.released(leader);
    }
    killStrays(this.marker);
    this.journal?.end(this.marker);
  }

  /** To be called when no more processes will be run: ends whatever any of them still has running. */
  async close(): Promise<void> {
    await endStrays(this.marker, graceMs);
    this.journal?.end(this.marker);
  }

  private released(leader: number): void {
    this.groups.delete(leader);
    this.journal?.forget(leader);
  }
}

function unstarted(startedAt: number, ended: ProcessOutcome['ended']): ProcessOutcome {
  return { startedAt, endedAt: Date.now(), ended, exitCode: null, signal: null, stdout: Buffer.alloc(0), stderr: '' };
}

/** Starts a program; what keeps it from starting is a value, however the system says it. */
async function startProcess(
  program: string,
  args: string[],
  options: SpawnOptions,
): Promise<Result<{ child: ChildProcess; leader: number }>> {
  try {
    const child = spawn(program, args, options);
    const failed = new Promise<Error>((resolve) => child.on('error', resolve));
    return child.pid === undefined ? refuse((await failed).message) : ok({ child, leader: child.pid });
  } catch (error) {
    return refuse(messageOf(error)); // a NUL in an argument, for one
  }
}
