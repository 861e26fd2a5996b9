import { checkEnvValue, isEnvName } from '../engine/workspace/env-store';
import { ok, type Result, refuse } from '../schemas/result';

/** What `rook env set` was given. */
export interface EnvWords {
  /** Values that stand on the command line. */
  values: Map<string, string>;
  /** Variables whose values are asked for, or read from standard input. */
  asked: string[];
}

const forms = 'Write rook env set NAME, NAME=value, or \'{"NAME":"value"}\'. Nothing was stored.';

/**
 * Reads `NAME`, `NAME=value` and `{"NAME":"value"}` (behaviour §13). What cannot be read is not repeated in the message:
 * it may be the secret itself.
 */
export function readEnvWords(words: readonly string[]): Result<EnvWords> {
  const values = new Map<string, string>();
  const asked: string[] = [];
  const twice: string[] = [];
  const put = (variable: string, value: string): Result<true> => {
    const checked = checkEnvValue(variable, value);
    if (!checked.ok) return refuse(checked.error.message, `${checked.error.remedy} Nothing was stored.`);
    if (values.has(variable)) twice.push(variable);
    values.set(variable, value);
    return checked;
  };
  for (const [index, word] of words.entries()) {
    const sign = word.indexOf('=');
    if (word.trimStart().startsWith('{')) {
      const pairs = readPairs(word);
      if (!pairs.ok) return pairs;
      for (const [variable, value] of pairs.value) {
        const done = put(variable, value);
        if (!done.ok) return done;
      }
    } else if (sign > 0) {
      const done = put(word.slice(0, sign), word.slice(sign + 1));
      if (!done.ok) return done;
    } else if (isEnvName(word)) {
      if (asked.includes(word)) twice.push(word);
      asked.push(word);
    } else {
      return refuse(
        `argument ${index + 1} is no variable's name, no NAME=value and no JSON object (it is not shown: it may be a secret)`,
        forms,
      );
    }
  }
  twice.push(...asked.filter((variable) => values.has(variable)));
  if (twice.length > 0)
    return refuse(`${twice.join(', ')} is given twice`, 'Give each variable once. Nothing was stored.');
  return ok({ values, asked });
}

/** The pairs of a JSON object. The parser's own message is not used: it quotes the text. */
function readPairs(text: string): Result<[string, string][]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('the JSON object cannot be read (it is not shown: it may hold a secret)', forms);
  }
  if (value === null || typeof value !== 'object') return refuse('this is JSON, and no object', forms);
  const pairs: [string, string][] = [];
  for (const [variable, one] of Object.entries(value)) {
    if (typeof one !== 'string')
      return refuse(
        `the value of ${variable} is ${one === null ? 'null' : Array.isArray(one) ? 'a list' : `of type ${typeof one}`}, and must be a text`,
        `Write it in quotation marks: {"${variable}":"…"}. Nothing was stored.`,
      );
    pairs.push([variable, one]);
  }
  return ok(pairs);
}

/** All of standard input as the value of a variable, without the line feed that `echo` and editors put at its end. */
export async function readValueFrom(
  input: AsyncIterable<Uint8Array | string>,
  variable: string,
): Promise<Result<string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    return ok(text.replace(/\r?\n$/, ''));
  } catch {
    return refuse(`what came on standard input for ${variable} is not UTF-8`, 'Encode it. Nothing was stored.');
  }
}
