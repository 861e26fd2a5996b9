import { isSecretName, isSecretParent } from '../../workspace/literal-secrets/credentials';
import { isHandleCollection, isHandleName } from '../../workspace/literal-secrets/field-names';
import { looksUnguessable } from '../../workspace/literal-secrets/unguessable';
import { isTooDeep } from '../../workspace/plain-value';
import type { Hide } from './hiding';
import { type KeyPath, lastName, mapJsonTexts } from './json-tree';
import { hasMarks } from './marks';
import type { SketchBody } from './request-sketch';
import { joinUrl, splitUrl } from './url-parts';

/** A URL with the credentials in its query and its path made marks; a long random segment is one (`/services/T…/…`). */
export function hideInUrl(url: string, hide: Hide): string {
  const parts = splitUrl(url);
  const query = parts.query.map(([name, value]) =>
    value === undefined
      ? ([name, value] as const)
      : ([name, hide({ name, value, where: `parameter ${name}`, anyName: true })] as const),
  );
  const path = parts.path
    .split('/')
    .map((segment, index, segments) => {
      const open = isHandleCollection(segments[index - 1] ?? '') || !looksUnguessable(segment, 20);
      return hide({ name: '', value: segment, where: 'part of the path', anyName: !open });
    })
    .join('/');
  return joinUrl({ ...parts, path, query });
}

/** A body with its credentials made marks: by the names of fields, by their looks, in JSON within texts. */
export function hideInBody(body: SketchBody, hide: Hide): SketchBody {
  const field = (name: string, value: string): string => hideField(name, value, hide);
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: hideInJson(body.value, hide) };
    case 'form':
      return { kind: 'form', fields: body.fields.map(([name, value]) => [name, field(name, value)] as const) };
    case 'multipart':
      return {
        kind: 'multipart',
        fields: body.fields.map((part) => ({ ...part, value: field(part.name, part.value) })),
      };
    case 'text':
      return { ...body, text: hideInText(body.text, hide) };
    default:
      return body satisfies never;
  }
}

function hideInJson(value: unknown, hide: Hide): unknown {
  const numbers = mapJsonNumbers(value, (number, name) => {
    const hidden = isSecretName(name) ? hide({ name, value: String(number), where: `field ${name}` }) : '';
    return hidden === '' ? number : hidden;
  });
  return mapJsonTexts(numbers, (text, path) => hideField(lastName(path), text, hide, path));
}

/** A secret number, as a PIN, becomes a text: a variable holds nothing else. */
function mapJsonNumbers(value: unknown, change: (number: number, name: string) => unknown, name = ''): unknown {
  if (typeof value === 'number') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapJsonNumbers(item, change, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapJsonNumbers(item, change, key)]));
}

function hideField(name: string, value: string, hide: Hide, path: KeyPath = []): string {
  const within = path.slice(0, -1).some((step) => typeof step === 'string' && isSecretParent(step));
  const where = `field ${name}`;
  if (/^https?:\/\/\S+$/.test(value) && !hasMarks(value)) return hideInUrl(value, hide);
  const scheme = /^(Bearer|Basic|Token) (?=\S{8,}$)/i.exec(value)?.[0];
  if (scheme !== undefined && !hasMarks(value))
    return (
      scheme + hide({ name, value: value.slice(scheme.length), where }, /^bearer/i.test(scheme) ? 'bearer' : 'header')
    );
  const inner = /^\s*[[{]/.test(value) ? parsedJson(value) : undefined;
  if (inner === undefined) return hide({ name, value, where, anyName: true, within });
  const hidden = hideInJson(inner, hide);
  // Its spaces and escapes stay as they are when nothing in it is secret.
  return JSON.stringify(hidden) === JSON.stringify(inner)
    ? hide({ name, value, where, within })
    : JSON.stringify(hidden);
}

/** A mapping or list within a text. */
function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !isTooDeep(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Text of any form, with its credentials made marks: JSON by its fields, else by names beside values, and by looks. */
export function hideInAnyText(text: string, hide: Hide): string {
  const inner = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  if (inner === undefined) return hideInText(text, hide);
  const hidden = JSON.stringify(hideInJson(inner, hide));
  return hidden === JSON.stringify(inner) ? text : hidden;
}

/** Text of no known form: names with values in it (`<token>…</token>`, `pin=…`), and what looks unguessable by itself. */
function hideInText(text: string, hide: Hide): string {
  const named = hide({ name: '', value: text, where: 'text' }).replace(
    /([A-Za-z][\w-]{1,40})(["']?\s*[:=>]\s*["']?)([^\s"'<>&;,\uFDD0\uFDD1]{4,})/g,
    (_whole, name: string, between: string, value: string) =>
      name + between + hide({ name: isHandleName(name) ? '' : name, value, where: `field ${name}`, anyName: true }),
  );
  return named.replace(/[\w+.~%-]{16,}=*/g, (value) => hide({ name: '', value, where: 'text', anyName: true }));
}
