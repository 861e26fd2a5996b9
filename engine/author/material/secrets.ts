import { isSecretName } from '../../workspace/literal-secrets/credentials';
import { isCsrfName } from '../../workspace/literal-secrets/field-names';
import { isOpenHeader, isOpenName, looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import { hideInBody, hideInUrl } from './hide-content';
import { type Hide, hiding } from './hiding';
import { hasMarks } from './marks';
import type { RequestSketch } from './request-sketch';
import { joinUrl, splitUrl } from './url-parts';
import type { Variables } from './variables';

/**
 * Makes literal credentials of a request variables (behaviour §13). What the user has left open (`YOUR_API_KEY`) becomes
 * a variable without a value.
 * @param warnings sentences on what was changed are added.
 */
export function hideSecrets(sketch: RequestSketch, variables: Variables, warnings: string[]): RequestSketch {
  const { host } = splitUrl(sketch.url);
  const hide = hiding(host, variables);
  const moved = moveUserInfo(sketch, hide);
  return {
    ...moved,
    headers: moved.headers.flatMap(([name, value]) => {
      const hidden = hideHeader(name, value, hide, warnings);
      return hidden === undefined ? [] : [[name, hidden] as const];
    }),
    url: hideInUrl(moved.url, hide),
    ...(moved.body && { body: hideInBody(moved.body, hide) }),
  };
}

/** `https://user:password@host` is Basic authorization, and no part of the address. */
function moveUserInfo(sketch: RequestSketch, hide: Hide): RequestSketch {
  const { userInfo, ...parts } = splitUrl(sketch.url);
  if (userInfo === undefined) return sketch;
  if (sketch.headers.some(([name]) => name.toLowerCase() === 'authorization'))
    return { ...sketch, url: joinUrl(parts) };
  return {
    ...sketch,
    url: joinUrl(parts),
    headers: [...sketch.headers, ['Authorization', basicHeader(safelyDecoded(userInfo), hide)]],
  };
}

/** The value of an Authorization header for `user:password`; a variable when either is one. */
export function basicHeader(credentials: string, hide: Hide): string {
  const value = hasMarks(credentials)
    ? '<base64 of user:password>'
    : Buffer.from(credentials, 'utf8').toString('base64');
  return `Basic ${hide({ name: 'authorization', value, where: 'Basic credentials (base64 of user:password)' }, 'basic')}`;
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hideHeader(name: string, value: string, hide: Hide, warnings: string[]): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'cookie') return hideCookies(value, hide, warnings);
  if (lower === 'authorization' || lower === 'proxy-authorization') {
    const [, scheme, credentials = ''] = /^(\w+)\s+(.*)$/s.exec(value.trim()) ?? [];
    if (scheme === undefined) return hide({ name: 'api key', value, where: `${name} header` }, 'bearer');
    if (/^basic$/i.test(scheme))
      return `${scheme} ${hide({ name, value: credentials, where: 'Basic credentials (base64 of user:password)' }, 'basic')}`;
    if (/^bearer$/i.test(scheme))
      return `${scheme} ${hide({ name, value: credentials, where: 'bearer token' }, 'bearer')}`;
    return `${scheme} ${hide({ name: 'auth token', value: credentials, where: `${name} header (${scheme})` })}`;
  }
  if (isCsrfName(name) && !hasMarks(value))
    warnings.push(
      `The header ${name} changes with each login: give the request that fetches it, too, before this one.`,
    );
  const [, scheme, rest] = /^(Bearer|Token)\s+(\S.*)$/i.exec(value) ?? [];
  if (scheme && rest && isSecretName(name)) return `${scheme} ${hide({ name, value: rest, where: `${name} header` })}`;
  const where = `${name} header`;
  if (isOpenHeader(name) && !/^user-agent$/i.test(name)) return hide({ name: '', value, where });
  if (/^https?:\/\//.test(value) && !hasMarks(value)) return hideInUrl(value, hide);
  // `X-Session` may be a login; what Rook chooses itself is called `X-Session-Id`.
  if (/^x-(session|sid)$/i.test(name) && looksUnguessable(value)) return hide({ name, value, where }, 'header');
  const hidden = hide({ name, value, where, anyName: true, evenIds: true });
  if (hidden !== value || isOpenName(name)) return hidden;
  // `t=1699999999, v1=5257a8…`: the parts of a value.
  return value.replace(/[^\s;,"']{16,}/g, (part) => {
    const [, label = '', rest = part] = /^([A-Za-z]\w{0,20}[=:])(.+)$/s.exec(part) ?? [];
    return label + hide({ name, value: rest, where, anyName: true });
  });
}

/** Cookies of measuring services and banners, which no agent needs. */
const measuring =
  /^(_ga|_gid|_gat|_gcl|_fbp|_fbc|_hj|__hs|hubspotutk|ajs_|amplitude|amp_|mp_|intercom-|optanon|cookieconsent|_clck|_clsk|_dd_s|_pk_|__cf_bm|_uet)/i;
/** Cookies of settings, and short values of other names, are no credentials. */
const settings = /^(lang|language|locale|theme|tz|timezone|currency|country|i18n|consent|dark|color)/i;

function hideCookies(header: string, hide: Hide, warnings: string[]): string | undefined {
  const pairs = header
    .split(/;\s*/)
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? { name: pair.trim(), value: '' }
        : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
    });
  const kept = pairs.filter(({ name }) => !measuring.test(name));
  if (kept.length < pairs.length)
    warnings.push(
      `Left out cookies that only measure: ${pairs
        .filter(({ name }) => measuring.test(name))
        .map(({ name }) => name)
        .join(', ')}.`,
    );
  if (kept.length === 0) return undefined;
  const secret = ({ name, value }: { name: string; value: string }): boolean =>
    !hasMarks(value) && !settings.test(name) && (value.length >= 12 || /sess|sid|auth|token|login|user/i.test(name));
  const plain = kept.map(({ name, value }) => `${name}=${value}`).join('; ');
  const secrets = kept.filter(secret);
  if (secrets.length > 0)
    warnings.push(
      'Its cookies end with the login of the browser that they are from. When they do, set the variable anew.',
    );
  if (secrets.length > 2) return hide({ name: 'cookie', value: plain, where: 'cookies of a login' }, 'cookie');
  return kept
    .map((pair) =>
      secret(pair)
        ? `${pair.name}=${hide({ ...pair, where: `cookie ${pair.name}` }, 'cookie')}`
        : `${pair.name}=${pair.value}`,
    )
    .join('; ');
}
