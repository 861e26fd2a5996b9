import { createInterface } from 'node:readline';
import type { Permission, PermissionAnswer, PermissionQuestion } from '../engine/tools/permission/permission';
import { visibleInOneLine } from './terminal/visible-text';

const answers: Record<string, PermissionAnswer> = {
  y: 'once',
  yes: 'once',
  o: 'once',
  once: 'once',
  a: 'always',
  always: 'always',
  never: 'never',
  v: 'never',
  n: 'no',
  no: 'no',
};

export interface TerminalPorts {
  input: NodeJS.ReadableStream;
  /** Prose goes to standard error. */
  write: (text: string) => void;
  /** Holds back whatever is drawn meanwhile. */
  hold: () => () => void;
}

/** Asks in the terminal. Everything but a clear yes is a no; so are the end of the input and Ctrl+C. */
export function terminalPermission({ input, write, hold }: TerminalPorts): Permission {
  return {
    ask: async (question, signal) => {
      const resume = hold();
      try {
        return await askOnce(question, signal, input, write);
      } finally {
        resume();
      }
    },
  };
}

function askOnce(
  { what, rule, target }: PermissionQuestion,
  signal: AbortSignal,
  input: NodeJS.ReadableStream,
  write: (text: string) => void,
): Promise<PermissionAnswer> {
  if (signal.aborted) return Promise.resolve('no');
  // Without a terminal of its own Ctrl+C stays a signal, and stops the run as it always does.
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const finish = (answer: PermissionAnswer): void => {
      signal.removeEventListener('abort', abort);
      resolve(answer); // first: closing says no
      lines.close();
    };
    const abort = (): void => finish('no');
    signal.addEventListener('abort', abort, { once: true });
    const choices = `  [o]nce, [a]lways for ${target}, ne[v]er for it, [N]o: `;
    write(`${visibleInOneLine(what)}?\n  rule: ${visibleInOneLine(rule)}\n${choices}`);
    lines.on('line', (line) => {
      const word = line.trim().toLowerCase();
      const answer = word === '' ? 'no' : answers[word];
      if (answer) finish(answer);
      else write(choices);
    });
    lines.on('close', () => finish('no'));
  });
}
