import { expect } from 'vitest';
import type { HttpTarget, JsonTemplate, Target, TextTemplate } from '../../../../engine/author/draft';
import type { Recognised } from '../../../../engine/author/material';
import { type Notes, recognise } from '../../../../engine/author/material/recognise';
import type { Refusal } from '../../../../schemas/result';

/** Where nothing is: cases that name files bring a folder of their own. */
const nowhere = '/nonexistent-folder-of-material';

/** What the text is recognised as, as something other than notes; fails with the refusal otherwise. */
export async function recognised(text: string, source = 'standard input', folder = nowhere): Promise<Recognised> {
  const result = await recognise({ text, source, folder });
  if (!result.ok) throw new Error(`refused: ${result.error.message}`);
  if (result.value.kind === 'notes') throw new Error('taken for notes');
  return result.value;
}

/** Why the text is refused. */
export async function refused(text: string, source = 'standard input', folder = nowhere): Promise<Refusal> {
  const result = await recognise({ text, source, folder });
  expect(result.ok, `recognised as ${JSON.stringify(result)}`).toBe(false);
  if (result.ok) throw new Error('not refused');
  return result.error;
}

/** The text as notes; fails when it is taken for anything else. */
export async function notes(text: string): Promise<Notes> {
  const result = await recognise({ text, source: 'standard input', folder: nowhere });
  if (!result.ok || result.value.kind !== 'notes') throw new Error(`no notes: ${JSON.stringify(result)}`);
  return result.value;
}

/** The target of the likeliest option. */
export function firstTarget({ options }: Recognised): Target {
  const [first] = options;
  if (!first) throw new Error('no options');
  return first.draft.target;
}

/** The same, over HTTP. */
export function firstHttp(found: Recognised): HttpTarget {
  const target = firstTarget(found);
  if (target.kind !== 'http') throw new Error(`a ${target.kind} target`);
  return target;
}

/** A target in few words, for tables: method, URL, headers, body, with `«goal»`, `«session»`, `«$NAME»` and `«taken name»`. */
export function inWords(target: Target): unknown {
  switch (target.kind) {
    case 'http': {
      const { call, steps, kind: _kind, ...rest } = target;
      const lines = {
        request: `${call.method} ${text(call.url)}`,
        ...(call.headers.length > 0 && { headers: call.headers.map(([name, value]) => `${name}: ${text(value)}`) }),
        ...(call.body && { body: bodyInWords(call.body) }),
        ...(call.insecure && { insecure: true }),
        ...(call.follow && { follow: true }),
      };
      return { ...lines, ...(steps.length > 0 && { steps: steps.length }), ...rest };
    }
    case 'command':
      return {
        argv: target.argv.map(text),
        ...(target.stdin && { stdin: 'json' in target.stdin ? json(target.stdin.json) : text(target.stdin) }),
        ...(target.env.length > 0 && { env: target.env.map(([name, value]) => `${name}=${text(value)}`) }),
      };
    case 'websocket':
      return {
        url: text(target.url),
        message: 'json' in target.message ? json(target.message.json) : text(target.message.text),
      };
    case 'mcp':
      return {
        server:
          'url' in target.server
            ? [text(target.server.url), ...target.server.headers.map(([name, value]) => `${name}: ${text(value)}`)]
            : [
                target.server.command,
                ...target.server.args.map(text),
                ...target.server.env.map(([name, value]) => `${name}=${text(value)}`),
              ],
        ...(target.tool !== undefined && { tool: target.tool }),
        arguments: json(target.arguments),
      };
    default:
      return target satisfies never;
  }
}

function bodyInWords(body: NonNullable<HttpTarget['call']['body']>): unknown {
  switch (body.kind) {
    case 'json':
      return json(body.value);
    case 'form':
      return `form ${body.fields.map(([name, value]) => `${name}=${text(value)}`).join(' ')}`;
    case 'multipart':
      return body.fields.map(({ value, ...field }) => ({ ...field, value: text(value) }));
    case 'text':
      return `${body.type}: ${text(body.value)}`;
    default:
      return body satisfies never;
  }
}

/** A text template as text. */
export function text(template: TextTemplate): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('env' in part) return `«$${part.env}»`;
      return 'taken' in part ? `«taken ${part.taken}»` : `«${part.slot}»`;
    })
    .join('');
}

/** A JSON template as the value that it would be. */
export function json(value: JsonTemplate): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('text' in value) return text(value.text);
  if ('list' in value) return value.list.map(json);
  if ('fields' in value) return Object.fromEntries(value.fields.map(([name, field]) => [name, json(field)]));
  const { first, role, content, turn } = value.history;
  return { history: { first: first.map(json), role, content, turn: json(turn) } };
}
