import type { TextRange } from '../../../schemas/problem';

/** A word of a command as it is written; `text` is without its outer quotes. */
export interface ShellWord extends TextRange {
  text: string;
  quoted: boolean;
}

/** What stands between a command and the next one. */
export type ShellOperator = '&&' | '||' | '|' | '|&' | '&' | ';';

/** One simple command of a shell text. */
export interface ShellCommand extends TextRange {
  words: ShellWord[];
  /** What follows it; `;` for the end of a line or of the text, too. */
  next: ShellOperator;
  /** True within `$(…)` or backquotes: what it prints is used, and its exit code is somebody else's. */
  substituted: boolean;
}

/** Reads the simple commands of a shell text, in the order in which they end. Comments and here-documents are left out. */
export function readShell(text: string, offset = 0): ShellCommand[] {
  return new ShellReader(text, offset).read();
}

interface Level {
  words: ShellWord[];
  closing: ')' | '`' | undefined;
  /** The word of the level above in which this one stands, and how that goes on. */
  word: { start: number; quoted: boolean } | undefined;
  inDouble: boolean;
}

const operators: readonly ShellOperator[] = ['&&', '||', '|&', '|', ';', '&'];

class ShellReader {
  private readonly commands: ShellCommand[] = [];
  private readonly levels: Level[] = [{ words: [], closing: undefined, word: undefined, inDouble: false }];
  private at = 0;
  private start: number | undefined;
  private quoted = false;
  private inDouble = false;
  private readonly hereEnds: string[] = [];

  constructor(
    private readonly text: string,
    private readonly offset: number,
  ) {}

  read(): ShellCommand[] {
    while (this.at < this.text.length) this.step();
    while (this.levels.length > 1) this.leave();
    this.endCommand(';');
    return this.commands;
  }

  private step(): void {
    const { text, at } = this;
    const char = text.charAt(at);
    if (text.startsWith('${{', at))
      this.skipTo('}}'); // filled in before a shell sees it
    else if (char === '\\') this.takeEscape();
    else if (text.startsWith('$(', at)) this.enter(')', 2);
    else if (char === '`' && this.level.closing !== '`') this.enter('`', 1);
    else if (this.inDouble) {
      if (char === '"') this.inDouble = false;
      this.at++;
    } else if (char === this.level.closing) this.leave();
    else this.stepUnquoted(char);
  }

  private stepUnquoted(char: string): void {
    const { text, at } = this;
    if (text.startsWith('<<', at) && !text.startsWith('<<<', at)) this.noteHereDocument();
    const operator = operators.find((one) => text.startsWith(one, at));
    if (char === "'") this.skipTo("'", true);
    else if (char === '#' && this.start === undefined) this.skipLine();
    else if (char === '\n') this.endLine();
    else if (operator && !this.isRedirection(operator)) this.endCommand(operator, operator.length);
    else if (char === '(' || char === ')') this.endCommand(';', 1);
    else {
      if (/\s/.test(char)) this.endWord();
      else this.beginWord(char === '"');
      this.inDouble = char === '"';
      this.at++;
    }
  }

  /** `2>&1`, `&>file`, `>|file`: signs that join nothing. */
  private isRedirection(operator: ShellOperator): boolean {
    const before = this.text.charAt(this.at - 1);
    const after = this.text.charAt(this.at + 1);
    return (operator === '&' && (/[<>]/.test(before) || after === '>')) || (operator === '|' && before === '>');
  }

  private get level(): Level {
    const level = this.levels.at(-1);
    if (!level) throw new Error('a shell text has lost its outermost level');
    return level;
  }

  private beginWord(quoted: boolean): void {
    if (this.start === undefined) {
      this.start = this.at;
      this.quoted = quoted;
    }
  }

  private endWord(): void {
    if (this.start === undefined) return;
    const raw = this.text.slice(this.start, this.at);
    const text = /^(['"])[\s\S]*\1$/.test(raw) ? raw.slice(1, -1) : raw;
    const range = { start: this.offset + this.start, end: this.offset + this.at };
    this.level.words.push({ ...range, text, quoted: this.quoted });
    this.start = undefined;
  }

  private endCommand(next: ShellOperator, length = 0): void {
    this.endWord();
    const { words } = this.level;
    const [first, last] = [words[0], words.at(-1)];
    if (first && last) {
      const substituted = this.levels.length > 1;
      this.commands.push({ words: [...words], start: first.start, end: last.end, next, substituted });
      words.length = 0;
    }
    this.at += length;
  }

  private endLine(): void {
    this.endCommand(';', 1);
    for (const end of this.hereEnds.splice(0)) {
      const found = new RegExp(`^[ \\t]*${end}[ \\t]*$`, 'm').exec(this.text.slice(this.at));
      this.at = found ? this.at + found.index + found[0].length : this.text.length;
    }
  }

  private enter(closing: ')' | '`', length: number): void {
    this.beginWord(false);
    const word = { start: this.start ?? this.at, quoted: this.quoted };
    this.levels.push({ words: [], closing, word, inDouble: this.inDouble });
    this.start = undefined;
    this.inDouble = false;
    this.at += length;
  }

  private leave(): void {
    this.endCommand(';');
    const left = this.levels.pop();
    this.start = left?.word?.start;
    this.quoted = left?.word?.quoted ?? false;
    this.inDouble = left?.inDouble ?? false;
    if (this.at < this.text.length) this.at++;
  }

  private takeEscape(): void {
    const lineEnd = /^\\\r?\n/.exec(this.text.slice(this.at, this.at + 3))?.[0];
    if (lineEnd && !this.inDouble) this.endWord();
    else this.beginWord(false);
    this.at = Math.min(this.at + (lineEnd?.length ?? 2), this.text.length);
  }

  private skipTo(end: string, quoted = false): void {
    this.beginWord(quoted);
    const found = this.text.indexOf(end, this.at + 1);
    this.at = found === -1 ? this.text.length : found + end.length;
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private noteHereDocument(): void {
    const end = /^<<-?\s*(['"]?)(\w+)\1/.exec(this.text.slice(this.at, this.at + 80))?.[2];
    if (end) this.hereEnds.push(end);
  }
}
