import { ok, type Result, refuse } from '../../../schemas/result';
import { browserFetch } from './browser-fetch';
import { programRequest } from './http-programs';
import { powerShellRequest } from './power-shell-request';
import { pythonRequest } from './python-request';
import type { RequestSketch } from './request-sketch';

/** Calls of HTTP clients that are known to be none of those that are read, by what people call them. */
const others: readonly (readonly [RegExp, string])[] = [
  [/\baxios(?:\.\w+)?\s*\(/, 'axios'],
  [/\bfetch\(/, 'fetch'],
  [/\b(?:requests|httpx|aiohttp|urllib\.request)\.\w+\s*\(|\bsession\.(?:post|request)\s*\(/, 'Python'],
  [/\$\.(?:ajax|post|get)\s*\(/, 'jQuery'],
  [/\bXMLHttpRequest\b/, 'XMLHttpRequest'],
  [/\b(?:got|ky|superagent|needle)(?:\.\w+)?\s*\(\s*["'`]http/, 'Node'],
  [/\bcurl_(?:init|setopt)/, 'PHP'],
  [/\bNet::HTTP\b|\bFaraday\b|\bHTTParty\b/, 'Ruby'],
  [/\bhttp\.(?:NewRequest|Post)\s*\(/, 'Go'],
  [/\bHttpRequest\.newBuilder\b|\bOkHttpClient\b|\bRestTemplate\b|\bHttpClient\b/, 'Java or C#'],
  [/\breqwest::/, 'Rust'],
];

/** A request that a program's code, or a command other than curl, sends. `form`: what it is, for a sentence. */
export interface ClientRequest {
  form: string;
  sketch: RequestSketch;
}

/**
 * The request of HTTPie, wget, PowerShell, a browser's fetch or Python.
 * @returns undefined when the text is none of these; a refusal when it is, and its parts are computed.
 */
export function clientRequest(text: string, warnings: string[]): Result<ClientRequest> | undefined {
  const program = programRequest(text, warnings);
  if (program) return named(program, /\bwget\b/.test(text) ? 'a wget command' : 'an HTTPie command');
  const powerShell = powerShellRequest(text, warnings);
  if (powerShell) return named(powerShell, 'a PowerShell command');
  const fetched = /^\s*(?:await\s+|(?:const|let|var)\s+\w+\s*=\s*(?:await\s+)?)?fetch\(/.test(text)
    ? browserFetch(text, warnings)
    : undefined;
  if (fetched) return ok({ form: 'a fetch call', sketch: fetched });
  const python = pythonRequest(text, warnings);
  return python && ok({ form: 'a Python request', sketch: python });
}

function named(sketch: Result<RequestSketch>, form: string): Result<ClientRequest> {
  return sketch.ok ? ok({ form, sketch: sketch.value }) : sketch;
}

/** A refusal of code that sends a request in a way that is not read: its URL alone would be half of it. */
export function refuseClientCode(text: string): Result<never> | undefined {
  const [, client] = others.find(([pattern]) => pattern.test(text)) ?? [];
  return client === undefined
    ? undefined
    : refuse(
        `this is code that sends a request (${client}) and computes parts of it, or is of a kind that is not read`,
        'Give the request as a cURL command with its method, headers and body, or the command that starts the program (--command). Nothing was sent.',
      );
}
