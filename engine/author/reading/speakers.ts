import type { PathStep } from '../draft';
import { isEcho } from './answer-score';
import { leavesOf, normalisedName } from './leaves';
import { keyIn } from './path';

/** Where an element of a history says whose it is. */
const speakerKeys: readonly (string | readonly string[])[] = [
  'role',
  'sender',
  'from',
  'author',
  'speaker',
  'source',
  'who',
  'participant',
  'sender_type',
  'senderType',
  'type',
  ['from', 'role'],
  ['author', 'role'],
  ['sender', 'role'],
  ['sender', 'type'],
  ['message', 'role'],
  ['attributes', 'role'],
  ['attributes', 'sender'],
  ['data', 'role'],
  ['from', 'id'],
];

const users = /^(user|human|customer|client|visitor|you|me|enduser|usermessage|humanmessage|person)$/;
const agents =
  /^(assistant|ai|bot|agent|model|chatbot|aimessage|aimessagechunk|assistantmessage|botmessage|agentmessage|virtualagent)$/;
const tools = /^(tool|function|toolmessage|functionmessage|observation|toolresult)$/;
const systems = /^(system|developer|systemmessage|instructions)$/;

/** Who speaks in the elements of a list. */
export interface Speakers {
  /** The step that leads to what the agent has said since the user did; undefined for what somebody else has said. */
  stepFor(item: unknown): PathStep | undefined;
}

/**
 * Finds where the elements of a list say whose they are; undefined when they do not.
 * @param all the list in each reply, the newest last. @param goal what the newest answers: who repeats it is the user.
 */
export function findSpeakers(all: readonly (readonly unknown[])[], goal: string): Speakers | undefined {
  const items = all.flat();
  for (const key of speakerKeys) {
    const values = [...new Set(items.map((item) => keyIn(item, key)).filter((value) => typeof value === 'string'))];
    const is = (words: RegExp) => (value: string) => words.test(normalisedName(value));
    const asking = (all.at(-1) ?? []).filter((item) => holdsGoal(item, goal)).map((item) => keyIn(item, key));
    const others = values.filter(
      (value) => is(users)(value) || is(tools)(value) || (asking.includes(value) && !is(agents)(value)),
    );
    const own = values.some(is(agents))
      ? values.filter(is(agents))
      : values.filter((value) => !others.includes(value) && !is(systems)(value));
    if (own.length === 0) continue;
    if (!values.some(is(agents)) && !others.some((value) => !is(tools)(value) && key !== 'type')) continue;
    const usual = others.some((value) => !is(tools)(value)) ? ['tool'] : ['user', 'human', 'customer', 'tool'];
    const before = [...new Set([...others, ...usual])];
    const newest = all.at(-1) ?? [];
    const lastOther = newest.findLastIndex((item) => before.includes(String(keyIn(item, key))));
    const isOwn = (item: unknown) => own.includes(String(keyIn(item, key)));
    const newestFirst = lastOther >= 0 && !newest.slice(lastOther + 1).some(isOwn) && isOwn(newest[0]);
    const side = newestFirst ? { before } : { after: before };
    return {
      stepFor: (item) => {
        const value = keyIn(item, key);
        if (typeof value !== 'string' || !own.includes(value)) return undefined;
        return { each: true, where: { key, is: value, ...side } };
      },
    };
  }
  return undefined;
}

function holdsGoal(item: unknown, goal: string): boolean {
  return leavesOf(item).some(({ value }) => typeof value === 'string' && isEcho(value, goal));
}
