/** Thrown where a text needs the parser proper. One object for all: a stack trace for each would cost more than the reading. */
export class NotPlain extends Error {}

export const notPlain = new NotPlain();

/**
 * Where a quoted scalar ends in a line; -1 when it goes on. A pattern that repeats a choice exhausts the stack on a text of
 * megabytes.
 */
export function closingQuote(line: string, quote: string, from: number): number {
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
export function withoutSpaces(line: string): string {
  let [start, end] = [0, line.length];
  while (line[start] === ' ') start++;
  while (end > start && line[end - 1] === ' ') end--;
  return line.slice(start, end);
}

/** Lines of one scalar become one: a line end is a space, an empty line a line end. */
export function folded(lines: string[]): string {
  return lines.reduce((text, line, index) => {
    if (index === 0) return line;
    if (line === '') return `${text}\n`;
    return lines[index - 1] === '' ? text + line : `${text} ${line}`;
  }, '');
}

/** The same in a block text, where lines that are indented further keep their ends. */
export function foldedBlock(lines: string[]): string {
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

/** What a double-quoted scalar means, its quotes taken off. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  // Escapes that JSON has, too; `\/` YAML has as well.
  if (/\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.replaceAll('\\\\', ''))) throw notPlain;
  return text.replace(/\\(?:u(....)|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined
      ? ({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The value of a plain scalar of one line. */
export function plainValue(text: string): unknown {
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
