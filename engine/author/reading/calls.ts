import { asRecord } from '../../workspace/plain-value';
import type { Path, PathStep, Reading } from '../draft';
import { nameIn, normalisedName } from './leaves';
import { valuesAt } from './path';
import { isOneValue, type Reply } from './reply';

const callLists = new Set([
  'toolcalls',
  'calls',
  'functioncalls',
  'toolscalled',
  'toolsused',
  'toolinvocations',
  'actions',
]);
/** Types of blocks, items and events that are a call. */
const callTypes = ['tool_use', 'function_call', 'tool_call'];
const argumentNames = ['arguments', 'args', 'input', 'parameters', 'params'];

/** Where tool calls stand: a list of objects that have a name; one that is empty is known by what its name says. */
export function findCalls(reply: Reply): Reading['calls'] {
  const roots: { value: unknown; take?: 'join' }[] = isOneValue(reply)
    ? [{ value: reply.value }]
    : Array.isArray(reply.value)
      ? reply.value.map((value) => ({ value: value as unknown, take: 'join' as const }))
      : [];
  const events =
    reply.format !== 'text' && !isOneValue(reply) ? eventCalls(roots.map(({ value }) => value)) : undefined;
  if (events) return events;
  let empty: Reading['calls'];
  for (const { value, take } of roots) {
    for (const { path, list } of listsOf(value)) {
      const place = { path, ...(take && { take }) };
      const shape = callShape(list, normalisedName(nameIn(path)));
      if (shape) return { list: { ...place, path: [...path, ...shape.select] }, ...shape.parts };
      if (list.length === 0 && callLists.has(normalisedName(nameIn(path))) && path.at(-2) !== 'message')
        empty ??= { list: place, name: ['name'], arguments: ['arguments'] };
    }
  }
  return empty ?? chatCalls(reply);
}

/** Events that are calls themselves: each names its type, and a tool. */
function eventCalls(events: readonly unknown[]): Reading['calls'] {
  for (const path of [[], ['data']] as const) {
    for (const event of events) {
      const [call] = valuesAt(event, path).map(asRecord);
      if (!call || typeof call.name !== 'string' || !callTypes.includes(String(call.type))) continue;
      return {
        list: { path, where: { path: [...path, 'type'], is: String(call.type) } },
        name: ['name'],
        ...argumentsOf(call),
      };
    }
  }
  return undefined;
}

/** A chat completion, a message of blocks: calls are left out of it when there are none, so none are known to be none. */
function chatCalls(reply: Reply): Reading['calls'] {
  if (!isOneValue(reply)) return undefined;
  const isChat = valuesAt(reply.value, ['choices', 0, 'message', 'role']).length > 0;
  if (isChat)
    return {
      list: { path: ['choices', 0, 'message', 'tool_calls'] },
      name: ['function', 'name'],
      arguments: ['function', 'arguments'],
    };
  const isBlocks =
    valuesAt(reply.value, ['stop_reason']).length > 0 && valuesAt(reply.value, ['content', 0, 'type']).length > 0;
  return isBlocks
    ? {
        list: { path: ['content', { each: true, where: { key: 'type', is: 'tool_use' } }] },
        name: ['name'],
        arguments: ['input'],
      }
    : undefined;
}

interface CallShape {
  select: PathStep[];
  parts: { name: Path; arguments?: Path };
}

function callShape(list: readonly unknown[], listName: string): CallShape | undefined {
  const blocks = list.filter((item) => callTypes.includes(String(asRecord(item)?.type)));
  const typed = asRecord(blocks[0]);
  if (typed && typeof typed.name === 'string')
    return {
      select: [{ each: true, where: { key: 'type', is: String(typed.type) } }],
      parts: { name: ['name'], ...argumentsOf(typed) },
    };
  const part = list
    .map((item) => asRecord(asRecord(item)?.functionCall))
    .find((call) => typeof call?.name === 'string');
  if (part) return { select: [{ each: true }, 'functionCall'], parts: { name: ['name'], ...argumentsOf(part) } };
  if (!callLists.has(listName)) return undefined;
  const parts = callParts(list);
  return parts && { select: [], parts };
}

/** Where name and arguments stand in each item of a list of calls; undefined when its first item shows none. */
export function callParts(list: readonly unknown[]): CallShape['parts'] | undefined {
  const first = asRecord(list[0]);
  if (!first) return undefined;
  const inner = asRecord(first.function);
  if (inner && typeof inner.name === 'string') {
    const { arguments: path } = argumentsOf(inner);
    return { name: ['function', 'name'], ...(path && { arguments: ['function', ...path] }) };
  }
  const name = ['name', 'tool', 'tool_name', 'toolName', 'function'].find((key) => typeof first[key] === 'string');
  return name === undefined ? undefined : { name: [name], ...argumentsOf(first) };
}

function argumentsOf(call: Record<string, unknown>): { arguments?: Path } {
  const name = argumentNames.find((key) => Object.hasOwn(call, key));
  return name === undefined ? {} : { arguments: [name] };
}

function listsOf(value: unknown, path: Path = []): { path: Path; list: unknown[] }[] {
  if (path.length > 10) return [];
  if (Array.isArray(value)) {
    const list = value as unknown[];
    if (isHistory(list)) return []; // an index in it is another turn's the next time
    return [{ path, list }, ...list.slice(0, 50).flatMap((item, index) => listsOf(item, [...path, index]))];
  }
  return Object.entries(asRecord(value) ?? {}).flatMap(([key, item]) => listsOf(item, [...path, key]));
}

/** Whether a list holds both sides of a conversation. */
function isHistory(list: readonly unknown[]): boolean {
  return list.some((item) => {
    const { role, type, sender } = asRecord(item) ?? {};
    return [role, type, sender].some((who) => who === 'user' || who === 'human');
  });
}
