import { createInterface } from 'node:readline';
import type { AuthorPerson } from '../../engine/author/author-surface';
import { formatPlace } from '../../engine/author/reading/path';
import { askHidden } from '../hidden-input';
import { visibleInOneLine, visibleLines } from '../terminal/visible-text';

/** The person at a terminal: questions on standard error, answers from standard input. Everything but a clear yes is a no. */
export function terminalPerson(): AuthorPerson {
  return {
    chooseOption: (options, signal) =>
      choose(
        'The material can be understood in several ways:',
        options.map(({ label }) => label),
        signal,
      ),
    chooseAnswer: (candidates, signal) =>
      choose(
        'Which of these is what the agent said?',
        candidates.map(({ place, text }) => `${formatPlace(place)}: ${JSON.stringify(text.slice(0, 160))}`),
        signal,
      ),
    accept: async ({ output, place, script }, signal) => {
      say(`\nThe agent said (from ${place}):\n${indented(output)}\n`);
      for (;;) {
        const word = await ask('Is that its answer? [y]es, [s]how the script, [N]o: ', signal);
        if (word !== 's') return /^y(es)?$/.test(word ?? '');
        say(`\n${visibleLines(script).join('\n')}\n`);
      }
    },
    askValue: async ({ variable, purpose }, signal) => {
      if (signal.aborted) return undefined;
      const prompt = `${variable}${purpose ? ` (${visibleInOneLine(purpose)})` : ''} has no value. Value, not shown: `;
      const interrupt = (): void => void process.kill(process.pid, 'SIGINT');
      const value = await askHidden(prompt, { input: process.stdin, write: say, interrupt });
      return value.ok && value.value !== '' ? value.value : undefined;
    },
    mayKeep: async ({ variable, purpose }, signal) => {
      const word = await ask(
        `Keep the value of ${variable} (${purpose}) in your home, for this workspace? [y/N] `,
        signal,
      );
      return /^y(es)?$/.test(word ?? '');
    },
  };
}

/** An empty line ends what is pasted when nothing follows it for so long: a paste may have empty lines, too. */
const pasteEndMs = 300;

/** Reads material that is pasted into the terminal, up to an empty line after which nothing more comes. */
export function pastedMaterial(): Promise<string> {
  say('Paste a cURL command, a command line, a URL, an OpenAPI or Postman file, or notes; then an empty line:\n');
  const lines = createInterface({ input: process.stdin, terminal: false });
  const text: string[] = [];
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      resolve(text.join('\n')); // first: closing ends it, too
      lines.close();
    };
    lines.on('line', (line) => {
      clearTimeout(timer);
      text.push(line);
      const isBegun = text.some((one) => one.trim() !== '');
      if (line.trim() === '' && isBegun && !isOpenCommand(text.join('\n'))) timer = setTimeout(end, pasteEndMs);
    });
    lines.once('close', end);
  });
}

/** Whether a cURL command goes on: a quote is open, or its last line ends with a backslash. */
function isOpenCommand(text: string): boolean {
  if (!/^\s*(?:[$%] )?curl\b/m.test(text)) return false; // an apostrophe in notes opens nothing
  const bare = text.replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, '');
  return /['"]/.test(bare) || /\\\s*$/.test(text.trimEnd());
}

async function choose(question: string, labels: readonly string[], signal: AbortSignal): Promise<number | undefined> {
  say(`\n${question}\n${labels.map((label, index) => `  ${index + 1}  ${visibleInOneLine(label)}`).join('\n')}\n`);
  for (;;) {
    const word = await ask(`1-${labels.length}, or nothing to stop: `, signal);
    if (word === undefined || word === '') return undefined;
    const index = Number(word) - 1;
    if (Number.isInteger(index) && labels[index] !== undefined) return index;
  }
}

/** One line in small letters; undefined at the end of the input, and when the work was stopped. */
function ask(question: string, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  say(question);
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve) => {
    const finish = (word: string | undefined): void => {
      signal.removeEventListener('abort', stop);
      resolve(word);
      lines.close();
    };
    const stop = (): void => finish(undefined);
    signal.addEventListener('abort', stop, { once: true });
    lines.once('line', (line) => finish(line.trim().toLowerCase()));
    lines.once('close', () => finish(undefined));
  });
}

function indented(text: string): string {
  return visibleLines(text)
    .map((line) => `  ${line}`)
    .join('\n');
}

function say(text: string): void {
  process.stderr.write(text);
}
