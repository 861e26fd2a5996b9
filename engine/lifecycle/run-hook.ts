import { closeFloorSeconds, defaultTimeoutSeconds, type HookPhase } from '../../schemas/phase';
import type { Hook } from '../../schemas/profile';
import type { HookRecord } from '../../schemas/record';
import { hookCommand, type NodeProgram } from './hook-command';
import { type ParsedOutput, parseHookOutput } from './hook-output';
import type { KeptProcesses, ProcessOutcome, ProcessRunner } from './process-runner';
import type { Redactor } from './redactor';

/** Most that a hook may print on standard output (behaviour §3). */
const stdoutLimit = 32 * 1024 * 1024;

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
  const command = hookCommand(invocation.script, hook.phase, invocation.node);
  const ownMs = hookTimeoutMs(hook);
  const timeoutMs = Math.min(ownMs, invocation.limitMs ?? ownMs);
  const outcome = await runner.run({
    command,
    cwd: invocation.cwd,
    env: { ...invocation.env, ...invocation.node.env },
    ...(hook.phase === 'execute' && { stdin: invocation.goal ?? '' }),
    timeoutMs,
    stdoutLimit,
    keepGroup: hook.phase === 'prepare',
    ...(invocation.signal && { signal: invocation.signal }),
    ...(invocation.onStderr && { onStderr: invocation.onStderr }),
    filterStderr: (emit) => invocation.redactor.stream(emit),
  });
  const limit = timeoutMs < ownMs ? (invocation.limitName ?? 'its limit') : undefined;
  const failure = failureOf(outcome, hook.phase, command[0] ?? '', timeoutMs, limit);
  const parsed = failure === undefined ? parseHookOutput(outcome.stdout, hook.phase) : undefined;
  const error =
    failure ??
    (parsed?.ok === false
      ? `${[parsed.error.message, parsed.error.remedy].filter(Boolean).join('. ')}${endOf(outcome.stderr)}`
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

/** An exit code of 0 after a crash is a hook that swallows its errors: worth a note, not a failure. */
function traceNote(stderr: string): string[] {
  const trace = /^\s+at .+:\d+:\d+\)?$|^Traceback \(most recent call last\):/m.test(stderr);
  return trace ? ['the hook exited with 0, but its standard error holds a crash trace'] : [];
}

function failureOf(
  outcome: ProcessOutcome,
  phase: HookPhase,
  program: string,
  timeoutMs: number,
  limit?: string,
): string | undefined {
  switch (outcome.ended) {
    case 'spawn-failed':
      return `${phase} could not be started: ${outcome.spawnError ?? program}`;
    case 'timeout':
      return `${phase} exceeded ${formatSeconds(timeoutMs)}${limit ? ` (${limit})` : ''} and was stopped${lastWords(outcome.stderr)}`;
    case 'cancelled':
      return `${phase} was cancelled`;
    case 'stdout-limit':
      return `${phase} printed more than ${stdoutLimit / 1024 / 1024} MiB on standard output and was stopped`;
    case 'exit':
      if (outcome.signal !== null) return `${phase} was ended by ${outcome.signal}${lastWords(outcome.stderr)}`;
      return outcome.exitCode === 0
        ? undefined
        : `${phase} exited with code ${outcome.exitCode}${lastWords(outcome.stderr)}`;
    default:
      return outcome.ended satisfies never;
  }
}

function formatSeconds(ms: number): string {
  return `${ms % 1000 === 0 ? ms / 1000 : (ms / 1000).toFixed(1)} s`;
}

/** A broken contract often has its cause on standard error: a crash that was caught, a missing value. */
function endOf(stderr: string): string {
  return stderr.trim() === '' ? '' : `\nStandard error ends with${lastWords(stderr)}`;
}

/** The end of standard error, which is where the diagnosis stands. */
function lastWords(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  const tail = lines.slice(-12).join('\n').trim();
  return tail === ''
    ? ' and said nothing on standard error'
    : `:\n${tail.length > 2000 ? `…${tail.slice(-2000)}` : tail}`;
}
