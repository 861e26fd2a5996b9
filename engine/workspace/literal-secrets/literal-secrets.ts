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

/** The same by its place in the text: the credential itself, as far as its form tells. Offsets in UTF-16 units. */
export interface LiteralSpan {
  start: number;
  end: number;
  what: string;
}

/** What is found, and where it is told: a password is told at the beginning of its URL. */
interface Found extends LiteralSpan {
  at: number;
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
  return placed(text, foundIn(text));
}

/** The same credentials, by where each begins and ends, so that it can be masked. Those that overlap are all told. */
export function literalSpansIn(text: string): LiteralSpan[] {
  return foundIn(text).map(({ start, end, what }) => ({ start, end, what }));
}

function foundIn(text: string): Found[] {
  const found = new Map<number, Found>(); // what is found by its form and by its name stands at one offset
  const add = (start: number, length: number, what: string, at = start): void => {
    const known = found.get(at);
    if (known) known.end = Math.max(known.end, start + length);
    else found.set(at, { at, start, end: start + length, what });
  };
  for (const { index, text: token, what } of knownTokensIn(text)) add(index, token.length, what);
  for (const match of text.matchAll(assigned)) {
    const [, name = '', bracket = '', operator = '', quote = '', value = ''] = match;
    if (operator.trim() === ',' && bracket === '') continue; // only ['name', 'value'] and set('name', 'value')
    const start = match.index + name.length + bracket.length + operator.length + quote.length;
    if (isSecretName(name) ? isLiteral(value, name) : isRandomValue(value, name))
      add(start, value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(inQuery)) {
    const [whole, name = '', value = ''] = match;
    const random = isSecretName(name) || isDoubtfulName(name) ? looksRandomDecoded(value) : isRandomValue(value, name);
    if (random) add(match.index + whole.length - value.length, value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(inPath)) {
    const [whole, path = ''] = match;
    let at = match.index + whole.length - path.length;
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      const collection = isHandleCollection(segments[index - 1] ?? '');
      if (!collection && looksUnguessable(segment, 20))
        add(at, segment.length, 'a literal credential in the path of a URL');
      at += segment.length + 1;
    }
  }
  for (const match of text.matchAll(inner)) {
    const [whole, name = '', value = ''] = match;
    if (isSecretName(name) ? isLiteral(value, name) : isRandomValue(value, name))
      add(match.index + whole.length - value.length - 2, value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(argument)) {
    const [, before = '', quote = '', value = ''] = match;
    if (isMixed(value) && looksUnguessable(value))
      add(match.index + before.length + quote.length, value.length, 'a literal argument');
  }
  for (const match of text.matchAll(option)) {
    const [whole, , name = '', , value = ''] = match;
    if (isMixed(value) && isRandomValue(value, name.replace(/^-+/, '')))
      add(match.index + whole.length - value.length, value.length, `a literal value of ${name}`);
  }
  for (const match of text.matchAll(scheme)) {
    const [whole, kind = '', value = ''] = match;
    const credential = kind === 'Basic' ? isBasic(value) : isLiteral(value, 'token');
    if (credential) add(match.index + whole.length - value.length, value.length, `a literal ${kind} authorization`);
  }
  for (const match of text.matchAll(userInfo)) {
    const [whole, password = ''] = match;
    const start = match.index + whole.length - password.length - 1;
    if (!isPlaceholder(password) && !/^(pass|passwd|password|pwd|secret)$/i.test(password))
      add(start, password.length, 'a URL with a password', match.index);
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
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

function placed(text: string, found: readonly Found[]): LiteralSecret[] {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  return found.map(({ at: index, what }) => {
    for (; at < index; at++)
      if (text[at] === '\n') {
        line++;
        lineStart = at + 1;
      }
    return { line, column: index - lineStart + 1, what };
  });
}
