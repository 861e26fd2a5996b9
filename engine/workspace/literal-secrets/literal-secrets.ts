import { isDoubtfulName, isSecretName, isUuid, knownTokensIn } from './credentials';
import { isHandleCollection } from './field-names';
import { isPlaceholder } from './placeholders';
import { isOpenHeader, isOpenName, looksRandomDecoded, looksUnguessable } from './unguessable';

/** A literal credential in a script: 1-based line and column (UTF-16 units), and what it is, without its value. */
export interface LiteralSecret {
  line: number;
  column: number;
  what: string;
}

/** A name, then what gives it a value, then a text without spaces: `apiKey: '…'`, `TOKEN = "…"`, `env.KEY ?? '…'`. */
const assigned =
  /([A-Za-z_$][\w$-]{1,50})(['"`]?\]?)(\s*(?:[:=]|\?\?=?|\|\|=?|,)\s*)(['"`])((?:(?!\4)[^\\\s]|\\.){6,400})\4/g;
/** `api_key=…` in the query of a URL. */
const inQuery = /[?&]([A-Za-z_][\w-]{1,40})=([^&\s'"`#<>]{8,})/g;
/** The path of a URL, up to its query. */
const inPath = /\b(?:https?|wss?):\/\/[^\s/'"`<>?#]+(\/[^\s'"`<>?#]{20,400})/g;
/** A text that is an element of a list, or a word of a command line: an argument of a program. */
const argument = /([[,]\s*)(['"])([\w+/=.~:-]{16,200})\2(?=\s*[,\]])/g;
/** JSON within a text: `"{\"api_key\":\"…\"}"`. */
const inner = /\\"([A-Za-z_][\w-]{1,50})\\"\s*:\s*\\"((?:[^"\\\s]){6,400})\\"/g;
/** `--auth=…`, `-k …` in a command line. */
const option = /(^|[\s'"`])(-{1,2}[A-Za-z][\w-]{0,30})(=|\s+)([\w+/=.~:-]{16,200})(?=$|[\s'"`])/gm;
const scheme = /\b(Bearer|Basic)\s+([\w+/=.~-]{8,})/g;
const userInfo = /\b[a-z][a-z0-9+]*:\/\/[^\s/:@'"`$<>{}]+:([^\s/@'"`$<>{}]{3,})@/gi;

/**
 * Literal credentials in the text of a script, in order (behaviour §13): such a script is not written, `rook check` reports
 * it. Tokens of known form; values of key-like names; authorization with its value; passwords in URLs. What is read from
 * the environment is none, nor are UUIDs, short values, and what stands for a value (`your-key-here`).
 */
export function literalSecretsIn(text: string): LiteralSecret[] {
  const found = new Map<number, string>(); // what is found by its form and by its name stands at one offset
  const add = (index: number, what: string): void => {
    if (!found.has(index)) found.set(index, what);
  };
  for (const { index, what } of knownTokensIn(text)) add(index, what);
  for (const match of text.matchAll(assigned)) {
    const [, name = '', bracket = '', operator = '', quote = '', value = ''] = match;
    if (operator.trim() === ',' && bracket === '') continue; // only ['name', 'value'] and set('name', 'value')
    const start = match.index + name.length + bracket.length + operator.length + quote.length;
    if (isSecretName(name) ? isLiteral(value, name) : isRandomValue(value, name))
      add(start, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(inQuery)) {
    const [whole, name = '', value = ''] = match;
    const random = isSecretName(name) || isDoubtfulName(name) ? looksRandomDecoded(value) : isRandomValue(value, name);
    if (random) add(match.index + whole.length - value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(inPath)) {
    const [whole, path = ''] = match;
    let at = match.index + whole.length - path.length;
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      const collection = isHandleCollection(segments[index - 1] ?? '');
      if (!collection && looksUnguessable(segment, 20)) add(at, 'a literal credential in the path of a URL');
      at += segment.length + 1;
    }
  }
  for (const match of text.matchAll(inner)) {
    const [whole, name = '', value = ''] = match;
    if (isSecretName(name) ? isLiteral(value, name) : isRandomValue(value, name))
      add(match.index + whole.length - value.length - 2, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(argument)) {
    const [, before = '', quote = '', value = ''] = match;
    if (isMixed(value) && looksUnguessable(value))
      add(match.index + before.length + quote.length, 'a literal argument');
  }
  for (const match of text.matchAll(option)) {
    const [whole, , name = '', , value = ''] = match;
    if (isMixed(value) && isRandomValue(value, name.replace(/^-+/, '')))
      add(match.index + whole.length - value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(scheme)) {
    const [whole, kind = '', value = ''] = match;
    const credential = kind === 'Basic' ? isBasic(value) : isLiteral(value, 'token');
    if (credential) add(match.index + whole.length - value.length, `a literal ${kind} authorization`);
  }
  for (const match of text.matchAll(userInfo)) {
    const [, password = ''] = match;
    if (!isPlaceholder(password) && !/^(pass|passwd|password|pwd|secret)$/i.test(password))
      add(match.index, 'a URL with a password');
  }
  return placed(
    text,
    [...found].sort(([a], [b]) => a - b),
  );
}

/** Whether a value looks unguessable where its name does not say that it is something else. */
function isRandomValue(value: string, name: string): boolean {
  return !isOpenName(name) && !isOpenHeader(name) && looksUnguessable(value);
}

/** Capitals, small letters and digits: hashes and names have no more than two of them. */
function isMixed(value: string): boolean {
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
}

/** Whether a text is a value, and not the name of one, a placeholder, a path or a template. */
function isLiteral(value: string, name: string): boolean {
  if (
    value.includes('${') ||
    isPlaceholder(value) ||
    isUuid(value) ||
    /^(https?:|\.{0,2}\/|[A-Z][A-Z0-9_]*$)/.test(value)
  )
    return false;
  if (/\d/.test(value) && value.length >= 8) return /[A-Za-z]/.test(value) || value.length >= 16;
  // Letters alone are a word, unless it is a password: `token: 'access_token'`.
  return (
    /pass|pwd/i.test(name) &&
    !/pass|pwd|secret|token|field|input|type/i.test(value) &&
    !/^[a-z]+([-_][a-z]+)+$/.test(value)
  );
}

function isBasic(value: string): boolean {
  const text = Buffer.from(value, 'base64').toString('utf8');
  return (
    /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(text) &&
    Buffer.from(text).toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '')
  );
}

function placed(text: string, found: readonly [number, string][]): LiteralSecret[] {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  return found.map(([index, what]) => {
    for (; at < index; at++)
      if (text[at] === '\n') {
        line++;
        lineStart = at + 1;
      }
    return { line, column: index - lineStart + 1, what };
  });
}
