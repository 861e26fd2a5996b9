import { ok, type Result, refuse } from '../../../schemas/result';
import { formField, urlEncoded } from './curl-data';
import { type CurlOption, readCurlOptions } from './curl-flags';
import { addHeader, userCredentials } from './curl-headers';
import { hasMarks } from './marks';
import type { MaterialFiles } from './material-files';
import { headerOf, type RequestSketch, type SketchBody } from './request-sketch';
import type { SimpleCommand } from './simple-commands';
import { sketchBody } from './sketch-body';

/** Requests of one curl command; `--next` makes several of it. */
export interface CurlReading {
  requests: RequestSketch[];
  warnings: string[];
}

/** What of a curl command has been read so far. */
interface Reading {
  method?: string;
  urls: string[];
  headers: [string, string][];
  /** Pieces of the body or, with -G, of the query, joined by & as curl does. */
  data: string[];
  /** Whether a piece is no form: its kind of content is not curl's default. */
  json: boolean;
  form: { name: string; value: string; type?: string; file?: string }[];
  query: string[];
  get: boolean;
  head: boolean;
  insecure: boolean;
  follow: boolean;
  upload?: string;
  timeoutSeconds?: number;
}

/**
 * Reads a curl command: what it would send. Nothing is sent, and no variable expanded; files that it names are read within
 * the material's folder.
 * @param command whose first word is curl.
 * @returns a refusal when a file or the URL is missing.
 */
export async function readCurl(command: SimpleCommand, files: MaterialFiles): Promise<Result<CurlReading>> {
  const words = command.words.slice(1).map(({ text }) => text);
  const requests: RequestSketch[] = [];
  const warnings: string[] = [];
  let options: (CurlOption | { word: string })[] = [];
  for (const option of [...readCurlOptions(words), { name: '--next', meaning: 'next' as const }]) {
    if (!('meaning' in option) || option.meaning !== 'next') {
      options.push(option);
      continue;
    }
    const request = await readRequest(options, command, files, warnings);
    if (!request.ok) return request;
    requests.push(request.value);
    options = [];
  }
  return ok({ requests, warnings });
}

async function readRequest(
  options: readonly (CurlOption | { word: string })[],
  command: SimpleCommand,
  files: MaterialFiles,
  warnings: string[],
): Promise<Result<RequestSketch>> {
  const reading: Reading = {
    urls: [],
    headers: [],
    data: [],
    json: false,
    form: [],
    query: [],
    get: false,
    head: false,
    insecure: false,
    follow: false,
  };
  const read = (path: string, what: string): Promise<Result<string>> => readInput(path, what, command, files);
  for (const option of options) {
    if ('word' in option) {
      reading.urls.push(option.word);
      continue;
    }
    const applied = await apply(option, reading, read, warnings);
    if (!applied.ok) return applied;
  }
  return sketchOf(reading, warnings);
}

/** What `@path` holds: a file, or with `-` what is given on standard input. */
async function readInput(
  path: string,
  what: string,
  command: SimpleCommand,
  files: MaterialFiles,
): Promise<Result<string>> {
  if (path !== '-') return files.read(path, what);
  if (command.stdin?.kind === 'text') return ok(command.stdin.text);
  if (command.stdin?.kind === 'file') return files.read(command.stdin.path, `< ${command.stdin.path}`);
  return refuse(`${what} reads standard input, which the material does not have`, 'Write the body in its place.');
}

type ReadInput = (path: string, what: string) => Promise<Result<string>>;
const done: Result<undefined> = { ok: true, value: undefined };

async function apply(
  { name, meaning, value = '' }: CurlOption,
  reading: Reading,
  read: ReadInput,
  warnings: string[],
): Promise<Result<undefined>> {
  switch (meaning) {
    case 'method':
      reading.method = value.toUpperCase();
      return done;
    case 'url':
      reading.urls.push(value);
      return done;
    case 'header':
      addHeader(value, reading.headers);
      return done;
    case 'data':
    case 'data-binary':
    case 'json': {
      const content = value.startsWith('@') ? await read(value.slice(1), `${name} ${value}`) : ok(value);
      if (!content.ok) return content;
      // -d takes the line ends out of a file; --data-binary and --json do not.
      reading.data.push(
        meaning === 'data' && value.startsWith('@') ? content.value.replace(/[\r\n]/g, '') : content.value,
      );
      if (meaning === 'json') reading.json = true;
      return done;
    }
    case 'data-raw':
      reading.data.push(value);
      return done;
    case 'data-urlencode':
    case 'url-query': {
      const encoded = await urlEncoded(value, (path) => read(path, `${name} ${value}`));
      if (encoded.ok) (meaning === 'url-query' ? reading.query : reading.data).push(encoded.value);
      return encoded.ok ? done : encoded;
    }
    case 'form':
    case 'form-string': {
      const field = await formField(value, meaning === 'form-string', (path) => read(path, `${name} ${value}`));
      if (field.ok) reading.form.push(field.value);
      return field.ok ? done : field;
    }
    case 'upload': {
      const content = await read(value, `${name} ${value}`);
      if (content.ok) reading.upload = content.value;
      return content.ok ? done : content;
    }
    case 'cookie':
      if (value.includes('=') || hasMarks(value)) reading.headers.push(['Cookie', value]);
      else warnings.push(`The cookies in the file ${value} (${name}) are left out: give them as ${name} 'name=value'.`);
      return done;
    case 'user':
      reading.headers.push(['Authorization', `Basic ${userCredentials(value)}`]);
      return done;
    case 'bearer':
      reading.headers.push(['Authorization', `Bearer ${value}`]);
      return done;
    case 'agent':
      reading.headers.push(['User-Agent', value]);
      return done;
    case 'referer':
      reading.headers.push(['Referer', value.replace(/;auto$/, '')]);
      return done;
    case 'max-time': {
      const seconds = Number(value);
      if (seconds > 0) reading.timeoutSeconds = seconds;
      return done;
    }
    case 'get':
      reading.get = true;
      return done;
    case 'head':
      reading.head = true;
      return done;
    case 'insecure':
      reading.insecure = true;
      return done;
    case 'follow':
      reading.follow = true;
      return done;
    case 'unsupported':
    case 'unsupported-value':
      warnings.push(`${name} is left out: the script does not do what it stands for.`);
      return done;
    case undefined:
      warnings.push(`${name} is left out: curl has no option of that name that is known here.`);
      return done;
    case 'none':
    case 'none-value':
    case 'next':
      return done;
    default:
      return meaning satisfies never;
  }
}

function sketchOf(reading: Reading, warnings: string[]): Result<RequestSketch> {
  const url = chooseUrl(reading.urls, warnings);
  if (url === undefined) return refuse('the curl command has no URL', 'Paste the whole command, with its URL.');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^(https?|wss?)$/.test(scheme))
    return refuse(`${scheme}:// is no address of an agent`, 'Give a URL that begins with http or https.');
  const query = [...(reading.get ? reading.data : []), ...reading.query].filter((part) => part !== '').join('&');
  const body = reading.get ? undefined : bodyOf(reading, warnings);
  const headers = [...reading.headers];
  if (reading.json) {
    if (headerOf({ headers }, 'content-type') === undefined) headers.push(['Content-Type', 'application/json']);
    if (headerOf({ headers }, 'accept') === undefined) headers.push(['Accept', 'application/json']);
  }
  const method =
    reading.method ?? (reading.upload === undefined ? (body ? 'POST' : reading.head ? 'HEAD' : 'GET') : 'PUT');
  return ok({
    method,
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    headers,
    ...(body && { body }),
    ...(reading.insecure && { insecure: true }),
    ...(reading.follow && { follow: true }),
    ...(reading.timeoutSeconds !== undefined && { timeoutSeconds: reading.timeoutSeconds }),
  });
}

function bodyOf(reading: Reading, warnings: string[]): SketchBody | undefined {
  if (reading.form.length > 0) return { kind: 'multipart', fields: reading.form };
  if (reading.upload !== undefined)
    return sketchBody(reading.upload, headerOf(reading, 'content-type') ?? '', warnings);
  if (reading.data.length === 0) return undefined;
  if (reading.json) return sketchBody(reading.data.join(''), 'application/json', warnings);
  return sketchBody(reading.data.join('&'), headerOf(reading, 'content-type') ?? 'curl', warnings);
}

/** The URL among the words that are no options: after an option that is not known, its value may be one of them. */
function chooseUrl(words: readonly string[], warnings: string[]): string | undefined {
  const likely =
    words.find((word) => /^(https?|wss?):\/\//i.test(word)) ??
    words.find((word) => /[.:/]|\uFDD0/.test(word)) ??
    words[0];
  const others = words.filter((word) => word !== likely);
  if (others.length > 0)
    // Not the words themselves: what a broken paste leaves may be a credential.
    warnings.push(
      `Left out ${others.length === 1 ? 'a word that is' : `${others.length} words that are`} neither option nor URL.`,
    );
  if (likely === undefined || likely === '') return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(likely) || likely.startsWith('\uFDD0') ? likely : `http://${likely}`;
}
