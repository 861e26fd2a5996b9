/** The words of a name: `userMessage`, `user_message` and `X-User-Message` have the same, but for the X. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** A name without case and separators. */
export function foldedName(name: string): string {
  return wordsOf(name).join('');
}

/** How much a field's name says that the user's words go there, up to 100. */
const goalNames: Record<string, number> = {
  goal: 100,
  message: 100,
  usermessage: 100,
  userinput: 100,
  prompt: 96,
  question: 96,
  utterance: 96,
  query: 90,
  msg: 90,
  input: 86,
  inputs: 86,
  ask: 86,
  text: 80,
  inputtext: 86,
  content: 78,
  task: 76,
  q: 74,
  instruction: 70,
  instructions: 50,
  chat: 56,
  topic: 50,
  request: 46,
  search: 46,
  command: 44,
  body: 40,
  comment: 30,
  value: 24,
  description: 20,
  data: 18,
};

/** Words before `prompt`, `message`, … that say that somebody else speaks there, or that it is no text at all. */
const notTheUser = new Set(['system', 'assistant', 'negative', 'developer', 'error', 'last', 'parent', 'welcome']);

/** How much a name says that its field holds the user's words: 0 (nothing) to 100. */
export function goalNameScore(name: string): number {
  const words = wordsOf(name);
  if (words.some((word) => notTheUser.has(word))) return 0;
  const whole = goalNames[words.join('')];
  if (whole !== undefined) return whole;
  const last = goalNames[words.at(-1) ?? ''];
  return last === undefined || words.length === 1 ? 0 : Math.max(0, last - 8);
}

const handleName =
  /(session|conversation|conv|convo|thread|chat|dialog|dialogue)(id|uuid|guid|handle|key)$|^(x|chat|current)?(session|conversation|thread|dialogue?)$|^sid$/;

/** Whether a field of this name holds the handle of a conversation: `session_id`, `threadId`, `X-Conversation-Id`. */
export function isHandleName(name: string): boolean {
  return handleName.test(foldedName(name));
}

/** Path segments after which an id of a conversation stands: `/threads/<id>/messages`. */
export function isHandleCollection(segment: string): boolean {
  return /^(session|conversation|thread|chat|dialog|dialogue)s?$/.test(foldedName(segment));
}

/** Whether a name is that of a token against forged requests. */
export function isCsrfName(name: string): boolean {
  return /csrf|xsrf|authenticitytoken|requestverificationtoken/.test(foldedName(name));
}

/** Words around the one that matters in `YOUR_MESSAGE_HERE`, `<the user's question>`. */
const fillers = new Set(
  [
    'your',
    'user',
    'users',
    's',
    'the',
    'here',
    'enter',
    'my',
    'a',
    'an',
    'insert',
    'goes',
    'put',
    'some',
    'actual',
  ].concat(['test', 'sample', 'go', 'type']),
);
const goalWords = new Set(
  [
    'goal',
    'prompt',
    'message',
    'question',
    'query',
    'input',
    'text',
    'content',
    'msg',
    'utterance',
    'ask',
    'task',
  ].concat(['instruction', 'messagetext', 'chatmessage', 'inputtext', 'prompttext', 'messagecontent', 'q']),
);

/** Whether what stands in a placeholder means the user's words: `goal`, `YOUR MESSAGE`, `user_input`. */
export function isGoalWord(inner: string): boolean {
  const words = wordsOf(inner);
  return goalWords.has(words.filter((word) => !fillers.has(word)).join(''));
}
