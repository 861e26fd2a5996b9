import { type Case, type Diagnosis, firstMatch, quoted } from './case';

const missingVariable = [
  /\b([A-Z][A-Z0-9_]{2,})["'`]? environment variable/,
  /environment variables have no value: ([A-Z_a-z][A-Za-z0-9_]*)/,
  /[Ee]nvironment variable:? ["'`]?\$?([A-Z][A-Z0-9_]{2,})/,
  /KeyError: '([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)["'`]?:? (?:is |was |must be )?(?:not set|unset|missing|undefined|required|not defined|empty|set\b)/,
  /[Mm]issing (?:required )?(?:env(?:ironment)? ?(?:vars?|variables?)?|variables?|value for|setting)?:? ?["'`]?\$?([A-Z][A-Z0-9]*_[A-Z0-9_]+)/,
  /\b([A-Z][A-Z0-9_]+): (?:unbound variable|parameter (?:null or )?not set)/,
];

const noTerminal = [
  /not a (?:tty|terminal)|not a typewriter|no tty|input device is not a TTY|Inappropriate ioctl for device/i,
  /Raw mode is not supported|setRawMode is not a function|requires? an? (?:interactive )?(?:terminal|tty)|must be run (?:in|from) a(?:n interactive)? terminal/i,
  /No such device or address: ['"]?\/dev\/tty|cannot open \/dev\/tty|\/dev\/tty: No such device|terminal is required to read|not running (?:in|on) a (?:tty|terminal)/i,
];

const absent = [
  /could not be started: spawn (\S+) ENOENT/,
  /spawn (\S+) ENOENT/,
  /could not start (\S+): ENOENT/,
  /Cannot find (?:module|package) '([^']+)'/,
  /No module named '?([\w.]+)/,
  /(?:^|\s)([^\s:]+): (?:command )?not found/m,
  /ENOENT: no such file or directory, \w+ '([^']+)'/,
  /can't open file '([^']+)'/,
  /No such file or directory: '([^']+)'/,
  /([^\s:]+): No such file or directory/,
];

const fieldMissing = [
  /Cannot read propert(?:y|ies) of (?:undefined|null) \(reading '([^']+)'\)/,
  /Cannot read property '([^']+)' of (?:undefined|null)/,
  /KeyError: '([^']+)'/,
  /IndexError: (list index out of range)/,
  /'NoneType' object (is not subscriptable|has no attribute '[^']+')/,
  /string indices must be integers/,
  /(?:undefined|object null|\S+) is not iterable/,
  /jq: error.*?: (Cannot (?:index|iterate over) .*)/,
];

/** A hook that did not start, a program, file or module that is not there. */
export function notFoundSign(text: string, { script, profileFile, failed }: Case): Diagnosis | undefined {
  if (/could not be started: spawn \S+ EACCES/.test(text)) {
    const next = `Make it executable (chmod +x ${script}), or give it an ending that says what runs it: .mjs, .py, .sh.`;
    return { code: 'not_found', summary: `${script} may not be executed.`, next };
  }
  const name = firstMatch(text, absent);
  if (name === undefined || (name === '' && failed.exitCode !== 127)) return undefined;
  if (/Cannot find (?:module|package)|No module named/.test(text)) {
    const python = text.includes('No module named');
    const isServer = text.includes('the MCP server ended');
    const next = isServer
      ? `Mend the command that starts the MCP server in ${script}: ${python ? 'its module' : 'its file'} is looked for from the root of the workspace.`
      : python
        ? `Install it for python3 (pip install ${name}), or leave it out of ${script}.`
        : /^[./]|^file:/.test(name)
          ? `Mend the import in ${script}, or the path of the script in ${profileFile}.`
          : `Install it (npm install ${name}) in the workspace, or use what Node.js has built in.`;
    return {
      code: 'not_found',
      summary: `The ${python ? 'Python module' : 'module'} ${name}${isServer ? ' of the MCP server' : ''} is not there.`,
      next,
    };
  }
  const isFile = /ENOENT: no such file|can't open file|No such file or directory/.test(text);
  return {
    code: 'not_found',
    summary: `${isFile ? 'The file' : 'The program'} ${name} is not there.`,
    next: isFile
      ? `Mend its path in ${script}: hooks run in the root of the workspace.`
      : `Install ${name}, or write its whole path in ${script}: hooks get the PATH that Rook is started with.`,
  };
}

/** A value that the script wants and does not get. */
export function missingEnvSign(text: string, { profileFile, again, env }: Case): Diagnosis | undefined {
  const name = firstMatch(text, missingVariable);
  if (!name) return undefined;
  const declared = env.some(({ variable }) => variable === name);
  return {
    code: 'missing_env',
    summary: `The script wants the variable ${name}, which has no value.`,
    next: declared
      ? `Set it: rook env set ${name}. Then: ${again}.`
      : `Declare it under env in ${profileFile} ("- variable: ${name}"), and set it: rook env set ${name}.`,
  };
}

/** A program that wants a person at a terminal. */
export function noTerminalSign(text: string, { script }: Case): Diagnosis | undefined {
  if (firstMatch(text, noTerminal) === undefined) return undefined;
  return {
    code: 'no_tty',
    summary: 'The program wants a terminal, and hooks have none.',
    next: `Use its mode for scripts in ${script} (often --print, --no-interactive, --batch, --json, or CI=1), with the goal as an argument or on standard input.`,
  };
}

/** What the script looked for and did not find in a value; an empty text when it does not say. */
export function missingField(text: string): string | undefined {
  return firstMatch(text, fieldMissing);
}

/** A reply that is not built as the script thinks, with the reply itself unknown. */
export function wrongFieldSign(text: string, { script, again }: Case): Diagnosis | undefined {
  const name = missingField(text);
  if (name === undefined) return undefined;
  return {
    code: 'wrong_field',
    summary: `The script looked for ${/^[\w.$-]+$/.test(name) ? `the field ${name}` : 'a field'} in a value that does not have it.`,
    next: `Print the reply of the agent to standard error in ${script} and look what it has; then mend the field, and: ${again}.`,
  };
}

/** What was printed is not the one JSON object that a hook prints. */
export function outputSign(error: string, { script, failed }: Case): Diagnosis | undefined {
  const stray = /printed something else (before|after) its JSON object; the first stray line is (".*")/.exec(error);
  if (stray) {
    return {
      code: 'stdout_noise',
      summary: `Standard output has ${stray[2]} ${stray[1]} the JSON object, and must have that object alone.`,
      next: `Write such lines to standard error in ${script}: console.error, print(…, file=sys.stderr), >&2. When a program prints them, use its quiet mode, or take the last line of its output.`,
    };
  }
  if (/printed nothing on standard output|no output field|an empty output/.test(error)) {
    return {
      code: 'empty_answer',
      summary: error.includes('printed nothing')
        ? `The script printed nothing in ${failed.phase}.`
        : `The script printed JSON without an answer in output.`,
      next: `Print one JSON object at the end of ${script}: {"output": "<the answer>"}; what the agent really replied can go to standard error.`,
    };
  }
  const bad =
    /printed (?:something that is not valid JSON|.* where one JSON object belongs|JSON that|more than)|is not valid UTF-8/;
  if (!bad.test(error)) return undefined;
  const [first = ''] = error.split('\n');
  const [finding = ''] = first.split(/\. (?=[A-Z])/); // without the remedy, which is the next step here
  return {
    code: 'invalid_output',
    summary: `${finding.slice(0, 300).replace(/\.$/, '')}.`,
    next: `Print one JSON object with JSON.stringify (Python: json.dumps) in ${script}, and nothing else on standard output.`,
  };
}

/** A hook that was stopped at its limit. */
export function limitSign(error: string, { script, profileFile, failed }: Case): Diagnosis | undefined {
  const limit = /exceeded ([\d.]+ \w+)/.exec(error)?.[1];
  if (limit === undefined) return undefined;
  return {
    code: 'timeout',
    summary: `${failed.phase} did not end within ${limit}.`,
    next: `Raise hooks.${failed.phase}.timeout_seconds in ${profileFile}, or find out what ${script} waits for: a program that reads standard input to its end, a server that does not answer.`,
  };
}

/** When nothing else is known: how it ended, and the last thing it said. */
export function exitSign({ script, failed, again }: Case): Diagnosis {
  const said = (failed.stderr ?? '').trim().split('\n').at(-1)?.trim();
  const how = failed.exitCode === null ? 'was ended' : `ended with exit code ${failed.exitCode}`;
  return {
    code: 'non_zero_exit',
    summary: `${failed.phase} ${how}${said ? `; the last thing it said is ${quoted(said)}` : ' and said nothing'}.`,
    next: `Mend ${script} by what it wrote to standard error${said ? '' : ' (have it write why it fails)'}; then: ${again}.`,
  };
}
