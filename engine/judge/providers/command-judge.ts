import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ProcessOutcome, ProcessRunner } from '../../lifecycle/process-runner';
import { JudgeUnavailable } from '../model/judge';
import type { JudgeModel, JudgeQuestion, JudgeReply } from '../model/judge-model';

/** Most that a judge may print, in bytes. */
const stdoutLimit = 4 * 1024 * 1024;
/** The asker's own limit is tighter; this one only ends what that forgot. */
const lastResortMs = 60 * 60 * 1000;

export interface CommandJudgeOptions {
  /** Program and arguments. */
  command: readonly string[];
  /** What it is called in records, when it is more than the command. */
  model?: string;
  cwd: string;
  env: Record<string, string>;
  processes: ProcessRunner;
}

/**
 * A judge that is a program, such as the command line of a coding agent: the question on standard input, the answer on
 * standard output. It has no tools of ours.
 */
export class CommandJudge implements JudgeModel {
  readonly name: string;

  constructor(private readonly options: CommandJudgeOptions) {
    // Arguments may hold what is nobody's business: they only tell one command from another.
    const mark = createHash('sha256').update(JSON.stringify(options.command)).digest('hex').slice(0, 8);
    this.name = `command:${options.model ?? basename(options.command[0] ?? '')} (${mark})`;
  }

  async ask({ system, prompt, signal }: JudgeQuestion): Promise<JudgeReply> {
    const { command, cwd, env, processes } = this.options;
    const outcome = await processes.run({
      command: [...command],
      cwd,
      env,
      stdin: `${system}\n\n${prompt}\n`,
      timeoutMs: lastResortMs,
      stdoutLimit,
      signal,
    });
    const failure = failureOf(outcome, command[0] ?? '');
    if (failure !== undefined)
      throw new JudgeUnavailable(failure, 'See that the command answers when it is run by hand, then judge again.');
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(outcome.stdout) };
    } catch {
      throw new JudgeUnavailable('it printed something that is not UTF-8');
    }
  }
}

function failureOf(outcome: ProcessOutcome, program: string): string | undefined {
  switch (outcome.ended) {
    case 'spawn-failed':
      return `${program} could not be started: ${outcome.spawnError ?? 'unknown reason'}`;
    case 'timeout':
    case 'cancelled':
      return 'it was stopped before it answered';
    case 'stdout-limit':
      return `it printed more than ${stdoutLimit / 1024 / 1024} MiB and was stopped`;
    case 'exit':
      if (outcome.signal !== null) return `it was ended by ${outcome.signal}${lastWords(outcome.stderr)}`;
      return outcome.exitCode === 0 ? undefined : `it exited with code ${outcome.exitCode}${lastWords(outcome.stderr)}`;
    default:
      return outcome.ended satisfies never;
  }
}

function lastWords(stderr: string): string {
  const tail = stderr.trimEnd().split('\n').slice(-5).join('\n').trim();
  return tail === '' ? '' : `:\n${tail.slice(-1000)}`;
}
