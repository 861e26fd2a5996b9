import { CommanderError } from 'commander';
import type { Refusal } from '../schemas/result';

/** Something in the command line itself that cannot be read. Thrown while parsing, shown like every other refusal. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
}

/** Turns anything that was thrown into what a person can read and a program can parse. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof UsageError) return { message: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof CommanderError) return usageRefusal(error.message);
  if (isSystemError(error) && Reflect.get(error, 'syscall') === 'uv_cwd')
    return { message: 'the current folder is not there any more', remedy: 'Change to a folder that exists.' };
  if (isSystemError(error)) return { message: error.message };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `Rook itself failed: ${message}`, remedy: 'This is a fault of Rook. Please report it.' };
}

/** commander writes `error: what` and, on a line of its own, `(Did you mean --this?)`. */
function usageRefusal(text: string): Refusal {
  const [message = text, suggestion] = text.replace(/^error: /, '').split('\n', 2);
  const meant = suggestion?.replace(/^\((.*)\)$/, '$1');
  return { message, remedy: meant || 'See rook --help, or rook <command> --help.' };
}

/** A fault that the system reports, such as a folder that may not be written: its message says what and where. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
