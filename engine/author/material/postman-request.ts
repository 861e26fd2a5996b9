import { asRecord } from '../../workspace/plain-value';
import type { Path } from '../draft';
import { variableName } from './placeholders';
import type { PostmanAuth, PostmanEvent, PostmanRequest } from './postman-schema';
import { headerOf, type RequestSketch, type SketchBody, withHeader } from './request-sketch';
import { jqPath } from './shell-assignments';
import { sketchBody } from './sketch-body';

type Pairs = readonly { key?: string | null | undefined; value?: unknown; disabled?: boolean | null | undefined }[];

/** A request of a collection, `{{names}}` left as they are. Undefined when it has no URL. */
export function itemSketch(
  request: PostmanRequest,
  inherited: PostmanAuth | null | undefined,
): RequestSketch | undefined {
  if (typeof request === 'string') return { method: 'GET', url: request, headers: [] };
  const url = urlOf(request.url);
  if (url === '') return undefined;
  const headers = typeof request.header === 'string' ? headerLines(request.header) : given(request.header ?? []);
  const body =
    request.body && !request.body.disabled ? bodyOf(request.body, headerOf({ headers }, 'content-type')) : undefined;
  const sketch: RequestSketch = {
    method: (request.method ?? 'GET').toUpperCase(),
    url,
    headers,
    ...(body && { body }),
  };
  const auth = request.auth && request.auth.type !== 'inherit' ? request.auth : inherited;
  return auth ? withAuth(sketch, auth) : sketch;
}

function given(pairs: Pairs): (readonly [string, string])[] {
  return pairs.flatMap(({ key, value, disabled }) =>
    disabled || !key ? [] : [[key, value === undefined || value === null ? '' : String(value)] as const],
  );
}

function headerLines(text: string): (readonly [string, string])[] {
  return [...text.matchAll(/^([^:\n]+):[ \t]*(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value] as const);
}

type Url = Exclude<PostmanRequest, string>['url'];

function urlOf(url: Url): string {
  if (url === undefined || url === null) return '';
  if (typeof url === 'string') return url;
  const host = Array.isArray(url.host) ? url.host.join('.') : (url.host ?? '');
  const path = Array.isArray(url.path) ? url.path.map(pathPart).join('/') : (url.path ?? '').replace(/^\//, '');
  const origin = `${url.protocol ? `${url.protocol}://` : host.includes('{{') || host.includes('://') ? '' : 'https://'}${host}${url.port ? `:${url.port}` : ''}`;
  const base = url.raw ? url.raw.replace(/[?#].*$/s, '') : `${origin}${path === '' ? '' : `/${path}`}`;
  const query = url.query
    ? given(url.query)
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
    : (/\?([^#]*)/.exec(url.raw ?? '')?.[1] ?? '');
  const filled = (url.variable ?? []).reduce((text, { key, value }) => {
    const known = value === undefined || value === null || value === '' ? `{{${key}}}` : String(value);
    return text.replace(new RegExp(`/:${key?.replace(/\W/g, '\\$&')}(?=/|$)`), () => `/${known}`);
  }, base);
  return query === '' ? filled : `${filled}?${query}`;
}

function pathPart(part: unknown): string {
  return typeof part === 'string' ? part : String(asRecord(part)?.value ?? '');
}

type Body = NonNullable<Exclude<PostmanRequest, string>['body']>;

function bodyOf(body: Body, type: string | undefined): SketchBody | undefined {
  const language = body.options?.raw?.language;
  switch (body.mode) {
    case 'raw':
      return body.raw
        ? sketchBody(body.raw, type ?? (language === 'json' ? 'application/json' : 'text/plain'), [])
        : undefined;
    case 'urlencoded':
      return typeof body.urlencoded === 'string'
        ? sketchBody(body.urlencoded, 'application/x-www-form-urlencoded', [])
        : { kind: 'form', fields: given(body.urlencoded ?? []) };
    case 'formdata':
      return {
        kind: 'multipart',
        fields: (body.formdata ?? []).flatMap((field) =>
          field.disabled || !field.key || field.type === 'file'
            ? []
            : [
                {
                  name: field.key,
                  value: String(field.value ?? ''),
                  ...(field.contentType && { type: field.contentType }),
                },
              ],
        ),
      };
    case 'graphql': {
      const { query, variables } = body.graphql ?? {};
      return { kind: 'json', value: { query: query ?? '', variables: asValue(variables) } };
    }
    default:
      return undefined;
  }
}

function asValue(variables: unknown): unknown {
  if (typeof variables !== 'string') return variables ?? {};
  const body = sketchBody(variables, 'application/json', []);
  return body.kind === 'json' ? body.value : {};
}

function withAuth(sketch: RequestSketch, auth: PostmanAuth): RequestSketch {
  const values = settings(Reflect.get(auth, auth.type));
  const value = (key: string): string => values.get(key) ?? '';
  if (headerOf(sketch, 'authorization') !== undefined) return sketch;
  switch (auth.type) {
    case 'bearer':
      return withHeader(sketch, 'Authorization', `Bearer ${value('token')}`);
    case 'oauth2':
      return withHeader(sketch, 'Authorization', `Bearer ${value('accessToken') || '{{ACCESS_TOKEN}}'}`);
    case 'basic': {
      const pair = `${value('username')}:${value('password')}`;
      // A script cannot encode half a value: a variable stands for the whole.
      const credentials = pair.includes('{{') ? '{{BASIC_AUTH}}' : Buffer.from(pair, 'utf8').toString('base64');
      return withHeader(sketch, 'Authorization', `Basic ${credentials}`);
    }
    case 'apikey': {
      const name = value('key') || 'X-Api-Key';
      if (value('in') === 'query')
        return { ...sketch, url: `${sketch.url}${sketch.url.includes('?') ? '&' : '?'}${name}=${value('value')}` };
      return withHeader(sketch, name, value('value'));
    }
    default:
      return sketch;
  }
}

/** Settings of a kind of authorization: a list of pairs (2.1), or a mapping (2.0). */
function settings(value: unknown): Map<string, string> {
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? value.map((pair: unknown) => [asRecord(pair)?.key, asRecord(pair)?.value])
    : Object.entries(asRecord(value) ?? {});
  return new Map(entries.map(([key, item]) => [String(key), item === undefined || item === null ? '' : String(item)]));
}

/** Variables that the test script of a request sets from its reply: `pm.environment.set("token", json.access_token)`. */
export function setsOf(events: readonly PostmanEvent[]): { variable: string; from?: Path }[] {
  const text = events
    .filter(({ listen }) => listen === 'test')
    .map(({ script }) => (Array.isArray(script?.exec) ? script.exec.join('\n') : (script?.exec ?? '')))
    .join('\n');
  const set =
    /(?:pm\.(?:environment|collectionVariables|globals|variables)\.set|postman\.set(?:Environment|Global)Variable)\(\s*["'`]([\w.-]+)["'`]\s*,\s*(?:pm\.response\.json\(\)|[A-Za-z_$][\w$]*)((?:\.\w+|\[\d+\]|\[["'][^"']+["']\])+)/g;
  return [...text.matchAll(set)].map(([, name = '', path = '']) => {
    const from = jqPath(path.replaceAll("'", '"'));
    return { variable: variableName(name), ...(from && { from }) };
  });
}
