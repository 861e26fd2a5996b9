import { ok, type Place, type Result, refuse } from '../../schemas/result';
import { jsonMistake } from '../workspace/json-mistakes';
import { asRecord, isTooDeep } from '../workspace/plain-value';
import { messageOf } from '../workspace/read-text';

/** A JSON document whose fields are still to be looked at, one by one. */
export type JsonRecord = Record<string, unknown>;

/** No run has a report of this size; reading it would only use up memory. */
const mostBytes = 64 * 1024 * 1024;

const rerun = 'Redirect standard output alone (> run.json, without 2>&1), and change nothing in the file.';
const powershell =
  'In Windows PowerShell, > writes UTF-16: use cmd /c "rook run --json > run.json", or PowerShell 7 or later.';

/**
 * Reads what must be exactly one JSON object, as `--json` prints it. Nothing is forgiven: what a reader would have to
 * mend could have been made by anyone (seed 004: malformed fails closed).
 * @param bytes the file as it is on the disk.
 * @param file its name in messages.
 */
export function readJsonBytes(bytes: Uint8Array, file: string): Result<JsonRecord> {
  if (bytes.byteLength > mostBytes)
    return refuse(`it has ${bytes.byteLength} bytes, and no report is that large`, rerun, { file });
  const text = decode(bytes, file);
  return text.ok ? readJsonText(text.value, file) : text;
}

function decode(bytes: Uint8Array, file: string): Result<string> {
  const [first, second, third] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return refuse('it is UTF-16, not UTF-8, so programs that expect JSON cannot read it', powershell, { file });
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return refuse(
      'it begins with a byte order mark, which Rook never writes: something has rewritten the file',
      `${rerun} ${powershell}`,
      { file },
    );
  if (bytes.includes(0)) return refuse('it has zero bytes in it, so it is no UTF-8 text', powershell, { file });
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return refuse('it is not UTF-8 text', rerun, { file });
  }
}

function readJsonText(text: string, file: string): Result<JsonRecord> {
  if (text.trim() === '')
    return refuse('it is empty: the command printed no document', 'Read its standard error, which says why.', { file });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return notJson(text, file, messageOf(error));
  }
  const record = asRecord(value);
  if (!record) return refuse('it is not a JSON object', rerun, { file });
  if (isTooDeep(record)) return refuse('it is nested too deeply to be a report', rerun, { file });
  const repeated = repeatedKey(text);
  if (repeated)
    return refuse(
      `the key ${JSON.stringify(repeated.key)} stands here for the second time, and readers differ in which one counts`,
      rerun,
      placeAt(text, repeated.offset, file),
    );
  return ok(record);
}

function notJson(text: string, file: string, reason: string): Result<JsonRecord> {
  const mistake = jsonMistake(text);
  if (!mistake) return refuse(`it is not JSON: ${reason}`, rerun, { file });
  const place = placeAt(text, mistake.start, file);
  if (/^\s*[{[]/.test(text) && mistake.message.startsWith('the JSON has ended'))
    return refuse('something follows the document: there must be exactly one', rerun, place);
  return refuse(`it is not JSON: ${mistake.message}`, rerun, place);
}

/** The first key that stands twice in one object of a valid JSON text. */
function repeatedKey(text: string): { key: string; offset: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  let keyComes = false;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const keys = open.at(-1);
    if (token === '{') {
      open.push(new Set());
      keyComes = true;
    } else if (token === '[') {
      open.push(undefined);
      keyComes = false;
    } else if (token === '}' || token === ']') {
      open.pop();
      keyComes = false;
    } else if (token === ',') {
      keyComes = keys !== undefined;
    } else if (keyComes && keys) {
      const key = String(JSON.parse(token)); // the same key may be written with escapes
      if (keys.has(key)) return { key, offset: index };
      keys.add(key);
      keyComes = false;
    }
  }
  return undefined;
}

function placeAt(text: string, offset: number, file: string): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
