import { ok, type Result, refuse } from '../schemas/result';

/** A terminal that can be told not to show what is typed. */
export interface HiddenTerminal {
  input: NodeJS.ReadableStream & { setRawMode(on: boolean): unknown };
  /** Prose goes to standard error. */
  write: (text: string) => void;
  /** Ctrl+C, which the terminal no longer turns into a signal by itself. */
  interrupt: () => void;
}

/**
 * Asks for a value that is not shown while it is typed or pasted: one line. Backspace and Ctrl+U erase; the end of the
 * input counts as Enter.
 */
export async function askHidden(prompt: string, { input, write, interrupt }: HiddenTerminal): Promise<Result<string>> {
  write(prompt);
  input.setRawMode(true);
  input.setEncoding('utf8');
  const typed: string[] = [];
  try {
    return await new Promise((resolve) => {
      const finish = (result: Result<string>): void => {
        input.off('data', take).off('end', end);
        resolve(result);
      };
      const end = (): void => finish(ok(typed.join('')));
      const take = (chunk: string | Buffer): void => {
        switch (typeInto(typed, String(chunk))) {
          case 'line':
            end();
            break;
          case 'lines':
            finish(severalLines);
            break;
          case 'interrupt':
            interrupt();
            finish(refuse('stopped', 'Nothing was stored.'));
            break;
          case 'more':
        }
      };
      input.on('data', take).on('end', end);
      input.resume();
    });
  } finally {
    input.setRawMode(false);
    input.pause();
    write('\n');
  }
}

/** Takes in what was typed or pasted at once. @returns whether it ended the line, held several, or stopped the command. */
function typeInto(typed: string[], chunk: string): 'more' | 'line' | 'lines' | 'interrupt' {
  const keys = [...chunk.replace(escapeSequence, '')];
  for (const [index, key] of keys.entries()) {
    if (key === '\x03') return 'interrupt'; // Ctrl+C
    if (key === '\x04') return 'line'; // Ctrl+D
    if (key === '\r' || key === '\n')
      return keys
        .slice(index + 1)
        .join('')
        .trim() === ''
        ? 'line'
        : 'lines';
    if (key === '\x15')
      typed.length = 0; // Ctrl+U
    else if (key === '\x7f' || key === '\b') typed.pop();
    else if (key >= ' ' || key === '\t') typed.push(key);
  }
  return 'more';
}

/** Arrow keys and their like, which are no part of a value, and the marks around what is pasted. */
const escapeSequence = /\x1b(?:\[[0-9;?]*[@-~]|O[@-~])/g;

const severalLines = refuse(
  'more than one line was pasted',
  'Give a value of several lines on standard input: rook env set NAME < file. Nothing was stored.',
);
