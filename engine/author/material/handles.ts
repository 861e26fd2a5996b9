import { isUuid } from '../../workspace/literal-secrets/credentials';
import { isHandleCollection, isHandleName } from '../../workspace/literal-secrets/field-names';
import { isPlaceholder } from '../../workspace/literal-secrets/placeholders';
import { lastName, leavesOf, withValueAt } from './json-tree';
import { conversationMark, emptyConversationMark, hasMarks, loneVariable, sessionMark } from './marks';
import type { RequestSketch, SketchBody } from './request-sketch';
import { joinUrl, splitUrl } from './url-parts';

/** What becomes of a literal handle: Rook's own id for each attempt, or that of the agent's replies. */
export type LiteralHandle = 'session' | 'conversation';

export interface Handled {
  sketch: RequestSketch;
  /** Names of the fields whose literal handle was replaced. */
  literals: string[];
  notes: string[];
}

/**
 * Puts slots where a request names its conversation. A field that is empty in the sample waits for the agent's handle; one
 * with a literal value is an id that the client may choose, or that an earlier reply has brought: a trial shows which.
 */
export function withHandles(sketch: RequestSketch, literal: LiteralHandle): Handled {
  const literals: string[] = [];
  const notes: string[] = [];
  const slot = (name: string, value: string | null): string | null => {
    if (!isHandleName(name)) return value;
    if (value === '') return emptyConversationMark;
    if (value === null || loneVariable(value) !== undefined) return conversationMark;
    if (hasMarks(value)) return value;
    if (isPlaceholder(value) || value === 'string' || value === 'null') return conversationMark;
    literals.push(name);
    return literal === 'session' ? sessionMark : conversationMark;
  };
  // Out of JSON an empty field is left out while there is no handle.
  const text = (name: string, value: string): string =>
    slot(name, value)?.replaceAll(emptyConversationMark, conversationMark) ?? value;
  // `X-Session: $ACME_SESSION` may be a login: it is a handle when its variable is named like one.
  const header = (name: string, value: string): string => {
    const variable = loneVariable(value);
    return /^x-(session|sid)$/i.test(name) && variable !== undefined && !isHandleName(variable)
      ? value
      : text(name, value);
  };
  const { body } = sketch;
  return {
    sketch: {
      ...sketch,
      url: inUrl(sketch.url, text, notes),
      headers: sketch.headers.map(([name, value]) => [name, header(name, value)] as const),
      ...(body && { body: inBody(body, slot, text, notes) }),
    },
    literals,
    notes,
  };
}

function inBody(
  body: SketchBody,
  slot: (name: string, value: string | null) => string | null,
  text: (name: string, value: string) => string,
  notes: string[],
): SketchBody {
  switch (body.kind) {
    case 'json': {
      let { value } = body;
      for (const { path, value: leaf } of leavesOf(body.value)) {
        const name = lastName(path);
        if (typeof path.at(-1) !== 'string') continue;
        if (leaf === null || typeof leaf === 'string') value = withValueAt(value, path, slot(name, leaf));
        else if (typeof leaf === 'number' && isHandleName(name))
          notes.push(
            `The field ${name} is the number ${leaf} in every request: each scenario goes on with that conversation.`,
          );
      }
      return { kind: 'json', value };
    }
    case 'form':
      return { kind: 'form', fields: body.fields.map(([name, value]) => [name, text(name, value)] as const) };
    case 'multipart':
      return {
        kind: 'multipart',
        fields: body.fields.map((field) => ({ ...field, value: text(field.name, field.value) })),
      };
    case 'text':
      return body;
    default:
      return body satisfies never;
  }
}

function inUrl(url: string, text: (name: string, value: string) => string, notes: string[]): string {
  const parts = splitUrl(url);
  const segments = parts.path.split('/');
  const path = segments.map((segment, index) => {
    if (!isHandleCollection(segments[index - 1] ?? '')) return segment;
    const variable = loneVariable(segment);
    // In a URL it cannot be missing, as a handle is before the first answer.
    if (
      (variable !== undefined && isHandleName(variable)) ||
      (isPlaceholder(segment) && segment !== '') ||
      /^:\w+$/.test(segment)
    )
      return sessionMark;
    if (looksLikeId(segment))
      notes.push(
        `The URL names the conversation ${segment}: each scenario goes on with it. Give the command that creates one, too, before this one.`,
      );
    return segment;
  });
  const query = parts.query.map(([name, value]) => [name, value === undefined ? value : text(name, value)] as const);
  return joinUrl({ ...parts, path: path.join('/'), query });
}

/** Whether a path segment is an id, not the name of an operation. */
export function looksLikeId(segment: string): boolean {
  return isUuid(segment) || /\d/.test(segment) || /^[a-z]+_[A-Za-z0-9]{6,}$/.test(segment);
}
