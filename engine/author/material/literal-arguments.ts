import { parse } from 'yaml';

/** The arguments between the parenthesis at `from` and the one that closes it, split at commas; undefined when none does. */
export function argumentsAt(text: string, from: number): string[] | undefined {
  const found: string[] = [];
  let [depth, quote, start] = [0, '', from + 1];
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (/["'`]/.test(char)) quote = char;
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) {
      depth--;
      if (depth === 0) {
        const last = text.slice(start, at).trim();
        return last === '' ? found : [...found, last];
      }
    } else if (char === ',' && depth === 1) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return undefined;
}

/** The literal that begins an expression at `from`: a text, a mapping or a list; undefined when something else does. */
export function literalAt(text: string, from: number): string | undefined {
  const rest = text.slice(from);
  if (/^[[{]/.test(rest)) {
    // As if it were an argument: what closes it is found the same way.
    let depth = 0;
    for (const { 0: part, index } of rest.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[\]{}]/gs)) {
      if (/^[[{]$/.test(part)) depth++;
      else if (/^[\]}]$/.test(part) && --depth === 0) return rest.slice(0, index + 1);
    }
    return undefined;
  }
  return /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/s.exec(rest)?.[0];
}

/** The value of a literal of Python or JavaScript without computed parts; undefined when it is none. */
export function literalValue(code: string): { value: unknown } | undefined {
  const plain = code
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:True|False|None|undefined)\b|#[^\n]*/gs, (part) => {
      if (part.startsWith('#')) return '';
      if (part.startsWith("'")) return JSON.stringify(unquoted(part));
      return { True: 'true', False: 'false', None: 'null', undefined: 'null' }[part] ?? part;
    })
    .replaceAll('\t', ' ');
  try {
    return { value: JSON.parse(plain.replace(/,(\s*[}\]])/g, '$1')) };
  } catch {
    // Names without quotes, as JavaScript has them; a bare word as a value is a variable of the program, and no literal.
    const words = plain.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
    if (!/^\s*[[{]/.test(plain) || /[{:,[]\s*(?!true\b|false\b|null\b)[A-Za-z_$][\w$.]*\s*[,}\]([+.]/.test(words))
      return undefined;
    try {
      return { value: parse(plain) };
    } catch {
      return undefined;
    }
  }
}

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_whole, code: string) =>
      code.length > 1
        ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
        : ({ n: '\n', t: '\t', r: '\r', '\n': '' }[code] ?? code),
    );
}
