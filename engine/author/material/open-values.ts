import { isHandleName, wordsOf } from '../../workspace/literal-secrets/field-names';
import { lastName, mapJsonTexts } from './json-tree';
import { sessionMark } from './marks';
import { placeholderName, variableName } from './placeholders';
import type { RequestSketch, SketchBody } from './request-sketch';
import { joinUrl, splitUrl } from './url-parts';
import type { Variables } from './variables';

/**
 * Makes what a document leaves to its reader (`{agent_id}`, `<user-id>`, `{{tenant}}`, `:id` in a path) variables whose values
 * the user brings: sent as it stands it would mean nothing. The goal, handles and secrets have their marks before.
 */
export function withOpenValues(sketch: RequestSketch, variables: Variables): RequestSketch {
  const value = (text: string, where: string): string => {
    const name = openName(text);
    if (name === undefined) return text;
    if (isHandleName(name)) return sessionMark;
    return variables.needed(variableName(name), `${name}, ${where} of the request`);
  };
  const parts = splitUrl(sketch.url);
  const path = parts.path
    .split('/')
    .map((segment) => value(segment.replace(/^:(?=[A-Za-z])(\w+)$/, '{$1}'), 'in the path'));
  const query = parts.query.map(
    ([name, text]) => [name, text === undefined ? text : value(text, `parameter ${name}`)] as const,
  );
  const { body } = sketch;
  return {
    ...sketch,
    url: joinUrl({ ...parts, path: path.join('/'), query }),
    headers: sketch.headers.map(([name, text]) => [name, value(text, `header ${name}`)] as const),
    ...(body && { body: inBody(body, (name, text) => value(text, `field ${name}`)) }),
  };
}

/** The name in a text that is a placeholder and nothing else. */
function openName(text: string): string | undefined {
  if (!/^(\{\{\s*[\w .-]+\s*\}\}|\{[A-Za-z][\w -]*\}|<[A-Za-z][\w .-]*>)$/.test(text)) return undefined;
  const name = placeholderName(text);
  return name === undefined || wordsOf(name).length === 0 ? undefined : name;
}

function inBody(body: SketchBody, value: (name: string, text: string) => string): SketchBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: mapJsonTexts(body.value, (text, path) => value(lastName(path), text)) };
    case 'form':
      return { kind: 'form', fields: body.fields.map(([name, text]) => [name, value(name, text)] as const) };
    case 'multipart':
      return {
        kind: 'multipart',
        fields: body.fields.map((field) => ({ ...field, value: value(field.name, field.value) })),
      };
    case 'text':
      return body;
    default:
      return body satisfies never;
  }
}
