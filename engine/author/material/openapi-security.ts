import { firstText } from '../../workspace/plain-value';
import type { Located, References } from './openapi-references';
import { variableName } from './placeholders';
import { type RequestSketch, withHeader } from './request-sketch';
import { hostName, isLocalHost, splitUrl } from './url-parts';
import type { Variables } from './variables';

/** The request with the credentials that an operation asks for, as variables whose values the user brings. */
export function withSecurity(
  sketch: RequestSketch,
  operation: Located,
  document: Located,
  references: References,
  variables: Variables,
): RequestSketch {
  const own = references.get(operation, 'security');
  const alternatives = references.items(own.value === undefined ? references.get(document, 'security') : own);
  // Each alternative is enough by itself: the first that asks for something.
  const chosen =
    alternatives.map((alternative) => references.entries(alternative)).find((schemes) => schemes.length > 0) ?? [];
  const schemes = references.get(references.get(document, 'components'), 'securitySchemes');
  return chosen.reduce(
    (secured, [name]) => withScheme(secured, name, references.get(schemes, name), references, variables),
    sketch,
  );
}

function withScheme(
  sketch: RequestSketch,
  name: string,
  scheme: Located,
  references: References,
  variables: Variables,
): RequestSketch {
  const text = (key: string): string => firstText(references.get(scheme, key).value) ?? '';
  const { host } = splitUrl(sketch.url);
  const local = host === '' || isLocalHost(host) || host.includes('\uFDD0');
  const prefix = local ? 'AGENT' : variableName(hostName(host));
  const whose = local ? 'the agent' : host;
  const description = text('description').split('\n')[0]?.slice(0, 120);
  const needed = (kind: string, purpose: string): string =>
    variables.needed(
      `${prefix}_${kind}`,
      description ? `${purpose} for ${whose}: ${description}` : `${purpose} for ${whose}`,
    );
  switch (text('type')) {
    case 'http':
      return text('scheme').toLowerCase() === 'basic'
        ? withHeader(
            sketch,
            'Authorization',
            `Basic ${needed('BASIC_AUTH', 'Basic credentials (base64 of user:password)')}`,
          )
        : withHeader(sketch, 'Authorization', `Bearer ${needed('API_TOKEN', 'bearer token')}`);
    case 'oauth2':
    case 'openIdConnect':
      return withHeader(sketch, 'Authorization', `Bearer ${needed('ACCESS_TOKEN', 'access token (OAuth)')}`);
    case 'apiKey': {
      const key = text('name') || name;
      const kind = /key/i.test(key) ? 'API_KEY' : variableName(key.replace(/^x-/i, ''));
      const value = needed(kind, `${text('in') || 'header'} ${key}`);
      if (text('in') === 'query')
        return { ...sketch, url: `${sketch.url}${sketch.url.includes('?') ? '&' : '?'}${key}=${value}` };
      return text('in') === 'cookie' ? withHeader(sketch, 'Cookie', `${key}=${value}`) : withHeader(sketch, key, value);
    }
    default:
      return sketch;
  }
}
