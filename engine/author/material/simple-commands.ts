import { ok, type Result, refuse } from '../../../schemas/result';
import { readable } from './marks';
import { type ShellTokens, type ShellWord, shellTokens } from './shell-words';
import { cmdTokens, isCmd, isPowerShell, powerShellTokens } from './windows-words';

/** One program with its words, and what its input and output are connected to. */
export interface SimpleCommand {
  /** `NAME=value` before the program, or alone. */
  assignments: { name: string; value: ShellWord }[];
  words: ShellWord[];
  stdin?: { kind: 'text'; text: string } | { kind: 'file'; path: string };
  /** Redirections of its output, as written: `> out.txt`. */
  outputs: string[];
  /** What connects it with the command before: empty for the first one. */
  after: '' | '|' | '||' | '&&' | ';' | '&' | '\n';
}

export interface CommandScript {
  commands: SimpleCommand[];
  substitutions: string[];
  warnings: string[];
}

/** Reads a command line of whichever shell it is for: cmd.exe, PowerShell, else a POSIX shell. Prompts are left out. */
export function readCommands(text: string): Result<CommandScript> {
  const bare = withoutPrompts(text);
  const read = isCmd(bare)
    ? cmdTokens(bare)
    : isPowerShell(bare) && !hasEscapedQuotes(bare)
      ? powerShellTokens(bare)
      : shellTokens(bare.replace(/\$env:(?=[A-Za-z_])/gi, '$'));
  return read.ok ? ok(commandsOf(read.value)) : read;
}

/** `"{\"message\": …}"`: quotes as cmd and POSIX shells have them, pasted with a PowerShell's `curl.exe`. */
function hasEscapedQuotes(text: string): boolean {
  if (text.includes('`')) return false;
  const quoted = [...text.matchAll(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g)].map(([part]) => part);
  const escaped = quoted.filter((part) => part.includes('\\"'));
  return escaped.length > 0 && escaped.every((part) => part.startsWith('"'));
}

/** `$ ` and `> ` as documents show them, when the first line has one. */
function withoutPrompts(text: string): string {
  const lines = text.trim().split('\n');
  const powerShell = /^\s*PS [^>\n]*>\s+/;
  if (powerShell.test(lines[0] ?? '')) return lines.map((line) => line.replace(powerShell, '')).join('\n');
  const drive = /^[A-Z]:\\[^>\n]*>\s*/;
  if (drive.test(lines[0] ?? '')) return lines.map((line) => line.replace(drive, '')).join('\n');
  // `# ` is the prompt of root, unless a command without one follows: then it begins a comment.
  const comment = /^\s*# /.test(lines[0] ?? '') && lines.slice(1).some((line) => /^\s*(curl|[A-Za-z_]\w*=)/.test(line));
  if (comment || !/^\s*[$%#❯] /.test(lines[0] ?? '')) return lines.join('\n');
  return lines
    .map((line, index) => {
      const continued = index > 0 && /\\\s*$/.test(lines[index - 1] ?? '');
      return line.replace(continued ? /^\s*> / : /^\s*[$%#❯] /, '');
    })
    .join('\n');
}

function commandsOf({ tokens, substitutions, warnings }: ShellTokens): CommandScript {
  const commands: SimpleCommand[] = [];
  let current = emptyCommand('');
  const finish = (after: SimpleCommand['after']): void => {
    if (current.words.length > 0 || current.assignments.length > 0) {
      commands.push(current);
      current = emptyCommand(after);
    } else if (commands.length === 0) current = emptyCommand('');
    // An empty line changes nothing; after | and && a line's end goes on with the same command.
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    if (token.kind === 'heredoc') {
      // It stands after the line's end at which its command was finished, or in the command that goes on.
      const owner = current.words.length > 0 ? current : commands.at(-1);
      if (owner) owner.stdin = { kind: 'text', text: token.text };
      continue;
    }
    if (token.kind === 'word') {
      const assigned = current.words.length === 0 ? /^([A-Za-z_]\w*)=(.*)$/s.exec(token.text) : null;
      if (assigned) current.assignments.push({ name: assigned[1] ?? '', value: { ...token, text: assigned[2] ?? '' } });
      else if (!(current.words.length === 0 && token.text === 'export' && !token.quoted)) current.words.push(token);
      continue;
    }
    if (!/[<>]/.test(token.text)) {
      finish(connector(token.text));
      continue;
    }
    const target = /&\d$/.test(token.text) ? undefined : tokens[at + 1];
    const path = target?.kind === 'word' ? target.text : '';
    if (target?.kind === 'word') at++;
    if (token.text === '<') current.stdin = { kind: 'file', path };
    else if (token.text === '<<<') current.stdin = { kind: 'text', text: `${path}\n` };
    else if (!/^2/.test(token.text) && !/^\/dev\/(null|stderr|stdout)$/.test(path))
      current.outputs.push(`${token.text} ${path}`.trim());
  }
  finish('');
  return { commands, substitutions, warnings };
}

function emptyCommand(after: SimpleCommand['after']): SimpleCommand {
  return { assignments: [], words: [], outputs: [], after };
}

function connector(text: string): SimpleCommand['after'] {
  switch (text) {
    case '|':
    case '||':
    case '&&':
    case '&':
    case '\n':
      return text;
    case '|&':
      return '|';
    default:
      return ';';
  }
}

/**
 * A command in a message: of a filter all of it, of any other program its name, since its words may be credentials.
 */
export function shownCommand(command: SimpleCommand): string {
  const name = programName(command);
  if (/^(jq|yq|head|tail|wc|sort|uniq)$/.test(name)) return command.words.map(({ text }) => readable(text)).join(' ');
  return /^[\w.@+-]{1,40}$/.test(name) && !name.startsWith('-') ? name : 'something that is no program';
}

/** A refusal when a word that is no header is the output of `cat file`: nothing is run, and what it holds is not known. */
export function refuseCatOutput({ commands, substitutions }: CommandScript): Result<never> | undefined {
  for (const { words } of commands)
    for (const [index, word] of words.entries()) {
      if (/^(-H|--header|-u|--user)$/.test(words[index - 1]?.text ?? '')) continue;
      for (const at of word.substitutions ?? []) {
        const [, file] = /^\s*(?:cat\s+|<\s*)["']?([^\s"'|;&]+)["']?\s*$/.exec(substitutions[at] ?? '') ?? [];
        if (file === undefined) continue;
        return refuse(
          `the command puts in what the file ${file} holds, $(cat …), and nothing is run while material is read`,
          `Write what ${file} holds in its place, or {{goal}} where it is the user's words; a body can be given as -d @${file}.`,
        );
      }
    }
  return undefined;
}

/** The program's own name: `/usr/bin/curl` and `curl.exe` are `curl`. */
export function programName(command: SimpleCommand): string {
  const [program] = command.words;
  return (program?.text ?? '').replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
}
