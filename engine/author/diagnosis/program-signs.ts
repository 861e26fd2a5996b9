import { type Case, type Diagnosis, firstMatch, quoted } from './case';

/* What our scripts say of a program that they start, and what the program itself says of its arguments and its input. */

const wrongArguments = [
  /^.*error: (the following arguments are required: .+)$/m,
  /^.*error: (unrecognized arguments: .+|argument .+|invalid choice: .+|Missing (?:argument|option) .+|No such (?:option|command):? .+)$/im,
  /^.*(missing required (?:argument|option|flag).*)$/im,
  /^.*((?:unknown|unrecognized|unexpected) (?:option|argument|flag|command).*)$/im,
];
const usageText = /^\s*usage: ?(.*)$/im;
const wantsMore = [
  /EOF when reading a line|\bEOFError\b/,
  /\b(?:needs?|expected|requires?|missing|without) (?:an? )?(?:final |trailing )?new ?line\b/i,
  /unexpected end of (?:input|file)|readline was closed/i,
];
const server = /\bthe MCP server ended with (?:exit code \d+|SIG[A-Z]+)/;

/** A program that was started and did not do its work: its arguments, a signal, its input, its rights. */
export function programSign(text: string, failure: Case): Diagnosis | undefined {
  return rightsSign(text) ?? signalSign(text) ?? argumentsSign(text, failure) ?? inputSign(text, failure);
}

function rightsSign(text: string): Diagnosis | undefined {
  const program = /could not start (\S+): EACCES/.exec(text)?.[1];
  if (program === undefined) return undefined;
  return {
    code: 'not_found',
    summary: `The program ${program} may not be executed.`,
    next: `Make it executable (chmod +x ${program}), or name what runs it: python3 ${program}, node ${program}, bash ${program}.`,
  };
}

function signalSign(text: string): Diagnosis | undefined {
  const found = /(\S+) (?:was ended by|ended with) (SIG[A-Z0-9]+)/.exec(text);
  if (!found) return undefined;
  const [, program = 'the program', signal = ''] = found;
  const name = server.test(text) ? 'The MCP server' : `The program ${program}`;
  const why =
    signal === 'SIGKILL'
      ? 'The system may have run out of memory, or a limit was reached'
      : signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGBUS'
        ? 'It has crashed'
        : 'Somebody or something has stopped it';
  return {
    code: 'non_zero_exit',
    summary: `${name} was ended by ${signal} before it had answered.`,
    next: `${why}: start it by hand with the same arguments and look what happens.`,
  };
}

function argumentsSign(text: string, { script }: Case): Diagnosis | undefined {
  const usage = usageText.exec(text)?.[1]?.trim();
  const wrong = firstMatch(text, wrongArguments);
  if (wrong === undefined && !(usage !== undefined && /exited with (?:1|2|64)\b/.test(text))) return undefined;
  // Without a usage text or an exit code of a program, the words may be those of an agent.
  if (usage === undefined && !/exited with \d+/.test(text)) return undefined;
  const option = /required: .*?(--?[\w-]+)/.exec(wrong ?? '')?.[1];
  const how = option ? `${option} {{goal}}` : 'the option that takes the goal, with {{goal}} as its value';
  return {
    code: 'non_zero_exit',
    summary: `The program does not take these arguments: ${quoted(wrong ?? `usage: ${usage}`)}.`,
    next: `Give the command with ${how}; its --help lists what it takes. In ${script} the arguments stand at the top.`,
  };
}

function inputSign(text: string, { script }: Case): Diagnosis | undefined {
  if (firstMatch(text, wantsMore) === undefined) return undefined;
  return {
    code: 'non_zero_exit',
    summary: 'The program wants more on its standard input than the goal: a newline at its end, or further lines.',
    next: `Give the goal as an argument ({{goal}} in the command), use a mode of the program that reads its whole input, or have ${script} write what it waits for.`,
  };
}

/** A program whose exit code is told by our script; its own words say most. */
export function programExitSign(text: string, { script, again, failed }: Case): Diagnosis | undefined {
  const found = /^(.*?) ?exited with (\d+)(?:: (.*))?$/m.exec(
    failed.error?.replace(/^execute exited with code \d+:?\s*/, '') ?? '',
  );
  const ended = /\bthe MCP server ended with exit code (\d+)/.exec(text);
  if (!found && !ended) return undefined;
  const program = ended ? 'The MCP server' : `The program ${found?.[1] || ''}`.trim();
  const code = ended?.[1] ?? found?.[2];
  const last = (failed.stderr ?? '')
    .trim()
    .split('\n')
    .findLast((line) => line.trim() !== '' && !/exited with \d+|the MCP server ended/.test(line));
  const said = /^Traceback\b/.test(found?.[3] ?? '') ? last : (found?.[3] ?? last);
  return {
    code: 'non_zero_exit',
    summary: `${program} ended with exit code ${code}${said ? `; it said ${quoted(said)}` : ' and said nothing'}.`,
    next: `Mend what it complains about, or the command in ${script}; then: ${again}.`,
  };
}
