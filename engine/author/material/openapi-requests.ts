import { goalNameScore, isHandleName, wordsOf } from '../../workspace/literal-secrets/field-names';
import { asRecord, firstText } from '../../workspace/plain-value';
import { envMark } from './marks';
import { exampleOf, hasText } from './openapi-example';
import type { Located, References } from './openapi-references';
import { withSecurity } from './openapi-security';
import { variableName } from './placeholders';
import type { RequestSketch, SketchBody } from './request-sketch';
import { turnAddressScore } from './turn-address';
import { splitUrl } from './url-parts';
import type { Variables } from './variables';

/** One operation of a description as a request. */
export interface OperationRequest {
  sketch: RequestSketch;
  /** The path as the description has it. */
  path: string;
  /** How likely its address and its reply are those of a turn: added to the score of the goal's place. */
  bonus: number;
}

const methods = ['post', 'put', 'patch', 'get'] as const;

/** The operations of an OpenAPI 3 description that may be a turn, as requests with example values. */
export function operationRequests(document: Located, references: References, variables: Variables): OperationRequest[] {
  const title = firstText(references.get(references.get(document, 'info'), 'title').value) ?? 'agent';
  return references.entries(references.get(document, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = references.get(item, method);
      if (!asRecord(operation.value)) return [];
      const address = serverOf([operation, item, document], title, references) + path;
      const parameters = [
        ...references.items(references.get(item, 'parameters')),
        ...references.items(references.get(operation, 'parameters')),
      ];
      const sketch = withParameters(
        { method: method.toUpperCase(), url: address, headers: [] },
        parameters,
        references,
      );
      const body = method === 'get' ? undefined : bodyOf(references.get(operation, 'requestBody'), references);
      const whole: RequestSketch = { ...sketch, ...(body && { body }) };
      const secured = withSecurity(whole, operation, document, references, variables);
      return [{ sketch: secured, path, bonus: bonusOf(method, path, operation, references) }];
    }),
  );
}

/** The first server that is named nearest to the operation, its variables replaced; a variable when there is no address. */
function serverOf(owners: readonly Located[], title: string, references: References): string {
  const servers = owners
    .map((owner) => references.items(references.get(owner, 'servers')))
    .find((list) => list.length > 0);
  const [server] = servers ?? [];
  const url = (server && firstText(references.get(server, 'url').value)) ?? '';
  const defaults = server ? references.get(server, 'variables') : undefined;
  const filled = url.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = defaults && references.get(references.get(defaults, name), 'default').value;
    return value === undefined ? envMark(variableName(name)) : String(value);
  });
  const base =
    /^https?:\/\//i.test(filled) || filled.startsWith('\uFDD0')
      ? filled
      : `${envMark(`${variableName(title).slice(0, 30).replace(/_+$/, '')}_BASE_URL`)}${filled}`;
  return base.replace(/\/$/, '');
}

function withParameters(sketch: RequestSketch, parameters: readonly Located[], references: References): RequestSketch {
  let { url } = sketch;
  const headers = [...sketch.headers];
  const query: string[] = [];
  for (const parameter of parameters) {
    const text = (key: string): string => firstText(references.get(parameter, key).value) ?? '';
    const name = text('name');
    const required = references.get(parameter, 'required').value === true;
    const schema = references.get(parameter, 'schema');
    const given = references.get(parameter, 'example').value ?? exampleOf(schema, references);
    const value = given === undefined || given === null || given === '' ? undefined : String(given);
    switch (text('in')) {
      case 'path':
        // An id of a conversation is left as a placeholder, for the steps or the handle.
        if (!isHandleName(name) || !url.includes(`{${name}}`))
          url = url.replace(`{${name}}`, value === undefined ? envMark(variableName(name)) : encodeURIComponent(value));
        break;
      case 'query':
        if (required || goalNameScore(name) >= 70 || isHandleName(name))
          query.push(`${name}=${isHandleName(name) || value === undefined ? '' : encodeURIComponent(value)}`);
        break;
      case 'header':
        if (required && !/^(authorization|content-type|accept)$/i.test(name))
          headers.push([name, value ?? envMark(variableName(name))]);
        break;
      default:
        break;
    }
  }
  return { ...sketch, url: query.length === 0 ? url : `${url}?${query.join('&')}`, headers };
}

function bodyOf(requestBody: Located, references: References): SketchBody | undefined {
  const content = references.entries(references.get(requestBody, 'content'));
  const media = (pattern: RegExp): [string, Located] | undefined => content.find(([type]) => pattern.test(type));
  const chosen =
    media(/[/+]json\b/) ??
    media(/^application\/x-www-form-urlencoded/) ??
    media(/^multipart\//) ??
    media(/^text\/plain/) ??
    media(/^\*\/\*/);
  if (!chosen) return undefined;
  const [type, described] = chosen;
  const [named] = references.entries(references.get(described, 'examples'));
  const example =
    references.get(described, 'example').value ??
    (named && references.get(named[1], 'value').value) ??
    exampleOf(references.get(described, 'schema'), references);
  const fields = Object.entries(asRecord(example) ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)] as const,
  );
  if (/urlencoded/.test(type)) return { kind: 'form', fields };
  if (/^multipart/.test(type)) return { kind: 'multipart', fields: fields.map(([name, value]) => ({ name, value })) };
  if (/^text/.test(type)) return { kind: 'text', text: typeof example === 'string' ? example : '', type };
  return { kind: 'json', value: example ?? {} };
}

function bonusOf(method: string, path: string, operation: Located, references: References): number {
  const said = ['operationId', 'summary'].map((key) => firstText(references.get(operation, key).value) ?? '').join(' ');
  const success = references
    .entries(references.get(operation, 'responses'))
    .find(([status]) => /^(2\d\d|2XX|default)$/i.test(status));
  const replies = success ? references.entries(references.get(success[1], 'content')) : [];
  const answers = replies.some(
    ([type, media]) => /^text\//.test(type) || hasText(references.get(media, 'schema'), references),
  );
  return (
    turnAddressScore(splitUrl(path).path) +
    turnAddressScore(wordsOf(said).join('/')) / 2 +
    (answers ? 6 : 0) -
    (method === 'post' ? 0 : 16)
  );
}
