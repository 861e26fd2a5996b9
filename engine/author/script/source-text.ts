/**
 * Characters that a reviewer cannot see or that end a line: controls, format characters (bidirectional overrides among
 * them), line and paragraph separators, lone surrogates, unassigned ones.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;
const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnseen(char: string): string {
  const named = namedEscapes[char];
  if (named !== undefined) return named;
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A JavaScript string literal in single quotes that means exactly this text, and shows all that is in it. */
export function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(unseen, escapeUnseen)}'`;
}

/** A literal part of a template literal. */
export function templatePart(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replace(unseen, escapeUnseen);
}

/**
 * Text for a line comment: it cannot end the line, and is cut at `longest` characters. An opening of a block comment or
 * the end of one cannot confuse readers either.
 */
export function commentText(text: string, longest = 90): string {
  const line = text.replace(/\s+/g, ' ').replace(unseen, escapeUnseen).replaceAll('*/', '*\\/').trim();
  const chars = [...line];
  return chars.length > longest ? `${chars.slice(0, longest).join('')}…` : line;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A key of an object literal. */
export function objectKey(name: string): string {
  if (name === '__proto__') return `['__proto__']`; // a plain key of that name would set the prototype
  return identifier.test(name) ? name : quote(name);
}

/** Access to a property that is there: `process.env.TOKEN`. */
export function property(root: string, name: string): string {
  return identifier.test(name) ? `${root}.${name}` : `${root}[${quote(name)}]`;
}

/** Longest line that an object or a list is written on. */
const lineWidth = 100;

/**
 * An object or list literal: on one line when it fits, else one item a line.
 * @param indent spaces before the line that it starts on.
 * @param before how much else stands before it on its first line.
 */
export function bracketed(open: string, items: readonly string[], close: string, indent: number, before = 0): string {
  if (items.length === 0) return `${open}${close}`;
  const padding = open === '{' ? ' ' : '';
  const flat = `${open}${padding}${items.join(', ')}${padding}${close}`;
  if (!flat.includes('\n') && indent + before + flat.length <= lineWidth) return flat;
  const inner = ' '.repeat(indent + 2);
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${' '.repeat(indent)}${close}`;
}

/** A chain of calls: on one line when it fits, else one call a line. */
export function chained(root: string, calls: readonly string[], indent: number): string {
  const flat = `${root}${calls.join('')}`;
  if (indent + flat.length <= lineWidth || calls.length < 2) return flat;
  return `${root}${calls.map((call) => `\n${' '.repeat(indent + 2)}${call}`).join('')}`;
}
