/** A URL in its written parts. Nothing is decoded or normalised: it may hold marks, and is sent as it was given. */
export interface UrlParts {
  /** `https:`, empty when there is none, as before a variable that holds the whole origin. */
  scheme: string;
  /** `user:password`, without the @. */
  userInfo?: string;
  host: string;
  path: string;
  query: readonly (readonly [string, string | undefined])[];
}

/** The parts of a URL, its fragment left out. What comes before the path in `$BASE/chat` is the host. */
export function splitUrl(url: string): UrlParts {
  const [, scheme = '', slashes, rest = ''] = /^([A-Za-z][\w+.-]*:)?(\/\/)?(.*)$/s.exec(url.replace(/#.*$/s, '')) ?? [];
  const end = rest.search(/[/?]/);
  const authority = slashes || !rest.startsWith('/') ? rest.slice(0, end < 0 ? rest.length : end) : '';
  const tail = rest.slice(authority.length);
  const at = authority.lastIndexOf('@');
  const [path = '', ...queries] = tail.split('?');
  return {
    scheme,
    ...(at >= 0 && { userInfo: authority.slice(0, at) }),
    host: authority.slice(at + 1),
    path,
    query: queryPairs(queries.join('?')),
  };
}

/** The pairs of a written query: `a=1&b` has a value for a, and none for b. */
export function queryPairs(query: string): (readonly [string, string | undefined])[] {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? ([pair, undefined] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
  });
}

/** The URL that the parts are of. */
export function joinUrl(parts: UrlParts): string {
  const user = parts.userInfo === undefined ? '' : `${parts.userInfo}@`;
  const query = parts.query.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join('&');
  return `${parts.scheme}${parts.scheme === '' ? '' : '//'}${user}${parts.host}${parts.path}${query === '' ? '' : `?${query}`}`;
}

/** A part of a URL or form as it reads; as it stands when its escapes are broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Labels of a host that do not name whose it is. */
const plainLabels = new Set(['www', 'api', 'apis', 'app', 'chat', 'gateway', 'eu', 'us', 'v1', 'rest', 'ws']);
const secondLevels = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu']);

/** Whether a host is this machine, or named by a number. */
export function isLocalHost(host: string): boolean {
  return /^(localhost|127\.|0\.0\.0\.0|\[|\d+\.\d+\.\d+\.\d+|host\.docker\.internal)/.test(host);
}

/** What names a host: `api.acme.com` → `acme`, `bot.staging.acme.co.uk` → `bot-staging-acme`; a local one with its port. */
export function hostName(host: string): string {
  const [, port] = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?::(\d+))?$/.exec(host) ?? [];
  if (port !== undefined) return `local-${port}`;
  if (isLocalHost(host)) return host.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  const labels = host.replace(/:\d+$/, '').toLowerCase().split('.');
  if (labels.length > 1) labels.pop();
  if (labels.length > 1 && secondLevels.has(labels.at(-1) ?? '')) labels.pop();
  const named = labels.filter((label) => !plainLabels.has(label));
  return (named.length > 0 ? named : labels).join('-');
}

/** The text as a slug (behaviour §13), `agent` when nothing of it can be in one. */
export function slug(text: string): string {
  const made = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return made === '' ? 'agent' : made;
}
