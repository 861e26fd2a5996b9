import type { JsonTemplate } from '../draft';

export type History = Extract<JsonTemplate, { history: unknown }>['history'];

/** The list of messages in a body, when the script has to keep the conversation itself. */
export function historyIn(value: JsonTemplate): History | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if ('history' in value) return value.history;
  if ('list' in value) return firstOf(value.list);
  return 'fields' in value ? firstOf(value.fields.map(([, field]) => field)) : undefined;
}

function firstOf(values: readonly JsonTemplate[]): History | undefined {
  for (const value of values) {
    const found = historyIn(value);
    if (found) return found;
  }
  return undefined;
}

/**
 * The message with the agent's answer, made like the one with the goal, in whose place the answer stands. What the agent's
 * role is called shows in an earlier message, when there is one; else it follows from the shape.
 */
export function replyMessage({ turn, role, content, first }: History): JsonTemplate {
  const answer: JsonTemplate = { text: [{ slot: 'goal' }] };
  if (turn === null || typeof turn !== 'object' || !('fields' in turn))
    return {
      fields: [
        [role, text('assistant')],
        [content, answer],
      ],
    };
  const others = first
    .map((message) => fixedText(message, role))
    .filter((name) => name && !/^(system|developer)$/.test(name));
  const mine = fixedText(turn, role);
  const usual = content === 'parts' ? 'model' : mine === 'human' ? 'ai' : 'assistant';
  const said = others.find((name) => name !== mine) ?? usual;
  return { fields: turn.fields.map(([name, value]) => [name, name === role ? text(said) : value] as const) };
}

function text(value: string): JsonTemplate {
  return { text: [value] };
}

/** The text of a field of a message; undefined when it is none, or has slots. */
function fixedText(message: JsonTemplate, name: string): string | undefined {
  if (message === null || typeof message !== 'object' || !('fields' in message)) return undefined;
  const value = message.fields.find(([field]) => field === name)?.[1];
  if (value === undefined || value === null || typeof value !== 'object' || !('text' in value)) return undefined;
  return value.text.every((part) => typeof part === 'string') ? value.text.join('') : undefined;
}
