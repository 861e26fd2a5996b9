import { createInterface } from 'node:readline';

/** Asks a person in the terminal, on standard error. Everything but a clear yes is a no. */
export function confirm(question: string): Promise<boolean> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(/^y(es)?$/i.test(line.trim()));
      lines.close();
    });
    lines.once('close', () => resolve(false));
  });
}
