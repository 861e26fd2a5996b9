import { closingQuote, notPlain, plainValue, unescaped, withoutSpaces } from './plain-scalars';
import type { PlainPlaces } from './plain-yaml';

const deepest = 20;
const keyPattern = /([A-Za-z_][\w.-]*): +/y;
/** No quotation mark, bracket or sign of YAML at its beginning, and nothing in it that ends it. */
const plainPattern = /(?:[^\s,[\]{}#&*!|>'"%@`?:-]|-(?=[^\s,[\]{}]))[^,[\]{}]*/y;
const unsure = /: |:$| #/;
const reservedKeys = /^(?:null|true|false|__proto__)$/i;

/**
 * Reads a flow mapping or list that stands on one line, such as `{ check: contains, value: done }`.
 * @param line where it stands, told to `places`.
 * @throws NotPlain when the parser proper must read it.
 */
export function readFlow(text: string, line: number, places: PlainPlaces | undefined): unknown {
  const reader = new FlowReader(text, line, places);
  const value = reader.value(0);
  if (!/^(?: *| +#.*)$/.test(text.slice(reader.at))) throw notPlain;
  return value;
}

class FlowReader {
  at = 0;

  constructor(
    private readonly text: string,
    private readonly line: number,
    private readonly places: PlainPlaces | undefined,
  ) {}

  value(depth: number): unknown {
    if (depth > deepest) throw notPlain;
    const sign = this.text[this.at];
    if (sign === '{') return this.mapping(depth);
    if (sign === '[') return this.list(depth);
    return sign === '"' || sign === "'" ? this.quoted(sign) : this.plain();
  }

  private mapping(depth: number): Record<string, unknown> {
    const mapping: Record<string, unknown> = {};
    const entries: Record<string, number> = {};
    this.places?.set(mapping, { line: this.line, entries });
    this.eachUntil('}', () => {
      const name = this.take(keyPattern)[1] ?? '';
      if (reservedKeys.test(name) || Object.hasOwn(mapping, name)) throw notPlain;
      entries[name] = this.line;
      mapping[name] = this.value(depth + 1);
    });
    return mapping;
  }

  private list(depth: number): unknown[] {
    const list: unknown[] = [];
    const entries: number[] = [];
    this.places?.set(list, { line: this.line, entries });
    this.eachUntil(']', () => {
      entries.push(this.line);
      list.push(this.value(depth + 1));
    });
    return list;
  }

  private eachUntil(end: string, readOne: () => void): void {
    this.at++;
    this.passSpaces();
    while (this.text[this.at] !== end) {
      readOne();
      this.passSpaces();
      if (this.text[this.at] === end) break;
      if (this.text[this.at] !== ',') throw notPlain;
      this.at++;
      this.passSpaces();
      if (this.text[this.at] === end) throw notPlain; // a comma too many
    }
    this.at++;
  }

  private quoted(quote: string): string {
    const end = closingQuote(this.text, quote, this.at + 1);
    if (end < 0) throw notPlain;
    const inner = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return quote === "'" ? inner.replaceAll("''", "'") : unescaped(inner);
  }

  private plain(): unknown {
    const written = withoutSpaces(this.take(plainPattern)[0]);
    if (unsure.test(written)) throw notPlain;
    return plainValue(written);
  }

  private passSpaces(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  private take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) throw notPlain;
    this.at = pattern.lastIndex;
    return match;
  }
}
