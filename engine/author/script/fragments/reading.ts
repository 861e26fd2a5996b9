import type { Fragment } from '../script-parts';
import { excerpt } from './exchange';

/** A reply as one JSON value. */
export const parseBody: Fragment = {
  needs: [excerpt],
  code: `/** A reply as JSON. */
function parseBody(reply) {
  try {
    return JSON.parse(reply.body.replace(/^\\uFEFF/, ''));
  } catch {
    const type = reply.headers?.['content-type'];
    throw new Error(\`the reply is not JSON\${type ? \` but \${type}\` : ''}; it begins: \${excerpt(reply.body)}\`);
  }
}`,
};

/** JSON where there is some, else the text. */
export const parseLoosely: Fragment = {
  code: `/** A message as JSON when it is an object, a list or a string; a bare word or number is text. */
function parsed(text) {
  if (!/^\\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}`,
};

export const parseEvents: Fragment = {
  needs: [parseLoosely, excerpt],
  code: `/** The server-sent events of a reply: \`{ event?, data }\`. The last one may lack its blank line; one may be an error. */
function parseEvents(reply) {
  const events = [];
  const text = reply.body.replace(/^\\uFEFF/, '').replace(/\\r\\n?/g, '\\n');
  for (const block of text.split(/\\n{2,}/)) {
    const data = [];
    let event;
    for (const line of block.split('\\n')) {
      const [, field, value] = line.match(/^([^:]+):? ?(.*)$/s) ?? [];
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
    }
    const message = data.join('\\n');
    if (data.length === 0 || message === '[DONE]') continue;
    const value = parsed(message);
    if (event === 'error' || value?.type === 'error' || value?.error)
      throw new Error(\`the agent has sent an error: \${excerpt(message)}\`);
    events.push({ event, data: value });
  }
  return events;
}`,
};

/** One JSON value on each line of an HTTP reply. */
export const parseLines: Fragment = {
  needs: [excerpt],
  code: `/** The JSON values of a reply that has one on each line. */
function parseLines(reply) {
  const lines = reply.body.replace(/^\\uFEFF/, '').split(/\\r?\\n/);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(\`a line of the reply is not JSON: \${excerpt(line)}\`);
      }
    });
}`,
};

/** The same of a program, which may print logs, too. */
export const parseLogLines: Fragment = {
  code: `/** The JSON values among the lines that the program has printed; other lines are logs. */
function parseLines(reply) {
  return reply.body.split(/\\r?\\n/).flatMap((line) => {
    if (!/^\\s*[[{]/.test(line)) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}`,
};

/** One JSON value after the logs of a program. */
export const parseEnd: Fragment = {
  needs: [excerpt],
  code: `/** The JSON value that the program has printed at the end, on one line or several, after its logs. */
function parseEnd(reply) {
  const lines = reply.body.split('\\n');
  for (const [at, line] of lines.entries()) {
    if (!/^[[{]/.test(line)) continue;
    try {
      return JSON.parse(lines.slice(at).join('\\n'));
    } catch {
      // a log that begins with a bracket
    }
  }
  throw new Error(\`no JSON at the end of what was printed; it begins: \${excerpt(reply.body)}\`);
}`,
};

/** Lines of a code, a colon and JSON. */
export const parseCodedLines: Fragment = {
  code: `/** The lines of a stream that has a code before each value: \`0:"Hel"\` is \`{ code: '0', data: 'Hel' }\`. */
function parseLines(reply) {
  return reply.body.split(/\\r?\\n/).flatMap((line) => {
    const [, code, data] = line.match(/^(\\w{1,2}):(.*)$/) ?? [];
    if (code === undefined) return [];
    try {
      return [{ code, data: JSON.parse(data) }];
    } catch {
      return [];
    }
  });
}`,
};

/** The messages of a socket. */
export const parseMessages: Fragment = {
  needs: [parseLoosely],
  code: `/** The messages of a socket, parsed when they are JSON. */
function parseLines(reply) {
  return reply.messages.map(parsed);
}`,
};

export const list: Fragment = {
  code: `/** A list, or an empty one where there is none. */
function list(value) {
  return Array.isArray(value) ? value : [];
}`,
};

export const afterLast: Fragment = {
  code: `/** What follows the last element of somebody else: in a history, what the agent has said since. */
function afterLast(items, isOther) {
  return items.slice(items.findLastIndex(isOther) + 1);
}`,
};

export const beforeFirst: Fragment = {
  code: `/** What stands before the first element of somebody else: in a history that begins with the newest, the last answer. */
function beforeFirst(items, isOther) {
  const at = items.findIndex(isOther);
  return at < 0 ? items : items.slice(0, at);
}`,
};

export const joined: Fragment = {
  code: `/** Pieces of text as one; nothing when there are none. Between messages of their own stands a line break. */
function joined(pieces, between = '') {
  const texts = pieces.filter((piece) => typeof piece === 'string' || typeof piece === 'number');
  const shown = between === '' ? texts : texts.filter((text) => String(text).trim() !== '');
  return texts.length === 0 ? undefined : shown.join(between);
}`,
};

export const last: Fragment = {
  code: `/** The last value that is there. */
function last(values) {
  return values.filter((value) => value !== undefined && value !== null && value !== '').at(-1);
}`,
};

export const answerText: Fragment = {
  needs: [excerpt],
  code: `/** The answer. What is no text is an error that says where it was looked for, and shows the reply. */
function answerText(value, where, reply) {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  let found = \`a value of type \${typeof value}\`;
  if (value === undefined || value === null) found = 'nothing';
  else if (Array.isArray(value)) found = 'a list';
  else if (typeof value === 'string') found = 'an empty text';
  throw new Error(\`no answer: \${found} at \${where} in the reply; it begins: \${excerpt(reply.body)}\`);
}`,
};

export const wholeReply: Fragment = {
  code: `/** The whole reply is the answer. */
function wholeText(reply) {
  if (reply.body.trim() === '') throw new Error('no answer: the reply is empty');
  return reply.body;
}`,
};

export const handle: Fragment = {
  code: `/** A handle is a text or a number; anything else is none. */
function handle(value) {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}`,
};

export const usage: Fragment = {
  code: `/** Token counts, when both are known: 0 for one that is not would be wrong. */
function usage(input, output) {
  const known = [input, output].every((count) => Number.isInteger(count) && count >= 0);
  return known ? { input, output } : undefined;
}`,
};

export const callArguments: Fragment = {
  code: `/** The arguments of a call: many agents send them as JSON text. */
function callArguments(value) {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}`,
};
