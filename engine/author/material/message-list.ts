import { type KeyPath, withValueAt } from './json-tree';
import type { MessageList } from './request-sketch';

/** A list of messages by role in a JSON body, cut after the last one of the user. */
export interface FoundMessages {
  /** The body, with nothing after the user's last message. */
  body: unknown;
  /** Where the user's words stand. */
  text: KeyPath;
  /** Where the list is. */
  path: KeyPath;
  /** How it is kept from turn to turn; absent when its messages are not of a form in which an answer can be added. */
  list?: MessageList;
  /** Messages of earlier turns, in the sample. */
  earlierTurns: number;
  /** Messages after the user's last one, left out. */
  dropped: number;
}

/** The first list of messages in a body of which one is the user's: `messages`, `input`, `contents`. */
export function findMessages(body: unknown, path: KeyPath = [], root: unknown = body): FoundMessages | undefined {
  if (body === null || typeof body !== 'object') return undefined;
  if (Array.isArray(body)) {
    const found = asMessages(body, path, root);
    if (found) return found;
  }
  for (const [key, item] of Object.entries(body)) {
    const found = findMessages(item, [...path, Array.isArray(body) ? Number(key) : key], root);
    if (found) return found;
  }
  return undefined;
}

function asMessages(items: readonly unknown[], path: KeyPath, root: unknown): FoundMessages | undefined {
  const messages = items.map(readMessage);
  const turn = messages.findLastIndex((message) => message?.user);
  const message = messages[turn];
  if (!message?.text) return undefined;
  const kept = items.slice(0, turn + 1);
  const keeps = ['content', 'parts'].includes(message.contentKey) && message.roleValue === 'user';
  return {
    body: path.length === 0 ? kept : withValueAt(root, path, kept),
    text: [...path, turn, message.contentKey, ...message.text],
    path,
    ...(keeps && { list: { path, role: message.roleKey, content: message.contentKey } }),
    earlierTurns: messages.slice(0, turn).filter((other) => other && !/^(system|developer)$/i.test(other.roleValue))
      .length,
    dropped: items.length - kept.length,
  };
}

interface Message {
  user: boolean;
  roleKey: string;
  roleValue: string;
  contentKey: string;
  /** Below the content: empty when it is the text itself. */
  text?: KeyPath;
}

function readMessage(item: unknown): Message | undefined {
  if (item === null || typeof item !== 'object') return undefined;
  const roleKey = ['role', 'sender', 'author', 'from'].find((key) => typeof Reflect.get(item, key) === 'string');
  const contentKey = ['content', 'parts', 'text', 'message'].find((key) => Object.hasOwn(item, key));
  if (roleKey === undefined || contentKey === undefined) return undefined;
  const roleValue = String(Reflect.get(item, roleKey));
  const text = textIn(Reflect.get(item, contentKey));
  return { user: /^(user|human)$/i.test(roleValue), roleKey, roleValue, contentKey, ...(text && { text }) };
}

/** The text of a message: the content itself, or the last part of it that is text. */
function textIn(content: unknown): KeyPath | undefined {
  if (typeof content === 'string' || content === null) return [];
  if (!Array.isArray(content)) return undefined;
  const at = content.findLastIndex(
    (part: unknown) =>
      typeof part === 'string' ||
      (part !== null && typeof part === 'object' && typeof Reflect.get(part, 'text') === 'string'),
  );
  return at < 0 ? undefined : typeof content[at] === 'string' ? [at] : [at, 'text'];
}
