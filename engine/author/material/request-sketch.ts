import { isTooDeep } from '../../workspace/plain-value';
import type { HttpBody, HttpCall, JsonTemplate } from '../draft';
import { type KeyPath, mapJsonTexts } from './json-tree';
import { emptyConversationMark, templateOf } from './marks';

/** An HTTP request as it was written, in whichever form: texts may hold marks (see marks.ts). */
export interface RequestSketch {
  method: string;
  url: string;
  headers: readonly (readonly [string, string])[];
  body?: SketchBody;
  insecure?: boolean;
  follow?: boolean;
  /** Limit that the material names, in seconds. */
  timeoutSeconds?: number;
}

export type SketchBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; fields: readonly (readonly [string, string])[] }
  | { kind: 'multipart'; fields: readonly { name: string; value: string; type?: string; file?: string }[] }
  | { kind: 'text'; text: string; type: string };

/** A list of messages of which the last one is the turn; those before it come first in every request. */
export interface MessageList {
  path: KeyPath;
  role: string;
  content: string;
}

/** The value of a header, its name in any case. */
export function headerOf(sketch: Pick<RequestSketch, 'headers'>, name: string): string | undefined {
  return sketch.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

/** The request with this header in the place of one with the same name. */
export function withHeader(sketch: RequestSketch, name: string, value: string): RequestSketch {
  const others = sketch.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...sketch, headers: [...others, [name, value]] };
}

/** The call that a sketch stands for. `list`: the messages that are sent with those of earlier turns. */
export function callOf(sketch: RequestSketch, list?: MessageList): HttpCall {
  return {
    method: sketch.method,
    url: templateOf(sketch.url),
    headers: sketch.headers.map(([name, value]) => [name, templateOf(value)] as const),
    ...(sketch.body && { body: bodyOf(sketch.body, list) }),
    ...(sketch.insecure && { insecure: true }),
    ...(sketch.follow && { follow: true }),
  };
}

function bodyOf(body: SketchBody, list: MessageList | undefined): HttpBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: jsonTemplate(body.value, list) };
    case 'form':
      return { kind: 'form', fields: body.fields.map(([name, value]) => [name, templateOf(value)] as const) };
    case 'multipart':
      return { kind: 'multipart', fields: body.fields.map((field) => ({ ...field, value: templateOf(field.value) })) };
    case 'text':
      return { kind: 'text', value: templateOf(body.text), type: body.type };
    default:
      return body satisfies never;
  }
}

/** The template of a JSON value whose texts may hold marks. */
export function jsonTemplate(value: unknown, list?: MessageList, path: KeyPath = []): JsonTemplate {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => jsonTemplate(item, list, [...path, index]));
    if (!list || path.join('\0') !== list.path.join('\0')) return { list: items };
    const turn = items.at(-1);
    if (turn === undefined) throw new Error('a list of messages without a message');
    return { history: { first: items.slice(0, -1), role: list.role, content: list.content, turn } };
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'object')
    return {
      fields: Object.entries(value).map(([key, item]) => [key, jsonTemplate(item, list, [...path, key])] as const),
    };
  const text = String(value);
  return { text: templateOf(text), ...(text === emptyConversationMark && { else: '' }) };
}

/**
 * The JSON value that a text with marks is; undefined when it is none. Marks that stand where a value is due are quoted
 * first: documents write `{"message": $MESSAGE}`, too.
 */
export function parseMarkedJson(text: string): { value: unknown } | undefined {
  for (const attempt of [text, quoteBareMarks(text), text.replace(/,(\s*[}\]])/g, '$1')]) {
    try {
      const value: unknown = JSON.parse(attempt);
      return isTooDeep(value) ? undefined : { value };
    } catch {
      // not JSON, or not yet
    }
  }
  return undefined;
}

function quoteBareMarks(text: string): string {
  let quoted = '';
  let inText = false;
  for (const part of text.split(/(\\.|"|\uFDD0[^\uFDD1]*\uFDD1)/s)) {
    if (part === '"') inText = !inText;
    quoted += !inText && part.startsWith('\uFDD0') ? `"${part}"` : part;
  }
  return quoted;
}

/**
 * JSON text with whole numbers that JavaScript would change (above 2^53) put in quotes: a script can send them as text alone.
 * @returns the text, and those numbers.
 */
export function quoteLargeIntegers(text: string): { text: string; numbers: string[] } {
  const numbers: string[] = [];
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) => {
    if (!/^-?\d{16,}$/.test(part) || Number.isSafeInteger(Number(part))) return part;
    numbers.push(part);
    return `"${part}"`;
  });
  return { text: quoted, numbers };
}

/** The request with `change` applied to every text of it: URL, header values, body. */
export function mapTexts(sketch: RequestSketch, change: (text: string) => string): RequestSketch {
  const { body } = sketch;
  return {
    ...sketch,
    url: change(sketch.url),
    headers: sketch.headers.map(([name, value]) => [name, change(value)] as const),
    ...(body && { body: mapBodyTexts(body, change) }),
  };
}

function mapBodyTexts(body: SketchBody, change: (text: string) => string): SketchBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: mapJsonTexts(body.value, change) };
    case 'form':
      return { kind: 'form', fields: body.fields.map(([name, value]) => [name, change(value)] as const) };
    case 'multipart':
      return { kind: 'multipart', fields: body.fields.map((field) => ({ ...field, value: change(field.value) })) };
    case 'text':
      return { ...body, text: change(body.text) };
    default:
      return body satisfies never;
  }
}
