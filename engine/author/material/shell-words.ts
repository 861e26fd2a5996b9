import { ok, type Result, refuse } from '../../../schemas/result';
import { ansiEscape } from './ansi-escape';
import { envMark } from './marks';
import { closingParenthesis, substitutionVariable } from './substitutions';

/** A word of a command line as the program gets it; variables are marks (see marks.ts), never expanded. */
export interface ShellWord {
  text: string;
  /** Whether some of it stood in quotes. */
  quoted: boolean;
  /** Indexes into {@link ShellTokens.substitutions} of the `$(…)` in it. */
  substitutions?: number[];
}

export type ShellToken =
  | ({ kind: 'word' } & ShellWord)
  /** `|`, `||`, `&&`, `;`, `&`, a line's end, or a redirection such as `2>`. */
  | { kind: 'operator'; text: string }
  | { kind: 'heredoc'; text: string };

export interface ShellTokens {
  tokens: ShellToken[];
  /** What stood in `$(…)` and backticks. Variable `COMMAND_OUTPUT_<index>` stands for it. */
  substitutions: string[];
  warnings: string[];
}

/**
 * Splits text for a POSIX shell into words and operators: quotes of all kinds (`'…'`, `"…"`, `$'…'`), backslashes, lines
 * continued by a backslash, comments, here-documents. Variables and substitutions become marks; nothing is run, expanded
 * or matched against files. An unquoted `<goal>` and an `&` in an unquoted URL are taken for what they were meant as.
 * @returns a refusal when a quote is not closed; its place is the line within the text.
 */
export function shellTokens(text: string): Result<ShellTokens> {
  return new Lexer(text).read();
}

const operator = /^(\|\||\|&|\||&&|&>>?|&|;;|;|\d?>>|\d?>&\d|\d?>\|?|<<<|<<-?|<)/;
const variable = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[-=?+][^}]*)?\})/;

class Lexer {
  private at = 0;
  private readonly found: ShellTokens = { tokens: [], substitutions: [], warnings: [] };
  private word: ShellWord | undefined;
  private heredocs: { end: string; quoted: boolean; indented: boolean }[] = [];
  private open: { what: string; at: number } | undefined;

  constructor(private readonly text: string) {}

  read(): Result<ShellTokens> {
    while (this.at < this.text.length && !this.open) this.step();
    if (this.open) {
      const line = this.text.slice(0, this.open.at).split('\n').length;
      return refuse(
        `the ${this.open.what} in line ${line} of the command is not closed`,
        'Paste the whole command, and see that its quotes come in pairs.',
      );
    }
    this.endWord();
    return ok(this.found);
  }

  private step(): void {
    const char = this.text[this.at] ?? '';
    if (char === '\n') this.brokenContinuation() || this.lineEnd();
    else if (char === ' ' || char === '\t' || char === '\r') {
      this.endWord();
      this.at++;
    } else if (char === '\\') this.backslash();
    else if (char === "'") this.singleQuoted();
    else if (char === '"') this.doubleQuoted();
    else if (this.text.startsWith("$'", this.at)) this.ansiQuoted();
    else if (char === '$' || char === '`') this.add(this.expansion());
    else if (char === '#' && !this.word) this.at = this.endOfLine();
    else if (!this.operator()) {
      this.add(char);
      this.at++;
    }
  }

  private add(text: string, quoted = false): void {
    this.word ??= { text: '', quoted: false };
    this.word.text += text;
    this.word.quoted ||= quoted;
  }

  private endWord(): void {
    const { word } = this;
    this.word = undefined;
    if (!word) return;
    const before = this.found.tokens.at(-1);
    const heredoc = before?.kind === 'operator' && /^<<-?$/.test(before.text);
    if (!heredoc) this.found.tokens.push({ kind: 'word', ...word });
    else {
      this.found.tokens.pop();
      this.heredocs.push({ end: word.text, quoted: word.quoted, indented: before.text === '<<-' });
    }
  }

  private lineEnd(): void {
    this.endWord();
    this.at++;
    for (const { end, quoted, indented } of this.heredocs.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        const stop = this.endOfLine();
        const line = indented ? this.text.slice(this.at, stop).replace(/^\t+/, '') : this.text.slice(this.at, stop);
        const last = this.at >= this.text.length;
        this.at = Math.min(stop + 1, this.text.length);
        if (last || line === end) break;
        lines.push(quoted ? line : this.expandLine(line));
      }
      this.found.tokens.push({ kind: 'heredoc', text: lines.map((line) => `${line}\n`).join('') });
    }
    this.found.tokens.push({ kind: 'operator', text: '\n' });
  }

  /**
   * A line's end before a line that can only go on with the command, as `-H …` or a URL in quotes: a paste has lost the
   * backslash, and a shell would have run half of it.
   */
  private brokenContinuation(): boolean {
    const before = this.found.tokens.at(-1);
    const inCommand = this.word !== undefined || before?.kind === 'word';
    if (!inCommand || this.heredocs.length > 0) return false;
    if (!/^\n[ \t]*(?:--?[A-Za-z]|['"]?https?:\/\/)/.test(this.text.slice(this.at, this.at + 200))) return false;
    this.endWord();
    this.at++;
    this.joined();
    return true;
  }

  private joined(): void {
    const warning =
      'Lines of the command were joined where the backslash at the end was missing, or not the last character.';
    if (!this.found.warnings.includes(warning)) this.found.warnings.push(warning);
  }

  private expandLine(line: string): string {
    return line.replace(/\\([\\$`])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (_whole, escaped, name, braced) =>
      escaped ? String(escaped) : envMark(String(name ?? braced)),
    );
  }

  private endOfLine(): number {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  private backslash(): void {
    // Behind a backslash, spaces and a comment are meant as nothing.
    const end = /^\\[ \t]+(?:#[^\n]*)?\r?(?:\n|$)/.exec(this.text.slice(this.at))?.[0];
    if (end !== undefined && !this.word) {
      this.at += end.length;
      this.joined();
      return;
    }
    const next = /^\\(\r?\n|[\s\S]|$)/.exec(this.text.slice(this.at, this.at + 3))?.[1] ?? '';
    this.at += 1 + next.length;
    if (!next.endsWith('\n')) this.add(next, true);
  }

  private singleQuoted(): void {
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) this.open = { what: 'single quote', at: this.at };
    this.add(this.text.slice(this.at + 1, end), true);
    this.at = end + 1;
  }

  private ansiQuoted(): void {
    const from = this.at;
    this.add('', true);
    this.at += 2;
    while (this.at < this.text.length && this.text[this.at] !== "'") {
      const { text, length } = ansiEscape(this.text, this.at);
      this.add(text, true);
      this.at += length;
    }
    if (this.at >= this.text.length) this.open = { what: "quote $'", at: from };
    this.at++;
  }

  private doubleQuoted(): void {
    const from = this.at++;
    this.add('', true);
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const char = this.text[this.at] ?? '';
      const escaped = char === '\\' ? /^\\(\r?\n|[$`"\\])/.exec(this.text.slice(this.at, this.at + 3))?.[1] : undefined;
      if (escaped !== undefined) {
        this.at += 1 + escaped.length;
        if (!escaped.endsWith('\n')) this.add(escaped, true);
      } else if (char === '$' || char === '`') this.add(this.expansion(), true);
      else {
        this.add(char, true);
        this.at++;
      }
    }
    if (this.at >= this.text.length) this.open ??= { what: 'double quote', at: from };
    this.at++;
  }

  /** What stands for the variable or substitution that begins here; the `$` itself when none does. */
  private expansion(): string {
    const { text, at } = this;
    if (text.startsWith('$(', at) && !text.startsWith('$((', at))
      return this.substitution(at + 2, closingParenthesis(text, at + 1));
    if (text.startsWith('`', at)) return this.substitution(at + 1, text.indexOf('`', at + 1));
    const [whole, name, braced] = variable.exec(text.slice(at, at + 300)) ?? [];
    this.at += whole?.length ?? 1;
    return whole === undefined ? '$' : envMark(name ?? braced ?? '');
  }

  /** @param from offset of what is run; @param end offset of what closes it, -1 when nothing does. */
  private substitution(from: number, end: number): string {
    if (end < 0) {
      this.open = { what: 'command substitution', at: this.at };
      this.at = this.text.length;
      return '';
    }
    const index = this.found.substitutions.push(this.text.slice(from, end)) - 1;
    this.word ??= { text: '', quoted: false };
    this.word.substitutions ??= [];
    this.word.substitutions.push(index);
    this.at = end + 1;
    return envMark(substitutionVariable(index));
  }

  /** Reads an operator; false when the character is part of a word. */
  private operator(): boolean {
    const rest = this.text.slice(this.at, this.at + 80);
    const [found] = operator.exec(rest) ?? [];
    if (found === undefined || (/^\d/.test(found) && this.word)) return false;
    const meant = /^<[A-Za-z][\w '-]*>(?=$|[\s"'/,;])/.exec(rest)?.[0];
    if (meant !== undefined) {
      this.add(meant);
      this.at += meant.length;
      return true;
    }
    if (found === '&' && /^https?:/.test(this.word?.text ?? '') && /^&[\w.%-]+=/.test(rest)) {
      this.found.warnings.push(
        'The URL has no quotes: a shell would have ended the command at its &. It was taken as a whole.',
      );
      return false;
    }
    if (found === ';' && this.word && /^;(type|filename)=/.test(rest)) {
      this.found.warnings.push(
        'A form field has no quotes: a shell would have ended the command at its ;. It was taken as a whole.',
      );
      return false;
    }
    this.endWord();
    this.found.tokens.push({ kind: 'operator', text: found });
    this.at += found.length;
    return true;
  }
}
