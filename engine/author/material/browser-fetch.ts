import { asRecord } from '../../workspace/plain-value';
import { literalValue } from './literal-arguments';
import { headerOf, type RequestSketch } from './request-sketch';
import { sketchBody } from './sketch-body';

/** The request of a `fetch("…", {…})`, as browsers copy it. Undefined when the text is none, or computes its parts. */
export function browserFetch(text: string, warnings: string[]): RequestSketch | undefined {
  const call = /(?:^|[\s;(=])(?:await\s+)?fetch\(\s*(["'`])(https?:\/\/[^"'`\n]+)\1\s*(?:,\s*(\{[\s\S]*\}))?\s*\)/.exec(
    text,
  );
  if (!call) return undefined;
  const [, , url = '', options = '{}'] = call;
  const init = asRecord(literal(options));
  if (!init) return undefined;
  const headers = Object.entries(asRecord(init.headers) ?? {}).map(([name, value]) => [name, String(value)] as const);
  const { body } = init;
  const content =
    typeof body === 'string' ? body : body === undefined || body === null ? undefined : JSON.stringify(body);
  const method = typeof init.method === 'string' ? init.method.toUpperCase() : content === undefined ? 'GET' : 'POST';
  if (content === undefined) return { method, url, headers };
  const type = headerOf({ headers }, 'content-type') ?? (typeof body === 'string' ? '' : 'application/json');
  return { method, url, headers, body: sketchBody(content, type, warnings) };
}

/** An object literal without computed parts. */
function literal(text: string): unknown {
  return literalValue(text.replace(/JSON\.stringify\(\s*(\{[\s\S]*\})\s*\)/, '$1'))?.value;
}
