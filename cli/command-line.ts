import { CommanderError } from 'commander';
import { formatRefusal, type Refusal, type Result } from '../schemas/result';
import type { Answer } from './answer';
import { refusalOf } from './failure';
import { buildProgram } from './program';
import { printRefusal } from './prose';
import { paperOf } from './terminal/paper';
import { inertDocument, inertForRunner } from './terminal/runner-commands';

/**
 * Runs one command line to its end. Standard output gets exactly one thing: with --json a document, else the answer
 * in words; everything else goes to standard error (behaviour §10).
 * @returns the exit code: 0 when the command completed, 1 otherwise.
 */
export async function runCommandLine(argv: string[]): Promise<number> {
  const json = wantsJson(argv);
  let exitCode = 0;
  let said = '';
  const program = buildProgram({
    say: (text) => {
      said += text;
    },
    deliver: async (outcome) => {
      const came = await outcome;
      exitCode = print(came, json);
      if (came.ok && came.value.goesOn) exitCode = await came.value.goesOn();
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(refusalOf(error), json);
    if (error.code === 'commander.help' && error.exitCode !== 0) {
      // `rook` alone: help is the answer. `rook help what`: the command is not there.
      const [, what] = program.args;
      if (what !== undefined) return fail({ message: `there is no command ${what}`, remedy: 'See rook --help.' }, json);
    } else if (error.exitCode !== 0) return fail(refusalOf(error), json);
    process.stdout.write(json ? toDocument({ ok: true, text: said }) : said);
    return 0;
  }
}

function print(outcome: Result<Answer>, json: boolean): number {
  if (!outcome.ok) return fail(outcome.error, json);
  const { document, text, exitCode } = outcome.value;
  process.stdout.write(
    json ? toDocument(document) : inertForRunner(text(paperOf(process.stdout, process.env)), process.env),
  );
  return exitCode ?? 0;
}

function fail(error: Refusal, json: boolean): number {
  printRefusal(error);
  if (json) process.stdout.write(toDocument(failureDocument(error)));
  return 1;
}

/** `{ok: false, error, remedy?}` with the place in front of the message. */
function failureDocument(error: Refusal): object {
  return { ok: false, error: formatRefusal(error), ...(error.remedy && { remedy: error.remedy }) };
}

function toDocument(value: object): string {
  return inertDocument(`${JSON.stringify(value, null, 2)}\n`, process.env);
}

/** Whether a document is asked for, known before the rest of the line has been understood. */
function wantsJson(argv: string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json');
}
