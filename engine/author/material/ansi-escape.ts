const letters: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/**
 * One character, or one escape, of a `$'…'` text at the offset: what it stands for and how long it is written.
 * `\u` escapes of a surrogate pair, as browsers copy them, become one character.
 */
export function ansiEscape(text: string, at: number): { text: string; length: number } {
  const rest = text.slice(at, at + 12);
  if (!rest.startsWith('\\')) return { text: rest.slice(0, 1), length: 1 };
  const hex = /^\\(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|x([0-9A-Fa-f]{1,2}))/.exec(rest);
  if (hex) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16);
    return { text: code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code), length: hex[0].length };
  }
  const octal = /^\\([0-7]{1,3})/.exec(rest);
  if (octal) return { text: String.fromCharCode(Number.parseInt(octal[1] ?? '', 8) & 0xff), length: octal[0].length };
  const control = /^\\c(.)/.exec(rest);
  if (control) return { text: String.fromCharCode((control[1] ?? '').charCodeAt(0) & 0x1f), length: 3 };
  const next = rest.slice(1, 2);
  if (next === '\\' || next === "'" || next === '"' || next === '?') return { text: next, length: 2 };
  return { text: letters[next] ?? `\\${next}`, length: 2 };
}
