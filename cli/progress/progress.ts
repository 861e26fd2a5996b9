import type { RunEvent } from '../../schemas/event';
import { paperOf } from '../terminal/paper';
import { inertForRunner } from '../terminal/runner-commands';
import { LiveLine } from './live-line';
import { PlainLines } from './plain-lines';

/** Shows on standard error how a run goes. */
export interface Progress {
  onEvent(event: RunEvent): void;
  /** A line of prose that stays. */
  note(text: string): void;
  /** Draws nothing until the returned function is called: somebody is asked something. */
  hold(): () => void;
  /** Nothing is drawn after this; calling it again does nothing. */
  close(): void;
}

export interface ProgressOptions {
  /** Show what hooks write to standard error. */
  verbose: boolean;
}

/** A line that is rewritten where somebody looks on; plain lines in a pipe or a log. */
export function openProgress(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv, options: ProgressOptions): Progress {
  const paint = paperOf(stream, env).paint;
  return stream.isTTY && env.TERM !== 'dumb'
    ? new LiveLine(stream, paint, options)
    : new PlainLines((line) => stream.write(`${inertForRunner(line, env)}\n`), paint, options);
}
