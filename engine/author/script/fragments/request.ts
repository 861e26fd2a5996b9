import type { Fragment } from '../script-parts';
import { excerpt, saveExchange } from './exchange';
import { cookieJar } from './kept';

/** What the requests of one script have to be able to do. */
export interface RequestNeeds {
  /** Cookies are kept and sent. */
  cookies: boolean;
  /** Some request follows redirects. */
  follow: boolean;
  /** A reply to a step that redirects and sets a cookie is a success, as of a login form. */
  steps: boolean;
  /** The reply is a stream that may stay open after its end mark; `maybe` while no reply was seen. */
  stream: boolean | 'maybe';
  /** Later requests belong to a job that an earlier reply has named. */
  job: boolean;
}

const unreachable: Fragment = {
  code: `/** Says why no reply came: the code (ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, …) leads to the remedy. */
function unreachable(url, error) {
  const cause = error.cause?.errors?.[0] ?? error.cause;
  if (!cause) return new Error(\`the request could not be made: \${error.message}\`);
  const reason = [cause.code, cause.message].filter(Boolean).join(': ');
  return new Error(\`could not reach \${URL.canParse(url) ? new URL(url).origin : url}: \${reason}\`);
}`,
};

const readStream: Fragment = {
  code: `/** Reads a stream of events to its end: some servers leave it open after the event that says [DONE]. */
async function readStream(response) {
  const chunks = [];
  let end = '';
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    end = (end + Buffer.from(chunk).toString('latin1')).slice(-(chunk.length + 20));
    if (/^data: ?\\[DONE\\]\\s*$/m.test(end)) break;
  }
  return Buffer.concat(chunks);
}`,
};

/** A reply as text, by its charset. */
const decoded: Fragment = {
  code: `/** A reply as text, in the charset that it names. Bytes that are none of it are an error: they would be mangled. */
function decoded(response, bytes) {
  const type = response.headers.get('content-type') ?? '';
  const [, charset = 'utf-8'] = type.match(/charset\\s*=\\s*"?([^";\\s]+)/i) ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(\`the reply cannot be read as \${charset}: its content-type is \${type || 'missing'}\`);
  }
}`,
};

const followRedirect: Fragment = {
  code: `/** The request that a redirect asks for. Another origin gets no credentials: only headers that do not say who asks. */
function redirected(from, response, { method, headers, body }) {
  const url = new URL(response.headers.get('location'), from).href;
  const same = new URL(url).origin === new URL(from).origin;
  const neutral = /^(accept|accept-language|content-type|user-agent)$/i;
  const allowed = Object.entries(headers).filter(([name]) => same || neutral.test(name));
  const again = response.status === 307 || response.status === 308 || method === 'GET' || method === 'HEAD';
  if (again) return { url, method, headers: Object.fromEntries(allowed), body };
  return { url, method: 'GET', headers: Object.fromEntries(allowed.filter(([name]) => !/^content-type$/i.test(name))) };
}`,
};

/** The function through which a script makes all its requests, with no more in it than the script needs. */
export function requestFragment(needs: RequestNeeds): Fragment {
  const options = [
    'headers = {}',
    'body',
    needs.follow && 'follow = false',
    needs.steps && 'step = false',
    needs.job && 'first',
  ].filter(Boolean);
  const isStream = "response.headers.get('content-type')?.startsWith('text/event-stream')";
  const failure = needs.steps ? '!response.ok && !(step && location && cookies.length > 0)' : '!response.ok';
  const lines = [
    '/** One HTTP exchange. A reply that is no success is an error that says what came back. */',
    `async function request(method, url, { ${options.join(', ')} } = {}${needs.follow ? ', hops = 0' : ''}) {`,
    '  let response;',
    '  let bytes;',
    '  try {',
    needs.cookies && '    const all = withCookies(url, headers);',
    `    response = await fetch(url, { method, ${needs.cookies ? 'headers: all' : 'headers'}, body, redirect: 'manual', signal: limit });`,
    needs.stream === 'maybe'
      ? `    const stream = ${isStream};\n    bytes = await (stream ? readStream(response) : response.arrayBuffer());`
      : `    bytes = await ${needs.stream ? 'readStream(response)' : 'response.arrayBuffer()'};`,
    '  } catch (error) {',
    '    throw unreachable(url, error);',
    '  }',
    '  const text = decoded(response, bytes);',
    needs.cookies
      ? '  const cookies = keepCookies(url, response.headers);'
      : `  const cookies = response.headers.getSetCookie().map((line) => line.split('=', 1)[0].trim());`,
    "  const location = response.status >= 300 && response.status < 400 && response.headers.get('location');",
    needs.follow &&
      `  if (follow && location && hops < 10) {
    const next = redirected(url, response, { method, headers, body });
    return request(next.method, next.url, { ${[
      'headers: next.headers',
      'body: next.body',
      'follow',
      needs.steps && 'step',
      needs.job && 'first',
    ]
      .filter(Boolean)
      .join(', ')} }, hops + 1);
  }`,
    '  // The values of cookies are credentials: their names are enough.',
    "  const shown = [...response.headers].filter(([name]) => name !== 'set-cookie');",
    `  const reply = { status: response.status, url, headers: Object.fromEntries(shown), cookies, body: text${needs.job ? ', first' : ''} };`,
    '  saveExchange(reply);',
    `  if (${failure}) {`,
    "    const status = [response.status, response.statusText].filter(Boolean).join(' ');",
    "    const where = location ? ` (a redirect to ${new URL(location, url).href})` : '';",
    '    throw new Error(`the agent answered ${status}${where}: ${excerpt(text)}`);',
    '  }',
    '  return reply;',
    '}',
    needs.cookies &&
      `
function withCookies(url, headers) {
  const cookie = [headers.cookie, cookiesFor(url)].filter(Boolean).join('; ');
  return cookie === '' ? headers : { ...headers, cookie };
}`,
  ];
  return {
    code: lines.filter((line) => line !== false).join('\n'),
    needs: [
      ...(needs.cookies ? [cookieJar] : []),
      ...(needs.follow ? [followRedirect] : []),
      ...(needs.stream ? [readStream] : []),
      decoded,
      saveExchange,
      unreachable,
      excerpt,
    ],
  };
}

/** Waiting for a job. */
export const waiting: Fragment = {
  imports: [['node:timers/promises', 'setTimeout as sleep']],
  code: `/** How long a reply asks to wait, in milliseconds: Retry-After has seconds or a date. */
function retryAfter({ headers }) {
  const text = headers['retry-after'];
  if (!text) return undefined;
  const ms = /^\\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}`,
};

/** A header whose text may be anything. */
export const headerText: Fragment = {
  code: `/** Text for a header: its UTF-8 bytes, as cURL sends them. A line break cannot stand in a header. */
function headerText(text) {
  return Buffer.from(text).toString('latin1');
}`,
};
