import type { Draft, JsonTemplate, Slot, Target } from './draft';
import { isHandleName } from './reading/handle';
import { normalisedName } from './reading/leaves';

/** Whether a template has such a slot. Text of a template cannot look like one: its quotes are escaped in JSON. */
export function hasSlot(target: Target, slot: 'goal' | 'conversation' | 'session'): boolean {
  return JSON.stringify(target).includes(`{"slot":"${slot}"}`);
}

/** Whether the request repeats the conversation so far: then the agent needs no handle. */
export function keepsHistory(target: Target): boolean {
  return JSON.stringify(target).includes('{"history":{');
}

/** The variables that a template names. */
export function variablesIn(target: Target): string[] {
  const names = new Set<string>();
  JSON.stringify(target, (_key, value: unknown) => {
    if (isEnvSlot(value)) names.add(value.env);
    return value;
  });
  return [...names];
}

function isEnvSlot(value: unknown): value is { env: string } {
  return typeof value === 'object' && value !== null && 'env' in value && typeof value.env === 'string';
}

const conversation: Slot = { slot: 'conversation' };
const handleTemplate: JsonTemplate = { text: [conversation] };

/**
 * The target with the handle of the conversation in its request, under the name that the reply gave it; the place of an id
 * that the client chose is taken over. Undefined when there is no place for one, as in a program's arguments.
 */
export function withHandle(target: Target, name: string): Target | undefined {
  if (hasSlot(target, 'conversation')) return target;
  if (hasSlot(target, 'session')) return withoutSession(target);
  switch (target.kind) {
    case 'http': {
      const { call } = target;
      const { body } = call;
      if (call.method === 'GET' || !body) return undefined;
      if (body.kind === 'json') {
        const value = withField(body.value, name);
        return value === undefined ? undefined : { ...target, call: { ...call, body: { ...body, value } } };
      }
      if (body.kind === 'form')
        return { ...target, call: { ...call, body: { ...body, fields: [...body.fields, [name, [conversation]]] } } };
      return undefined;
    }
    case 'websocket': {
      if (!('json' in target.message)) return undefined;
      const json = withField(target.message.json, name);
      return json === undefined ? undefined : { ...target, message: { json } };
    }
    case 'mcp': {
      const value = withField(target.arguments, name);
      return value === undefined ? undefined : { ...target, arguments: value };
    }
    case 'command': {
      if (target.stdin && 'json' in target.stdin) {
        const json = withField(target.stdin.json, name);
        return json === undefined ? undefined : { ...target, stdin: { json } };
      }
      const at = resumeOf(target.argv[0]?.join('') ?? '');
      return at === undefined ? undefined : { ...target, resume: { at: 1, argv: [[at], [conversation]] } };
    }
    default:
      return target satisfies never;
  }
}

/** The header that carries the handle back, when the reply brought it in one. */
export function withHandleHeader(target: Target, header: string): Target | undefined {
  if (hasSlot(target, 'conversation')) return target;
  if (target.kind !== 'http') return undefined;
  return { ...target, call: { ...target.call, headers: [...target.call.headers, [header, [conversation]]] } };
}

/** A handle given by the agent instead of an id chosen by the client. */
function withoutSession(target: Target): Target {
  // What was made of a target by JSON is a target again.
  return JSON.parse(JSON.stringify(target), (_key, value: unknown) =>
    JSON.stringify(value) === '{"slot":"session"}' ? conversation : value,
  ) as Target;
}

/** A GraphQL request has no room for fields of its own: everything is a variable that the query declares. */
function withField(template: JsonTemplate, name: string): JsonTemplate | undefined {
  if (template === null || typeof template !== 'object' || !('fields' in template)) return undefined;
  const names = template.fields.map(([field]) => field);
  if (names.includes('query') && names.includes('variables')) return undefined;
  const same = names.findIndex((field) => normalisedName(field) === normalisedName(name) || isHandleName(field));
  if (same === -1) return { fields: [...template.fields, [name, handleTemplate]] };
  return { fields: template.fields.map((field, index) => (index === same ? [field[0], handleTemplate] : field)) };
}

/** The option with which a program goes on with a conversation, as far as it is known. */
function resumeOf(program: string): string | undefined {
  const name = program.replace(/^.*[\\/]/, '').replace(/\.(exe|cmd|ps1)$/i, '');
  return { claude: '--resume' }[name];
}

/** The draft without what was only tried: no handle is sent, none is read. */
export function withoutConversation(draft: Draft, target: Target): Draft {
  if (!draft.reading) return { ...draft, target };
  const { conversation: _dropped, ...reading } = draft.reading;
  return { ...draft, target, reading };
}
