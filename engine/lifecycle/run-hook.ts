import { closeFloorSeconds, defaultTimeoutSeconds, type HookPhase } from '../../schemas/phase';
import type { Hook } from '../../schemas/profile';
import type { HookRecord } from '../../schemas/record';
import { messageOf } from '../workspace/read-text';
import { crashIn } from './crash';
import { hookCommand, type NodeProgram } from './hook-command';
import { type HookDebugger, inspectedCommand, withoutInspectorLines } from './hook-debugger';
import { type ParsedOutput, parseHookOutput } from './hook-output';
import type { KeptProcesses, ProcessOutcome, ProcessRunner, TextFilter } from './process-runner';
import type { Redactor } from './redactor';

/** Most that a hook may print on standard output (behaviour §3). */
export const stdoutLimit = 32 * 1024 * 1024;

export interface HookInvocation {
  hook: Hook;
  script: string;
  cwd: string;
  env: Record<string, string>;
  node: NodeProgram;
  goal?: string;
  /** Bound that is tighter than the hook's own, in milliseconds (a scenario's timeout_seconds, the end of a run). */
  limitMs?: number;
  /** What limitMs stands for, in words. */
  limitName?: string;
  signal?: AbortSignal;
  /** Masks secret values in everything that is kept or shown. */
  redactor: Redactor;
  onStderr?: (text: string) => void;
  /** Debugs the hook: it waits for the debugger, and nothing limits its time. */
  debugger?: HookDebugger;
  /** What a debug session of it is called. */
  debugName?: string;
}

export interface HookResult {
  /** Secrets are masked in it. */
  record: HookRecord;
  /** What was printed, understood, with no masking: for the phases that follow, not for the records. */
  parsed?: ParsedOutput;
  /** Standard output, byte for byte: secrets are not masked in it. */
  stdout: Buffer;
  cancelled: boolean;
  /** What prepare left running. */
  kept?: KeptProcesses;
}

/** Time limit of a hook in milliseconds: its own or the default, close never below its floor. */
export function hookTimeoutMs(hook: Hook): number {
  const seconds = hook.timeoutSeconds ?? defaultTimeoutSeconds[hook.phase];
  return 1000 * (hook.phase === 'close' ? Math.max(seconds, closeFloorSeconds) : seconds);
}

/** Runs one hook once and turns what happened into a record: it never throws for what the hook does. */
export async function runHook(runner: ProcessRunner, invocation: HookInvocation): Promise<HookResult> {
  const { hook } = invocation;
  const plain = hookCommand(invocation.script, hook.phase, invocation.node);
  const inspected = invocation.debugger && inspectedCommand(plain);
  const command = inspected ?? plain;
  const ownMs = hookTimeoutMs(hook);
  const timeoutMs = Math.min(ownMs, invocation.limitMs ?? ownMs);
  const session = inspected && invocation.debugger && new DebugSession(invocation.debugger, invocation.debugName ?? '');
  const signals = [invocation.signal, session?.failed].filter((signal) => signal !== undefined);
  const outcome = await runner.run({
    command,
    cwd: invocation.cwd,
    env: { ...invocation.env, ...invocation.node.env },
    ...(hook.phase === 'execute' && { stdin: invocation.goal ?? '' }),
    ...(!invocation.debugger && { timeoutMs }),
    stdoutLimit,
    keepGroup: hook.phase === 'prepare',
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    ...(invocation.onStderr && { onStderr: invocation.onStderr }),
    filterStderr: (emit) => {
      const masked = invocation.redactor.stream(emit);
      return session ? session.filter(masked) : masked;
    },
  });
  const limit = timeoutMs < ownMs ? (invocation.limitName ?? 'its limit') : undefined;
  const failed = failureOf(outcome, hook.phase, command[0] ?? '', timeoutMs, invocation.cwd, limit);
  const failure =
    session?.fault === undefined
      ? failed && failed + typeScriptHint(invocation.script, outcome.stderr)
      : `${hook.phase} was to be debugged, and the debugger could not attach: ${session.fault}`;
  const parsed = failure === undefined ? parseHookOutput(outcome.stdout, hook.phase) : undefined;
  const error =
    failure ??
    (parsed?.ok === false
      ? `${[parsed.error.message, parsed.error.remedy].filter(Boolean).join('. ')}${endOf(outcome.stderr, invocation.cwd)}`
      : undefined);
  const record: HookRecord = {
    ran: true,
    ok: error === undefined,
    started_at: new Date(outcome.startedAt).toISOString(),
    at: new Date(outcome.endedAt).toISOString(),
    durationMs: outcome.endedAt - outcome.startedAt,
    command,
    exit_code: outcome.exitCode,
    ...(outcome.signal && { signal: outcome.signal }),
    ...(outcome.stderr !== '' && { stderr: outcome.stderr }),
    ...(outcome.ended === 'cancelled' && { cancelled: true }),
    ...(error !== undefined && { error: invocation.redactor.mask(error) }),
  };
  if (parsed?.ok) {
    // What JSON.parse returned is JSON by construction.
    if (parsed.value.data)
      record.data = invocation.redactor.maskJson(parsed.value.data) as NonNullable<HookRecord['data']>;
    const notes = [...parsed.value.notes, ...traceNote(outcome.stderr)];
    if (notes.length > 0) record.notes = notes;
  }
  return {
    record,
    ...(parsed?.ok && { parsed: parsed.value }),
    stdout: outcome.stdout,
    cancelled: outcome.ended === 'cancelled',
    ...(outcome.kept && { kept: outcome.kept }),
  };
}

/** The debugger of one hook. When it cannot attach, the hook, which waits for it, is ended. */
class DebugSession {
  fault: string | undefined;
  private readonly abort = new AbortController();
  readonly failed = this.abort.signal;

  constructor(
    private readonly attacher: HookDebugger,
    private readonly name: string,
  ) {}

  filter(next: TextFilter): TextFilter {
    return withoutInspectorLines(next, (place) => {
      this.attacher.attach({ ...place, name: this.name }).catch((error: unknown) => {
        this.fault = messageOf(error);
        this.abort.abort();
      });
    });
  }
}

/** An exit code of 0 after a crash is a hook that swallows its errors: worth a note, not a failure. */
function traceNote(stderr: string): string[] {
  const trace = /^\s+at .+:\d+:\d+\)?$|^Traceback \(most recent call last\):/m.test(stderr);
  return trace ? ['the hook exited with 0, but its standard error holds a crash trace'] : [];
}

/** Why an invocation did not come to a good end, with the end of its standard error; undefined when it did. */
export function failureOf(
  outcome: ProcessOutcome,
  phase: HookPhase | 'check',
  program: string,
  timeoutMs: number,
  cwd: string,
  limit?: string,
): string | undefined {
  switch (outcome.ended) {
    case 'spawn-failed':
      return `${phase} could not be started: ${outcome.spawnError ?? program}`;
    case 'timeout':
      return `${phase} exceeded ${formatSeconds(timeoutMs)}${limit ? ` (${limit})` : ''} and was stopped${lastWords(outcome.stderr, cwd)}`;
    case 'cancelled':
      return `${phase} was cancelled`;
    case 'stdout-limit':
      return `${phase} printed more than ${stdoutLimit / 1024 / 1024} MiB on standard output and was stopped`;
    case 'exit':
      if (outcome.signal !== null) return `${phase} was ended by ${outcome.signal}${lastWords(outcome.stderr, cwd)}`;
      return outcome.exitCode === 0
        ? undefined
        : `${phase} exited with code ${outcome.exitCode}${lastWords(outcome.stderr, cwd)}`;
    default:
      return outcome.ended satisfies never;
  }
}

/** Node runs TypeScript from 22.18 on; before, it says no more than that it cannot read the file. */
function typeScriptHint(script: string, stderr: string): string {
  return /\.[cm]?ts$/i.test(script) && /ERR_UNKNOWN_FILE_EXTENSION|^SyntaxError: /m.test(stderr)
    ? '\nIf this Node.js does not run TypeScript, use 22.18 or newer (in VS Code: rook.nodePath), or write the hook in JavaScript'
    : '';
}

function formatSeconds(ms: number): string {
  return `${ms % 1000 === 0 ? ms / 1000 : (ms / 1000).toFixed(1)} s`;
}

/** A broken contract often has its cause on standard error: a crash that was caught, a missing value. */
export function endOf(stderr: string, cwd: string): string {
  return stderr.trim() === '' ? '' : `\nStandard error ends with${lastWords(stderr, cwd)}`;
}

/** The end of standard error, which is where the diagnosis stands; of a crash, first of all what it was. */
function lastWords(stderr: string, cwd: string): string {
  const lines = stderr.trimEnd().split('\n');
  // What Node prints below a trace says nothing.
  while (lines.length > 1 && /^(?:Node\.js v\d.*|[\s\]}]*)$/.test(lines.at(-1) ?? '')) lines.pop();
  const tail = lines.slice(-12).join('\n').trim();
  if (tail === '') return ' and said nothing on standard error';
  const crash = crashIn(stderr, cwd);
  return `:${crash ? ` ${crash}` : ''}\n${tail.length > 2000 ? `…${tail.slice(-2000)}` : tail}`;
}
