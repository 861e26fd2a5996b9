import { asRecord } from '../../workspace/plain-value';
import type { Exchange, Place } from '../draft';
import { leavesOf, nameIn, normalisedName } from './leaves';
import { isOneValue, type Reply } from './reply';

const handleNames = [
  'conversationid',
  'sessionid',
  'threadid',
  'chatid',
  'dialogid',
  'dialogueid',
  'contextid',
  'conversation',
  'session',
  'thread',
  'chat',
  'conversationkey',
  'sessionkey',
  'sessiontoken',
  'conversationtoken',
  'conversationhandle',
  'convid',
];

/** Whether a name, however it is written, is one that agents give to the handle of a conversation. */
export function isHandleName(name: string): boolean {
  return handleNames.includes(normalisedName(name));
}

/** Where the handle of the conversation stands, with its value and name; the most telling name first. */
export function findHandle(
  reply: Reply,
  headers: Exchange['headers'] = {},
): { from: Place | { header: string }; name: string; value: string } | undefined {
  const found = new Map<string, { from: Place; name: string; value: string }>();
  const take = isOneValue(reply) ? {} : ({ take: 'last' } as const);
  for (const root of isOneValue(reply) ? [reply.value] : Array.isArray(reply.value) ? (reply.value as unknown[]) : []) {
    for (const { path, value } of leavesOf(root)) {
      const ownName = nameIn(path);
      const parent = path.filter((part) => typeof part === 'string').at(-2);
      const name = normalisedName(ownName) === 'id' && parent !== undefined ? parent : ownName;
      const usable = (typeof value === 'string' && value !== '') || typeof value === 'number';
      if (usable && isHandleName(name))
        found.set(normalisedName(name), {
          from: { path, ...take },
          name: ownName === 'id' ? `${name}_id` : ownName,
          value: String(value),
        });
    }
  }
  // An API of this shape goes on from the reply before: its id is the handle, and another one for each turn.
  const response = isOneValue(reply) ? asRecord(reply.value) : undefined;
  if (response?.object === 'response' && typeof response.id === 'string')
    return { from: { path: ['id'] }, name: 'previous_response_id', value: response.id };
  const best = handleNames.map((name) => found.get(name)).find((one) => one !== undefined);
  if (best) return best;
  const header = Object.keys(headers).find((name) => isHandleName(name.replace(/^x-/, '')));
  return header === undefined ? undefined : { from: { header }, name: header, value: headers[header] ?? '' };
}
