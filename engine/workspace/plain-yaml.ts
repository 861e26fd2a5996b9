/**
 * Reads the YAML that our own records are written in: block mappings and lists, scalars, block texts. The parser proper takes
 * a millisecond for a verdict and half a second for the `run.yaml` of a thousand scenarios, since it keeps a node with its
 * place for everything; this keeps values alone. Whatever is not surely understood (flow collections, anchors, tags, tabs,
 * comments behind a value, a key that stands twice, anything torn) is left to that parser.
 * @returns undefined when the text must be read by the parser proper.
 */
export function readPlainYaml(text: string): Record<string, unknown> | undefined {
  if (!text.endsWith('\n') || /[\t\r\uFEFF\u0085\u2028\u2029]/.test(text)) return undefined;
  try {
    return new PlainReader(text.slice(0, -1).split('\n')).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class NotPlain extends Error {}

/** One object for all: a stack trace for each would cost more than the reading. */
const notPlain = new NotPlain();

/** Deeper than any record; the parser proper has a limit of its own, with a message. */
const deepest = 40;
const entryPattern = /^([A-Za-z_][\w.#/-]*|"[^"\\]*"|'[^']*'):(?: +(.*))?$/;
const reservedKeys = /^(?:null|true|false|__proto__)$/i;
const emptyLine = /^ *$/;
const comment = /^ *#/;

class PlainReader {
  private at = 0;
  /** The next line that is not empty, as far as it was looked for: thousands of empty ones are passed once. */
  private filled = 0;

  constructor(private readonly lines: string[]) {}

  document(): Record<string, unknown> {
    if (this.nextIndent() !== 0) throw notPlain;
    const value = this.mapping(0, 0);
    this.nextIndent();
    if (this.at < this.lines.length) throw notPlain;
    return value;
  }

  /** Passes empty lines and comments. @returns the indentation of the next line; -1 at the end. */
  private nextIndent(): number {
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? '';
      if (!emptyLine.test(line) && !comment.test(line)) return line.search(/[^ ]/);
    }
    return -1;
  }

  private mapping(indent: number, depth: number): Record<string, unknown> {
    if (depth > deepest) throw notPlain;
    const entries: Record<string, unknown> = {};
    for (let next = indent; next === indent; next = this.nextIndent()) {
      const [, written = '', rest = ''] = entryPattern.exec((this.lines[this.at] ?? '').slice(indent)) ?? [];
      const key = /^["']/.test(written) ? written.slice(1, -1) : written;
      if (key === '' || reservedKeys.test(key) || Object.hasOwn(entries, key)) throw notPlain;
      this.at++;
      entries[key] = emptyLine.test(rest) ? this.below(indent, depth) : this.scalar(rest, indent);
    }
    if (this.nextIndent() > indent) throw notPlain;
    return entries;
  }

  /** What stands in the lines under a key; a list may stand as far to the left as its key. */
  private below(indent: number, depth: number): unknown {
    const next = this.nextIndent();
    const isItem = /^ *- /.test(this.lines[this.at] ?? '');
    if (next < indent || (next === indent && !isItem)) return null;
    if (isItem) return this.list(next, depth + 1);
    if (!entryPattern.test((this.lines[this.at] ?? '').slice(next))) throw notPlain;
    return this.mapping(next, depth + 1);
  }

  private list(indent: number, depth: number): unknown[] {
    if (depth > deepest) throw notPlain;
    const items: unknown[] = [];
    for (let next = indent; next === indent; next = this.nextIndent()) {
      const line = this.lines[this.at] ?? '';
      const [, gap = '', content = ''] = /^-( +)(.*)$/.exec(line.slice(indent)) ?? [];
      if (content === '') {
        if (/^ *-/.test(line) || items.length === 0) throw notPlain;
        break; // the next key of the mapping around it
      }
      const inner = indent + 1 + gap.length;
      if (/^- /.test(content) || entryPattern.test(content)) {
        this.lines[this.at] = ' '.repeat(inner) + content;
        items.push(content.startsWith('- ') ? this.list(inner, depth + 1) : this.mapping(inner, depth + 1));
      } else {
        this.at++;
        items.push(this.scalar(content, indent));
      }
    }
    if (this.nextIndent() > indent) throw notPlain;
    return items;
  }

  /** @param indent of the mapping or list that it is in: its further lines stand deeper. */
  private scalar(written: string, indent: number): unknown {
    const first = withoutSpaces(written);
    const [, style, chomping = ''] = /^([|>])([+-]?)$/.exec(first) ?? [];
    if (style !== undefined) return this.blockText(style === '>', chomping, indent);
    if (first === '[]' || first === '{}') {
      this.refuseMore(indent);
      return first === '[]' ? [] : {};
    }
    const quote = first.startsWith('"') ? '"' : first.startsWith("'") ? "'" : undefined;
    return quote === undefined ? this.plain(first, indent) : this.quoted(first, quote, indent);
  }

  private plain(first: string, indent: number): unknown {
    if (/^(?:[[\]{},&*!|>%@`"'#]|[-?:](?: |$))/.test(first)) throw notPlain;
    const lines = [first];
    for (; this.continues(indent); this.at++) lines.push(withoutSpaces(this.lines[this.at] ?? ''));
    while (lines.at(-1) === '') lines.pop();
    for (const line of lines) if (/: |:$| #/.test(line) || line.startsWith('#')) throw notPlain;
    return lines.length > 1 ? folded(lines) : plainValue(first);
  }

  private quoted(first: string, quote: string, indent: number): string {
    const lines = [first];
    let line = first;
    let end = closingQuote(first, quote, 1);
    for (; end < 0; end = closingQuote(line, quote, 0)) {
      // A line end that does not count, behind a backslash, is for the parser.
      if (!this.continues(indent) || (quote === '"' && line.endsWith('\\'))) throw notPlain;
      line = withoutSpaces(this.lines[this.at++] ?? '');
      lines.push(line);
    }
    if (end < line.length - 1) throw notPlain;
    this.refuseMore(indent);
    const inner = folded(lines).slice(1, -1);
    return quote === "'" ? inner.replaceAll("''", "'") : unescaped(inner);
  }

  private blockText(folds: boolean, chomping: string, indent: number): string {
    const lines: string[] = [];
    let margin = 0;
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? '';
      if (emptyLine.test(line)) {
        if (line.length > 0 && (margin === 0 || line.length > margin)) throw notPlain;
        lines.push('');
        continue;
      }
      const own = line.search(/[^ ]/);
      if (margin === 0) {
        if (own <= indent) break;
        margin = own;
      }
      if (own < margin) break;
      lines.push(line.slice(margin));
    }
    let last = lines.length;
    while (last > 0 && lines[last - 1] === '') last--;
    if (last === 0) throw notPlain;
    const body = folds ? foldedBlock(lines.slice(0, last)) : lines.slice(0, last).join('\n');
    return body + (chomping === '-' ? '' : chomping === '+' ? '\n'.repeat(lines.length - last + 1) : '\n');
  }

  /** Whether the next line goes on with the scalar that was begun; empty lines do when something follows them. */
  private continues(indent: number): boolean {
    this.filled = Math.max(this.filled, this.at);
    while (this.filled < this.lines.length && emptyLine.test(this.lines[this.filled] ?? '')) this.filled++;
    return (this.lines[this.filled] ?? '').search(/[^ ]/) > indent;
  }

  private refuseMore(indent: number): void {
    if (this.continues(indent)) throw notPlain;
  }
}

/**
 * Where a quoted scalar ends in a line; -1 when it goes on. A pattern that repeats a choice exhausts the stack on a text of
 * megabytes.
 */
function closingQuote(line: string, quote: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const letter = line[at];
    if (quote === '"' && letter === '\\') at++;
    else if (letter !== quote) continue;
    else if (quote === "'" && line[at + 1] === "'") at++;
    else return at;
  }
  return -1;
}

/** Without the spaces around it. What else JavaScript trims (no-break spaces, form feeds) is text in YAML. */
function withoutSpaces(line: string): string {
  let [start, end] = [0, line.length];
  while (line[start] === ' ') start++;
  while (end > start && line[end - 1] === ' ') end--;
  return line.slice(start, end);
}

/** Lines of one scalar become one: a line end is a space, an empty line a line end. */
function folded(lines: string[]): string {
  return lines.reduce((text, line, index) => {
    if (index === 0) return line;
    if (line === '') return `${text}\n`;
    return lines[index - 1] === '' ? text + line : `${text} ${line}`;
  }, '');
}

/** The same in a block text, where lines that are indented further keep their ends. */
function foldedBlock(lines: string[]): string {
  let text = '';
  let empty = 0;
  let before: string | undefined;
  for (const line of lines) {
    if (line === '') {
      empty++;
      continue;
    }
    const kept = line.startsWith(' ') || (before?.startsWith(' ') ?? false);
    if (before === undefined) text = '\n'.repeat(empty) + line;
    else if (empty === 0) text += (kept ? '\n' : ' ') + line;
    else text += '\n'.repeat(empty + (kept ? 1 : 0)) + line;
    before = line;
    empty = 0;
  }
  return text;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  // Escapes that JSON has, too; `\/` YAML has as well.
  if (/\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.replaceAll('\\\\', ''))) throw notPlain;
  return text.replace(/\\(?:u(....)|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined
      ? ({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function plainValue(text: string): unknown {
  if (/^[-+.\d]/.test(text)) {
    if (/^[-+]?(?:\d+|\d+\.\d*|\.\d+)$/.test(text)) return Number(text);
    if (/^(?:0o|0x|[-+]?\.(?:inf|nan))/i.test(text) || /^[-+]?[\d.]+e/i.test(text)) throw notPlain;
    return text;
  }
  if (/^(?:null|Null|NULL|~)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return text;
}
