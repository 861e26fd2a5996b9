import { isUuid, looksRandom } from './credentials';
import { isHandleName, wordsOf } from './field-names';
import { isPlaceholder } from './placeholders';

/** Pieces of names that people make up: `gpt`, `4o`, `2024`, `v0`, `8x7b`, `getAnswer`, `squad2`. */
const madeUp =
  /^(?:[A-Za-z]+|\d{1,10}|[A-Za-z]{1,12}\d{1,4}|\d{1,4}[A-Za-z]{1,4}|[A-Za-z]\d{1,3}[A-Za-z]\d{1,3}|(?:[A-Z][a-z]+|[a-z]{2,}|[A-Z]{2,5})+\d{1,4})$/;

/**
 * Whether a value looks unguessable whatever its name is: at least 10 of its letters and digits stand in pieces that are
 * no words, numbers or versions. Percent signs are read as what they stand for. Not: UUIDs, placeholders, dates, URLs,
 * names of models (`claude-sonnet-4-20250514`).
 * @param atLeast length below which nothing is.
 */
export function looksUnguessable(value: string, atLeast = 16): boolean {
  const text = unescaped(value);
  if (text.length < atLeast || /\s/.test(text) || isUuid(text) || isPlaceholder(text) || hasMarkOf(text)) return false;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^\d{4}-\d\d-\d\d(T|$)/.test(text) || /^\d{8}T\d{6}Z$/.test(text))
    return false;
  if (/^sha\d{1,3}[:-][\w+/=]{40,}$/i.test(text)) return false; // a hash that says so
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text) || !/^[\w+/=.~:@!*-]+$/.test(text)) return false;
  const odd = text.split(/[^A-Za-z0-9]+/).filter((piece) => !madeUp.test(piece));
  return odd.join('').length >= 10;
}

/** {@link looksRandom} of what percent signs in the value stand for: `…%3D` of a signature is `…=`. */
export function looksRandomDecoded(value: string): boolean {
  return looksRandom(unescaped(value));
}

/** Noncharacters stand around slots: such a value is no literal. */
function hasMarkOf(text: string): boolean {
  return /[\uFDD0\uFDD1]/.test(text);
}

function unescaped(value: string): string {
  return value.replace(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const code = Number.parseInt(escaped.slice(1), 16);
    return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : escaped;
  });
}

/** Last words of names whose values are long and random, and open: ids, hashes, versions, models. */
const openWords = new Set(
  [
    ['id', 'ids', 'uuid', 'guid', 'model', 'models', 'version', 'revision', 'commit', 'etag', 'match', 'boundary'],
    ['digest', 'checksum', 'integrity', 'fingerprint', 'sha', 'sha1', 'sha256', 'sha512', 'md5', 'date', 'timestamp'],
    ['traceparent', 'tracestate', 'baggage', 'deployment', 'engine', 'voice', 'locale', 'type', 'cursor'],
  ].flat(),
);

/** Whether a value of this name may be random and yet be no secret: ids of a conversation and of things, models, hashes. */
export function isOpenName(name: string): boolean {
  if (isHandleName(name)) return true;
  const last = wordsOf(name).at(-1) ?? '';
  return openWords.has(last) || /^(sentry-trace|b3|x-b3-.*|traceparent)$/i.test(name);
}

/** Headers of every request, whose values are known to be open. */
export function isOpenHeader(name: string): boolean {
  return /^(accept.*|content-.*|user-agent|origin|cache-control|pragma|priority|host|sec-.*|dnt|te|date|x-amz-date|if-.*|traceparent|tracestate|sentry-trace|baggage|x-(request|correlation|trace|amzn-trace)-id|anthropic-(version|beta)|openai-beta|api-version|x-api-version)$/i.test(
    name,
  );
}
