import { ok, type Result, refuse } from '../../../schemas/result';
import { envMark } from './marks';
import type { ShellToken, ShellTokens } from './shell-words';

/** Whether the text is a command line for cmd.exe: carets at line ends or before quotes. */
export function isCmd(text: string): boolean {
  return /\^\s*$/m.test(text) || /\^"/.test(text);
}

/** Whether the text is a command line for PowerShell: a backtick at a line's end, `curl.exe` or `$env:`. */
export function isPowerShell(text: string): boolean {
  return /[ \t]`[ \t]*\r?\n/.test(text) || /\$env:\w/i.test(text) || /^\s*(PS [^>]*>\s*|&\s*)?curl\.exe\b/i.test(text);
}

const unclosed = (): Result<never> =>
  refuse(
    'a double quote in the command is not closed',
    'Paste the whole command, and see that its quotes come in pairs.',
  );

/** The words of a cmd.exe command line: carets first, as cmd does, then quotes, as the program's start-up code does. */
export function cmdTokens(text: string): Result<ShellTokens> {
  const tokens: ShellToken[] = [];
  for (const line of withoutCarets(text)) {
    const words = windowsWords(line);
    if (!words) return unclosed();
    if (tokens.length > 0 && words.length > 0) tokens.push({ kind: 'operator', text: '\n' });
    tokens.push(...words);
  }
  return ok({ tokens, substitutions: [], warnings: [] });
}

/** Operators that cmd has seen, while quotes are still text. */
const operatorSign = '\uFDD2';

/** The command lines of the text with carets resolved. A caret before a line's end joins it with the next one. */
function withoutCarets(text: string): string[] {
  const lines = [''];
  const add = (part: string): void => {
    lines.push((lines.pop() ?? '') + part);
  };
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '^' && !quoted) {
      const end = /^\^[ \t]*\r?\n(\r?\n)?/.exec(text.slice(at)); // two line ends: the second one is meant
      add(end ? (end[1] ? '\n' : '') : (text[at + 1] ?? ''));
      at += end ? end[0].length - 1 : 1;
    } else if (char === '\n') {
      lines.push('');
      quoted = false;
    } else if (!quoted && (char === '|' || char === '&' || char === '>' || char === '<')) add(operatorSign + char);
    else if (char !== '\r') {
      if (char === '"') quoted = !quoted;
      add(char);
    }
  }
  return lines;
}

/** Words as Microsoft's start-up code splits them; undefined when a quote is not closed. `%NAME%` is a variable. */
function windowsWords(line: string): ShellToken[] | undefined {
  const tokens: ShellToken[] = [];
  let word: string | undefined;
  let quoted = false;
  let wasQuoted = false;
  const end = (): void => {
    if (word !== undefined) tokens.push({ kind: 'word', text: percentVariables(word), quoted: wasQuoted });
    word = undefined;
    wasQuoted = false;
  };
  for (let at = 0; at < line.length; at++) {
    const [slashes = ''] = /^\\+(?=")/.exec(line.slice(at)) ?? [];
    const char = line[at] ?? '';
    if (slashes !== '') {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes.length / 2));
      at += slashes.length - 1;
      if (slashes.length % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (char === '"') {
      word ??= '';
      wasQuoted = true;
      if (quoted && line[at + 1] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (!quoted && char === operatorSign) {
      end();
      tokens.push({ kind: 'operator', text: line[++at] ?? '' });
    } else if (!quoted && /\s/.test(char)) end();
    else word = (word ?? '') + char;
  }
  end();
  return quoted ? undefined : tokens;
}

function percentVariables(text: string): string {
  return text.replace(/%(?![0-9A-F]{2}%)([A-Z_][A-Z0-9_]{2,})%/g, (_whole, name: string) => envMark(name));
}

/** The words of a PowerShell command line. `\"` is a quote, as programs get it there. */
export function powerShellTokens(text: string): Result<ShellTokens> {
  const tokens: ShellToken[] = [];
  // What follows a closing quote is looked at, so that there is one way to read a text.
  const pattern =
    /`[ \t]*\r?\n|[ \t\r]+|(\n|\|\||&&|\||;)|((?:'(?:[^']|'')*'(?!')|"(?:[^"`]|`[\s\S]|"")*"(?!")|`[^\n]|[^\s'"`|;])+)|(['"`])/y;
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const [, operator, word, open] = pattern.exec(text) ?? [];
    if (open !== undefined || pattern.lastIndex === 0) return unclosed();
    if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    const call = word === '&' && (tokens.at(-1)?.kind ?? 'operator') === 'operator'; // `& program` calls it
    if (word !== undefined && !call)
      tokens.push({ kind: 'word', text: powerShellWord(word), quoted: /['"]/.test(word) });
  }
  return ok({ tokens, substitutions: [], warnings: [] });
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

function powerShellWord(word: string): string {
  const variables = (text: string): string =>
    text.replace(
      /`([\s\S])|\$(?:env:)?(?:([A-Za-z_]\w*)|\{(?:env:)?([A-Za-z_]\w*)\})/gi,
      (_whole, escaped, name, braced) =>
        typeof escaped === 'string' ? (escapes[escaped] ?? escaped) : envMark(String(name ?? braced)),
    );
  return word
    .replace(/'((?:[^']|'')*)'(?!')|"((?:[^"`]|`[\s\S]|"")*)"(?!")|([^'"]+)/g, (_whole, single, double, bare) => {
      if (typeof single === 'string') return single.replaceAll("''", "'");
      if (typeof double === 'string') return variables(double.replaceAll('""', '"'));
      return variables(String(bare));
    })
    .replaceAll('\\"', '"');
}
